import assert from 'node:assert/strict'
import type { AnySchemaObject, ValidateFunction } from 'ajv'
import { makeAjv } from '../../src/http/contract/validation.ts'

interface Response {
  $ref?: string
  content?: Record<string, { schema: AnySchemaObject }>
}
interface Parameter {
  name: string
  in: string
  schema: AnySchemaObject
  description?: string
  example?: unknown
  examples?: Record<string, { value: unknown }>
  $ref?: string
}
export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-needs': string
  'x-requests'?: string[]
  parameters: Parameter[]
  requestBody?: {
    required?: boolean
    content: Record<
      string,
      { schema: AnySchemaObject; example?: unknown; examples?: Record<string, { value: unknown }> }
    >
  }
  responses: Record<string, Response>
}
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Response>; schemas: Record<string, AnySchemaObject> }
}

export interface OperationAtPath extends Operation {
  method: string
  path: string
}

export const operations = (document: Document): OperationAtPath[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

/** The access that a request needs: all of `x-needs`, or its part for a parameter such as `type client: clients=read; …`. */
export function neededBy(
  { 'x-needs': needs }: Operation,
  { path, query }: Record<'path' | 'query', Record<string, unknown>>,
): string {
  const parts = [...needs.matchAll(/(\w+) (\w+): ([^;]+)/g)]
  const part = parts.find(([, name, value]) => ({ ...query, ...path })[name!] === value)
  return part?.[3] ?? needs
}

/** Returns a check that fails for a status or a body that the operation does not declare. */
export function responseChecker(specification: object) {
  const document = closed(specification) as Document
  const ajv = makeAjv([{ ...document, $id: 'spec' }])
  const checks = new Map<string, ValidateFunction>()
  const routes = operations(document).map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    exact: !operation.path.includes('{'),
  }))

  return (method: string, url: string, status: number, body: unknown, mediaType = 'application/json') => {
    const path = url.split('?', 1)[0]!
    const matching = routes.filter(({ operation, pattern }) => operation.method === method && pattern.test(path))
    const operation = (matching.find(({ exact }) => exact) ?? matching[0])?.operation
    if (!operation) return // not an endpoint of the API
    const declared = operation.responses[status]
    assert.ok(
      declared,
      `${method} ${operation.path} responded ${status}, which it does not declare: ${JSON.stringify(body)}`,
    )
    if (mediaType !== 'application/json' && declared.content?.[mediaType]) return
    const location = declared.$ref
      ? declared.$ref.slice(1)
      : `/paths/${operation.path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method.toLowerCase()}/responses/${status}`
    const pointer = `spec#${location}/content/application~1json/schema`
    let check = checks.get(pointer)
    if (!check) {
      check = ajv.compile({ $ref: pointer })
      checks.set(pointer, check)
    }
    assert.ok(
      check(body),
      `${method} ${operation.path} ${status} does not match its schema: ${ajv.errorsText(check.errors)} in ${JSON.stringify(body)}`,
    )
  }
}

/** The same document without additional properties, so that an undeclared field in a response fails. */
function closed(specification: object): object {
  return JSON.parse(JSON.stringify(specification), (_, value) =>
    value?.type === 'object' && value.properties ? { additionalProperties: false, ...value } : value,
  )
}
