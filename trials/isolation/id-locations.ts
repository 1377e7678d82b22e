import type { AnySchemaObject } from 'ajv'
import { maxId } from '../../src/http/contract/schema.ts'
import type { Document, OperationAtPath } from '../../test/harness/specification.ts'
import type { RequestExample } from '../lib/examples.ts'

/** Where an operation takes an id: in its path, query or body. `[]` stands for an array item. */
export interface IdLocation {
  in: 'path' | 'query' | 'body'
  /** `client_ids.[]`, or the name of a parameter. */
  path: string
}

/** String fields that name a record. Other ids are integers in the range that `id()` declares. */
const textIdNames = /^(refs?|ids|external_ids|batch|note_ref|subfolder_id)$/
/** Ids in objects whose schema does not declare them. */
const undeclaredIds: Record<string, string[]> = {
  'POST /clients/bulk': ['clients.[].business_id'],
  'POST /forms/{id}/submissions': ['answers.client', 'answers.staff'],
  'POST /reports/insights': ['spec.filters.client.[]', 'spec.filters.assignee.[]'],
  'PATCH /reports/insights/{id}': ['spec.filters.client.[]'],
}

/** Every id that an operation takes, from the specification. A new one is tested, or the run fails. */
export function idLocations(operation: OperationAtPath, document: Document): IdLocation[] {
  const locations = new Map<string, IdLocation>()
  const add = (location: IdLocation) => locations.set(`${location.in} ${location.path}`, location)
  for (const { name, in: where, schema } of operation.parameters)
    if (
      schema &&
      ((where === 'path' && !isName(operation, name)) || (where === 'query' && isId(schema.items ?? schema, name)))
    )
      add({ in: where, path: name })
  const body = operation.requestBody?.content['application/json']?.schema
  if (body) for (const path of idsIn(body, document, [], [])) add({ in: 'body', path })
  for (const path of undeclaredIds[`${operation.method} ${operation.path}`] ?? []) add({ in: 'body', path })
  return [...locations.values()]
}

/** Parts of a path that are no ids: kinds of external ids, and those that a PUT creates. */
const isName = ({ method, path }: OperationAtPath, name: string): boolean =>
  path.startsWith('/external-ids/') && (method === 'PUT' || name !== 'external_id')

const isId = ({ type, minimum, maximum }: AnySchemaObject, name: string): boolean =>
  [type].flat().includes('integer')
    ? name !== 'page' && minimum === 1 && maximum === maxId
    : [type].flat().includes('string') && textIdNames.test(name)

function idsIn(schema: AnySchemaObject, document: Document, path: string[], seen: string[]): string[] {
  if (schema.$ref) {
    if (seen.includes(schema.$ref)) return []
    return idsIn(document.components.schemas[schema.$ref.split('/').at(-1)!]!, document, path, [...seen, schema.$ref])
  }
  const own = path.findLast((part) => part !== '[]') ?? ''
  if (path.length > 0 && isId(schema, own)) return [path.join('.')]
  const inner: [AnySchemaObject, string[]][] = [
    ...[schema.oneOf, schema.anyOf, schema.allOf].flatMap((list) =>
      (list ?? []).map((one: AnySchemaObject) => [one, path] as [AnySchemaObject, string[]]),
    ),
    ...Object.entries((schema.properties ?? {}) as Record<string, AnySchemaObject>).map(
      ([name, one]) => [one, [...path, name]] as [AnySchemaObject, string[]],
    ),
    ...(schema.items ? [[schema.items, [...path, '[]']] as [AnySchemaObject, string[]]] : []),
  ]
  return inner.flatMap(([one, at]) => idsIn(one, document, at, seen))
}

/** The id of an example at a location. */
export function idAt(example: RequestExample, { in: where, path }: IdLocation): string | number | undefined {
  if (where !== 'body') {
    const [first] = [example[where]?.[path]].flat()
    return typeof first === 'boolean' ? undefined : first
  }
  const value = path.split('.').reduce<any>((inner, key) => (key === '[]' ? inner?.[0] : inner?.[key]), example.body)
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

/** The example with another id at a location. */
export function withId(example: RequestExample, { in: where, path }: IdLocation, id: string | number): RequestExample {
  if (where === 'path') return { ...example, path: { ...example.path, [path]: id } }
  if (where === 'query') {
    const before = example.query?.[path]
    return { ...example, query: { ...example.query, [path]: Array.isArray(before) ? [id, ...before.slice(1)] : id } }
  }
  const set = (value: any, [key, ...rest]: string[]): any => {
    if (key === undefined) return id
    if (key === '[]') return value.map((item: unknown, n: number) => (n === 0 ? set(item, rest) : item))
    return { ...value, [key]: set(value[key], rest) }
  }
  return { ...example, body: set(example.body, path.split('.')) }
}

/** An id shifted by an offset: 7 becomes 5007, a:801 a:5801, monthly monthly-5000. */
export const offsetId = (id: string | number, by: number): string | number =>
  typeof id === 'number'
    ? id + by
    : /\d$/.test(id)
      ? id.replace(/\d+$/, (digits) => String(Number(digits) + by).padStart(digits.length, '0'))
      : `${id}-${by}`
