/** The id of a field's input, or of the first input of a group. Labels and errors link to it. */
export const idOf = (key: string): string => `field-${key}`
export const labelIdOf = (key: string): string => `label-${key}`
export const helpIdOf = (key: string): string => `help-${key}`
export const limitIdOf = (key: string): string => `limit-${key}`
export const errorIdOf = (key: string): string => `error-${key}`
