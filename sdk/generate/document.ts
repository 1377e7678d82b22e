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

/** What the service accepts, by format; the names of formats alone do not say it. */
const examples: Record<string, string> = {
  date: '2026-11-30',
  'date-or-instant': '2026-11-30 or 2026-11-30T09:15:00Z',
  'local-time': '2026-11-30 09:15:00',
  'local-time-or-instant': '2026-11-30 09:15:00 or 2026-11-30T09:15:00Z',
}

/** The document with an example of each date and time at the end of its description, for the hints of editors. */
export function withExamplesOfTimes(document: Document): Document {
  const visit = (value: unknown, describing: Schema | undefined): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Schema
    const example = typeof node.format === 'string' && examples[node.format]
    // A parameter is described beside its schema.
    const described = describing ?? node
    if (example) described.description = sentences(described.description, `Such as ${example}.`)
    for (const [key, inner] of Object.entries(node))
      if (!/^examples?$/.test(key)) visit(inner, key === 'schema' && 'in' in node ? node : undefined)
  }
  const copy = structuredClone(document)
  visit(copy, undefined)
  return copy
}

const sentences = (text: string | undefined, last: string): string =>
  text ? `${text.replace(/\.?$/, '.')} ${last}` : last

export const successesOf = ({ responses }: Operation): string[] =>
  Object.keys(responses).filter((status) => status.startsWith('2'))
