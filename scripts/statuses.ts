import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Error statuses belong only in src/http/contract/errors.ts. Prints every other line of src/ that uses a number as an error status,
 * and fails. Tests, comments and descriptions may contain statuses.
 */
const src = fileURLToPath(new URL('../src/', import.meta.url))
const status = '[45]\\d\\d'
const uses = [
  // status: 404, reply.code(404), writeHead(503, statusCode === 413, status >= 500, status ?? 500, new ApiError(422
  new RegExp(`\\b(?:\\w*[sS]tatus(?:Code)?|code|writeHead|\\w*Error)['"\`]?\\s*(?:[:(=!<>?]+\\s*)+['"\`]?${status}\\b`),
  // '404 Not Found', '404'
  new RegExp(`['"\`]${status}(?:['"\`]| [A-Z][a-z]+)`),
  // { 404: … }
  new RegExp(`(?:^|[{,])\\s*${status}\\s*:`),
]

const lines: string[] = []
for (const name of readdirSync(src, { recursive: true }) as string[]) {
  if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name === 'http/contract/errors.ts') continue
  const code = readFileSync(src + name, 'utf8')
    // A path such as '/f/*' does not open a comment.
    .replace(/(?<=^|\s)\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '')
  for (const [index, line] of code.split('\n').entries())
    if (uses.some((use) => use.test(line))) lines.push(`src/${name}:${index + 1}: ${line.trim()}`)
}
if (lines.length > 0) {
  console.error(`${lines.join('\n')}
Only src/http/contract/errors.ts may contain error statuses. Throw one of its errors (notFound, …), or name the kind:
errorStatus.NotFound. Add a kind there if none fits.`)
  process.exit(1)
}
console.log('error statuses are only in src/http/contract/errors.ts')
