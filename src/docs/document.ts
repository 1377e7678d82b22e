/** The parts of an OpenAPI document that the page uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  deprecated?: boolean
  enum?: unknown[]
  /** Later releases may add values. */
  'x-open-enum'?: boolean
  const?: unknown
  default?: unknown
  pattern?: string
  /** The rule of the pattern in words. */
  'x-rule'?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minProperties?: number
  /** The schema of the value, for a string that contains JSON. */
  contentSchema?: Schema
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  deprecated?: boolean
  schema: Schema
  content?: Content
  example?: unknown
  examples?: NamedExamples
}
export interface Header {
  description?: string
  example?: unknown
}
/** Examples by the name of their request. */
type NamedExamples = Record<string, { value: unknown }>
type Content = Record<string, { schema: Schema; example?: unknown; examples?: NamedExamples }>
export interface Response {
  description: string
  headers?: Record<string, Header>
  content?: Content
}
type Reference = { $ref: string }
export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  deprecated?: boolean
  'x-needs'?: string
  /** Its name in the typed clients. */
  'x-sdk'?: string
  'x-requests'?: string[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { content: Content }
  responses: Record<string, Response | Reference>
}
export interface Document {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas?: Record<string, Schema>
    headers?: Record<string, Header>
    [kind: string]: Record<string, unknown> | undefined
  }
}

/** An operation with its method and path. */
export interface OperationAtPath extends Operation {
  method: string
  path: string
}

export const operationsOf = (document: Document): OperationAtPath[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** Resolves a reference into the components. Returns any other value unchanged. */
export function resolve<T extends object>(document: Document, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const [kind, name] = value.$ref.split('/').slice(-2) as [string, string]
  const component = document.components[kind]?.[name]
  if (!component) throw new Error(`The specification refers to ${value.$ref}, which it does not contain`)
  return component as T
}

export const json = 'application/json'
export const isSuccess = (status: string): boolean => status.startsWith('2')
