/** A LIKE pattern for "has this in it"; `%`, `_` and `\` in the text mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
