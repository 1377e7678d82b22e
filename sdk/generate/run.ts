import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Document, withExamplesOfTimes } from './document.ts'
import { notice, resourcesOf } from './resources.ts'
import { type TableEntry, tableOf } from './table.ts'
import { typesOf } from './types.ts'

/** Writes all that is generated from openapi.json. CI fails when that changes a committed file. */
const at = (path: string) => new URL(`../${path}`, import.meta.url)
const document = withExamplesOfTimes(JSON.parse(readFileSync(at('../openapi.json'), 'utf8')) as Document)
const table = tableOf(document)

mkdirSync(at('src/generated'), { recursive: true })
// For clients in other languages: what src/generated/operations.ts says too, in full.
writeFileSync(
  at('operations.json'),
  `${JSON.stringify({ version: document.info.version, operations: table }, null, 2)}\n`,
)
writeFileSync(at('src/generated/operations.ts'), operationsFile(document.info.version, table))
writeFileSync(at('src/generated/resources.ts'), resourcesOf(document))
writeFileSync(at('src/generated/api.ts'), `${notice}\n\n${await typesOf(document)}`)

/** The table as short as the bundle should be: fields that most operations do not have come last. */
function operationsFile(version: string, table: TableEntry[]): string {
  const rows = table.map(({ name, method, path, query, body, takesKey, list }) => {
    const flags = {
      // Without a body the input is the query, and with a body alone it is the body.
      ...(body !== 'none' && { body: true }),
      ...(body !== 'none' && query.length > 0 && { query }),
      ...(method !== 'GET' && !takesKey && { noKey: true }),
      ...(list && { list }),
    }
    return `  '${name}': ${JSON.stringify(Object.keys(flags).length > 0 ? [method, path, flags] : [method, path])},`
  })
  return `${notice}
import type { Operation } from '../operation.ts'

export const version = '${version}'

export const operations: Record<string, Operation> = {
${rows.join('\n')}
}
`
}
