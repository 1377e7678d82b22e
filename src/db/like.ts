/** A LIKE pattern for texts that contain `text`. `%`, `_` and `\` in it are escaped. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
