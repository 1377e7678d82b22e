import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core'

const file = new URL('../openapi.json', import.meta.url)

interface Operation {
  requestBody?: object
  responses: Record<string, { description?: string }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

/** Redocly's recommended rules over openapi.json; a warning fails as an error does. */
const config = await createConfig({ extends: ['recommended'] })
const problems = await lint({ ref: fileURLToPath(file), config })
formatProblems(problems, { totals: getTotals(problems), version: '', format: 'stylish' })

/** And our own: a reader learns what each success gives, and a generated client sends nothing by itself. */
const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)
const wrong = [
  ...descriptionsWrong(),
  ...Object.entries(components.schemas).flatMap(([name, schema]) => defaultsIn(schema, name)),
  ...operations.flatMap(({ name, operation }) => defaultsIn(operation.requestBody ?? {}, `the body of ${name}`)),
]
for (const line of wrong) console.error(line)
if (problems.length > 0 || wrong.length > 0) process.exit(1)
console.log('openapi.json is clean')

function descriptionsWrong(): string[] {
  const first = new Map<string, string>()
  return operations.flatMap(({ name, operation }) =>
    Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { description = '' }]) => {
        const place = `${name} ${status}`
        const other = first.get(description)
        first.set(description, place)
        if (!/^[A-Z].+\s.+\.$/.test(description))
          return [`${place}: "${description}" does not say what the response has. Write \`returns\` of its operation.`]
        return other ? [`${place}: "${description}" is also the description of ${other}. Say what this one has.`] : []
      }),
  )
}

/** A field named `default` is a schema of its own, below `properties`. */
function defaultsIn(value: object, place: string, isFields = false): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'default' && !isFields) return [`${place} has a default; its description should say what is used.`]
    if (key.startsWith('example') || typeof inner !== 'object' || inner === null) return []
    return defaultsIn(inner, `${place}.${key}`, key === 'properties')
  })
}
