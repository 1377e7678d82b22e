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

/** Lints openapi.json with Redocly's recommended rules. Warnings are errors. */
const config = await createConfig({ extends: ['recommended'] })
const problems = await lint({ ref: fileURLToPath(file), config })
formatProblems(problems, { totals: getTotals(problems), version: '', format: 'stylish' })

/** Our own rules: every success response has its own description, and bodies have no defaults that a generated client would send. */
const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)
const violations = [
  ...descriptionViolations(),
  ...Object.entries(components.schemas).flatMap(([name, schema]) => defaultsIn(schema, name)),
  ...operations.flatMap(({ name, operation }) => defaultsIn(operation.requestBody ?? {}, `the body of ${name}`)),
]
for (const line of violations) console.error(line)
if (problems.length > 0 || violations.length > 0) process.exit(1)
console.log('openapi.json is clean')

function descriptionViolations(): string[] {
  const first = new Map<string, string>()
  return operations.flatMap(({ name, operation }) =>
    Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { description = '' }]) => {
        const response = `${name} ${status}`
        const other = first.get(description)
        first.set(description, response)
        if (!/^[A-Z].+\s.+\.$/.test(description))
          return [
            `${response}: "${description}" is not a sentence. Describe the response in \`returns\` of its operation.`,
          ]
        return other ? [`${response}: "${description}" is also the description of ${other}. Make it specific.`] : []
      }),
  )
}

/** Below `properties`, `default` is the name of a field. */
function defaultsIn(value: object, path: string, isFields = false): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'default' && !isFields) return [`${path} has a default; describe it in its description instead.`]
    if (key.startsWith('example') || typeof inner !== 'object' || inner === null) return []
    return defaultsIn(inner, `${path}.${key}`, key === 'properties')
  })
}
