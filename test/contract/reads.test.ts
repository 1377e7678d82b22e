import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnySchemaObject } from 'ajv'
import { eventKinds } from '../../src/events/catalogue.ts'
import { clientsInErrors } from '../../src/http/responses/reads.ts'
import { inOneProcess } from '../cluster/environment.ts'
import { harness } from '../harness/harness.ts'
import { type Document, operations } from '../harness/specification.ts'

/**
 * The read audit records the clients whose ids a response has, where its route declares them. Here every response is searched for
 * what could be the id of a client, so that no route forgets one.
 */
const skip = inOneProcess('it reads the routes of this process')
const { app } = await harness()
const document = app.openapiDocument() as Document

/** Numbers that are named after clients, and are no ids. */
const noIds = new Set(['client_capacity'])
const exempt: Record<string, string> = {
  listEventTypes: 'its examples are not of records',
  listWebhookDeliveries: 'as what is sent to webhooks, it has the id and nothing of the client',
  getWebhookDelivery: 'the same',
  resendWebhookDelivery: 'the same',
}
/** Routes whose responses show a client without its id. */
const withoutIds = [
  ...['createClientNote', 'createFormLink', 'getNote', 'listNoteRevisions', 'updateNote'],
  ...['addProspectNote', 'listProspectNotes'],
  ...['getInsight', 'getInsightResults'],
]

const resolved = (schema: AnySchemaObject): AnySchemaObject =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema
const typesOf = ({ type }: AnySchemaObject): string[] => [type].flat()

/** The paths of ids in a value that is a client, or several. */
function idsOf(schema: AnySchemaObject, path: string): string[] {
  const { properties, items, anyOf = [], oneOf = [], ...rest } = resolved(schema)
  if (typesOf(rest).includes('integer')) return [path]
  if (properties?.id) return [`${path}.id`]
  if (items) return idsOf(items, `${path}[]`)
  return [...anyOf, ...oneOf].flatMap((one: AnySchemaObject) => idsOf(one, path))
}

const isOfClients = (name: string) => /client|participant/.test(name) && !noIds.has(name)

/** Where a response may have ids of clients: by names, in the record of a client, and where a type may be `client`. */
function clientPaths(schema: AnySchemaObject, path: string, seen: string[] = []): string[] {
  const { $ref } = schema
  if ($ref && seen.includes($ref)) return []
  const within = $ref ? [...seen, $ref] : seen
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties: values } = resolved(schema)
  const entries = Object.entries<AnySchemaObject>(properties)
  const at = (name: string) => (path ? `${path}.${name}` : name)
  const mayBeClient = resolved(properties.type ?? {}).enum?.includes('client')
  return [
    ...($ref?.endsWith('/Client') ? [at('id')] : []),
    ...entries.flatMap(([name, one]) => (isOfClients(name) ? idsOf(one, at(name)) : [])),
    ...(mayBeClient
      ? entries.flatMap(([name, one]) =>
          name === 'id'
            ? [`${path}[type=client].id`]
            : name === 'value'
              ? idsOf(one, `${path}[type=client].value`)
              : [],
        )
      : []),
    ...entries.flatMap(([name, one]) => clientPaths(one, at(name), within)),
    ...(items ? clientPaths(items, `${path}[]`, within) : []),
    ...[...anyOf, ...oneOf].flatMap((one: AnySchemaObject) => clientPaths(one, path, within)),
    ...(typeof values === 'object' ? clientPaths(values, at('*'), within) : []),
  ]
}

/** `[type=client]` is an object or each of a list. */
const normal = (path: string) => path.replace('[][type=', '[type=')

/** Whether a schema has a path. What declares no fields may have any. */
function has(schema: AnySchemaObject, [step, ...rest]: string[]): boolean {
  const { properties, items, anyOf = [], oneOf = [], additionalProperties, type } = resolved(schema)
  if (step === undefined) return true
  const inAny = [...anyOf, ...oneOf].some((one: AnySchemaObject) => has(one, [step, ...rest]))
  if (step.startsWith('[type=')) return inAny || has(items ?? schema, rest)
  if (step === '[]') return inAny || (items !== undefined && has(items, rest))
  if (properties?.[step]) return has(properties[step], rest)
  return inAny || (!properties && (additionalProperties === true || !type))
}

const successes = operations(document).map(({ operationId, responses }) => ({
  operationId,
  schemas: Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') && content?.['application/json'] ? [content['application/json'].schema] : [],
  ),
}))

test('a route whose response may have the id of a client declares where', { skip }, () => {
  for (const { operationId, schemas } of successes) {
    const declared = new Set(app.readsOfOperations.get(operationId)?.paths.map(normal))
    const missing = new Set(schemas.flatMap((schema) => clientPaths(schema, '')).map(normal))
    for (const path of declared) missing.delete(path)
    if (exempt[operationId]) assert.ok(missing.delete([...missing][0]!), `${operationId} is exempt and needs not be`)
    assert.deepEqual(
      [...missing],
      [],
      `${operationId}: add these to config.reads of its route, as clientsAt('data.client.id')`,
    )
  }
})

test('every declared place is in the response', { skip }, () => {
  const known = new Set(successes.map(({ operationId }) => operationId))
  for (const [operationId, { paths }] of app.readsOfOperations) {
    assert.ok(known.has(operationId), operationId)
    const { schemas } = successes.find((one) => one.operationId === operationId)!
    for (const path of paths)
      assert.ok(
        schemas.some((schema) => has(schema, path.split(/\.|(?=\[)/))),
        `${operationId} has no ${path}`,
      )
  }
  const others = [...app.readsOfOperations].filter(([, { paths }]) => paths.length === 0).map(([name]) => name)
  assert.deepEqual(others.sort(), [...withoutIds].sort())
})

test('an error that may have the id of a client has it where it is looked for', { skip }, () => {
  const { ValidationError, ApiError } = document.components.schemas
  const found = [ValidationError!, ApiError!].flatMap((schema) => clientPaths(schema, ''))
  assert.deepEqual(found.sort(), [...clientsInErrors.paths].sort())
})

test('so has an event whose detail may have one', { skip }, () => {
  const declared = new Set(app.readsOfOperations.get('getEvent')!.paths)
  for (const [type, { detail }] of eventKinds)
    for (const path of clientPaths(detail as AnySchemaObject, 'data.detail'))
      assert.ok(declared.has(path), `${type} ${path}`)
})

test('finds ids of clients under any name of theirs, in lists and beside a type', () => {
  const integer = { type: 'integer' }
  const one = { type: 'object', properties: { id: integer } }
  const planted: [schema: AnySchemaObject, path: string][] = [
    [{ properties: { data: { properties: { client_id: { type: ['integer', 'null'] } } } } }, 'data.client_id'],
    [{ properties: { data: { items: { properties: { client: one } } } } }, 'data[].client.id'],
    [{ properties: { participants: { items: { anyOf: [one, { type: 'null' }] } } } }, 'participants[].id'],
    [{ properties: { for_clients: { items: integer } } }, 'for_clients[]'],
    [{ properties: { data: { $ref: '#/components/schemas/Client' } } }, 'data.id'],
    [
      { properties: { data: { items: { properties: { type: { enum: ['client'] }, id: integer } } } } },
      'data[type=client].id',
    ],
  ]
  for (const [schema, path] of planted) assert.deepEqual(clientPaths(schema, '').map(normal), [path])
  assert.deepEqual(clientPaths({ properties: { client_capacity: integer, client_type: { type: 'string' } } }, ''), [])
})
