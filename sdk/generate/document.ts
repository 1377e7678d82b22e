/** The parts of openapi.json that the generators read. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  required?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  maximum?: number
  contentSchema?: Schema
  [keyword: string]: unknown
}

export interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query'
  description?: string
  required?: boolean
  schema: Schema
  [keyword: string]: unknown
}

type Content = Record<string, { schema: Schema }>

export interface Operation {
  operationId: string
  'x-sdk': string
  'x-needs': string
  summary: string
  description: string
  deprecated?: boolean
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { content?: Content; headers?: object }>
}

export interface Document {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: { requestBody: { content: Content } } }>
  components: { schemas: Record<string, Schema>; [kind: string]: Record<string, unknown> }
}

export const json = 'application/json'

export interface OperationAtPath extends Operation {
  method: string
  path: string
}

/** In the order of their names, so that the generated files do not depend on the order of the routes. */
export const operationsOf = ({ paths }: Document): OperationAtPath[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
    )
    .sort((a, b) => (a['x-sdk'] < b['x-sdk'] ? -1 : 1))

export const successesOf = ({ responses }: Operation): string[] =>
  Object.keys(responses).filter((status) => status.startsWith('2'))
