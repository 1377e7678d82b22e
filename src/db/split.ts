/** A comment, a text, a quoted name, a text between dollars, or the end of a statement. */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1|;/gi

/**
 * The statements of an SQL file. Citus sends the whole text of a query to its workers for some statements, so a query must be
 * one statement. No nested comments and no SQL-standard function bodies (`begin atomic`), which migrations do not use.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  for (const { 0: found, index } of sql.matchAll(token)) {
    if (found !== ';') continue
    statements.push(sql.slice(start, index))
    start = index + 1
  }
  statements.push(sql.slice(start))
  return statements.map((text) => text.trim()).filter((text) => !isEmpty(text))
}

const isEmpty = (text: string) => text.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() === ''
