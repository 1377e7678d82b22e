import { type Document, json, type OperationAtPath, operationsOf, type Schema } from './document.ts'

/** How the items of a list are read. */
export interface List {
  /** The field of the response that has the items. */
  items: string
  /**
   * What leads to the next page: `after_id` (in `meta.next_after_id`), `cursor` (in `meta.next_cursor` or `next_cursor`),
   * `after` (in `meta.next`, until it is `meta.latest`), or `page` (until `meta.last_page`). None: it has one page.
   */
  by?: 'after_id' | 'cursor' | 'after' | 'page'
  /** The parameter for the number of items of a page, and its largest value. */
  size?: { parameter: string; maximum: number }
  /** The parameter that chooses some records. Those are one page, and `after_id` cannot be sent with it. */
  chooser?: 'ids' | 'refs'
}

/** What a client needs to know of an operation to call it by name. */
export interface TableEntry {
  /** A resource and a verb, as `shifts.cancel`. */
  name: string
  operationId: string
  method: string
  /** Path parameters are the first arguments, in this order. */
  path: string
  /** Names of query parameters. Of an input, fields with these names go into the query, all others into the body. */
  query: string[]
  body: 'none' | 'optional' | 'required'
  /** Whether it takes an `Idempotency-Key`. A write that does not is never sent twice. */
  takesKey: boolean
  /** Whether it returns text with these values of `format`. */
  textFormats: string[]
  list?: List
}

/** The table of operations, which all typed clients are made from. */
export const tableOf = (document: Document): TableEntry[] => operationsOf(document).map(entryOf)

function entryOf(operation: OperationAtPath): TableEntry {
  const { operationId, method, path, parameters, requestBody } = operation
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const formats = query.find(({ name }) => name === 'format')?.schema.enum ?? []
  const list = listOf(operation)
  return {
    name: operation['x-sdk'],
    operationId,
    method,
    path,
    query: query.map(({ name }) => name),
    body: !requestBody ? 'none' : requestBody.required ? 'required' : 'optional',
    takesKey: parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')),
    textFormats: formats.map(String).filter((format) => format !== 'json'),
    ...(list && { list }),
  }
}

function listOf({ 'x-sdk': name, parameters, responses }: OperationAtPath): List | undefined {
  if (!/\.list([A-Z]|$)/.test(name)) return undefined
  const properties = responses['200']?.content?.[json]?.schema.properties ?? {}
  const arrays = Object.keys(properties).filter((field) => properties[field]!.type === 'array')
  const items = arrays.includes('data') ? 'data' : arrays.length === 1 ? arrays[0]! : undefined
  if (!items) throw new Error(`${name} is called a list: its response needs \`data\`, or one array, not ${arrays}`)
  const schemas = new Map<string, Schema>(parameters.map((parameter) => [parameter.name, parameter.schema]))
  const by = (['after_id', 'cursor', 'after', 'page'] as const).find((parameter) => schemas.has(parameter))
  const parameter = ['per_page', 'limit'].find((each) => schemas.has(each))
  const chooser = by === 'after_id' ? (['ids', 'refs'] as const).find((each) => schemas.has(each)) : undefined
  return {
    items,
    ...(by && { by }),
    ...(parameter && { size: { parameter, maximum: schemas.get(parameter)!.maximum! } }),
    ...(chooser && { chooser }),
  }
}
