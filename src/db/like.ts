/** A LIKE pattern for texts that contain `text`. `%`, `_` and `\` in it are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
