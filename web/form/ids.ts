/** The element that a field's label and its errors lead to: its input, or the first of a group. */
export const idOf = (key: string): string => `field-${key}`
export const labelIdOf = (key: string): string => `label-${key}`
export const helpIdOf = (key: string): string => `help-${key}`
export const errorIdOf = (key: string): string => `error-${key}`
