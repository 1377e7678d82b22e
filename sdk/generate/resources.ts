import { type Document, json, type OperationAtPath, operationsOf, type Schema } from './document.ts'
import { type TableEntry, tableOf } from './table.ts'

/** The interface of each resource: a method for each operation, with what editors show of it. */
export function resourcesOf(document: Document): string {
  const entries = tableOf(document)
  const methods = new Map<string, string[]>()
  const schemas = new Set<string>()
  for (const [index, operation] of operationsOf(document).entries()) {
    const [resource, verb] = operation['x-sdk'].split('.') as [string, string]
    const signatures = signaturesOf(operation, entries[index]!).map((signature) => `    ${verb}${signature}`)
    const schema = bodySchema(operation)
    if (schema) schemas.add(schema)
    methods.set(resource, [
      ...(methods.get(resource) ?? []),
      ...signatures.map((one) => `${comment(operation, document)}\n${one}`),
    ])
  }
  const members = [...methods].map(([name, lines]) => `  ${name}: {\n${lines.join('\n')}\n  }`)
  return `${notice}
import type { Answer, Body, Call, CallOptions, List, ListOptions, NoInput, Query } from '../calls.ts'
import type { ${[...schemas].sort().join(', ')} } from './api.ts'

/** Every operation of the API by its name. */
export interface Resources {
${members.join('\n')}
}
`
}

export const notice = '// Generated from openapi.json by `npm run sdk`. Do not edit.'

function comment(operation: OperationAtPath, { components }: Document): string {
  const { summary, description, method, path, deprecated, parameters, requestBody, 'x-needs': needs } = operation
  const schema = requestBody?.content[json]?.schema
  const name = bodySchema(operation)
  const { properties = {} } = (name ? components.schemas[name] : schema) ?? {}
  const hints = [
    ...parameters.map((one) => [one.in === 'path' ? camel(one.name) : `input.${one.name}`, one.description] as const),
    ...Object.entries(properties).map(([field, { description }]) => [`input.${field}`, description] as const),
  ].flatMap(([place, text]) => (text ? [`@param ${place} ${text.replaceAll('\n', ' ')}`] : []))
  const text = [
    summary.replace(/\.?$/, '.'),
    // The line with the path says it too.
    description.replace(/\n*^Needs: .*$/m, ''),
    `\`${method} ${path}\`, needs ${needs}.`,
    [...hints, ...(deprecated ? ['@deprecated'] : [])].join('\n'),
  ]
  const lines = text.filter(Boolean).join('\n\n').replaceAll('*/', '* /').split('\n')
  return ['    /**', ...lines.map((line) => `     * ${line}`.trimEnd()), '     */'].join('\n')
}

/** Path parameters, the input, and options. The input has its place always, so that a later release can add fields to it. */
function signaturesOf(operation: OperationAtPath, { query, body, textFormats, list }: TableEntry): string[] {
  const { operationId: id, parameters, requestBody } = operation
  const types = [
    ...(query.length > 0 ? [`Query<'${id}'>`] : []),
    ...(requestBody ? [bodySchema(operation) ?? `Body<'${id}'>`] : []),
  ]
  const input = types.length > 0 ? types.join(' & ') : 'NoInput'
  const isRequired = body === 'required' || parameters.some((one) => one.in === 'query' && one.required)
  const places = parameters
    .filter((one) => one.in === 'path')
    .map(({ name, schema }) => `${camel(name)}: ${scalar(schema)}`)
  const signature = (type: string, needed: boolean, options: string, result: string) =>
    `(${[...places, `input${needed ? '' : '?'}: ${type}`, `options?: ${options}`].join(', ')}): ${result}`
  const answer = `Answer<'${id}'>`
  const result = list ? `List<${answer}, ${answer}['${list.items}'][number]>` : `Call<${answer}>`
  const options = list ? 'ListOptions' : 'CallOptions'
  if (textFormats.length === 0) return [signature(input, isRequired, options, result)]
  const formats = textFormats.map((format) => `'${format}'`).join(' | ')
  const withFormat = (format: string) => `Omit<${input}, 'format'> & { format${format} }`
  return [
    signature(withFormat(`: ${formats}`), true, 'CallOptions', 'Call<string>'),
    signature(withFormat(`?: 'json'`), isRequired, options, result),
  ]
}

const bodySchema = ({ requestBody }: OperationAtPath): string | undefined =>
  requestBody?.content[json]?.schema.$ref?.split('/').at(-1)

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const scalar = ({ type }: Schema): string => (type === 'integer' ? 'number' : 'string')
