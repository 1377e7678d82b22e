import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { basePath } from '../../src/app.ts'
import { resolve } from '../../src/docs/document.ts'
import { createCloner } from '../../trials/lib/clone.ts'
import { changedTables, createDumper } from '../../trials/lib/dump.ts'
import {
  exampleRequest,
  type RequestExample,
  type TestedOperation,
  testedOperations,
} from '../../trials/lib/examples.ts'
import { makeTenant, type Tenant } from '../../trials/lib/service.ts'
import { harness } from '../harness/harness.ts'
import type { Document } from '../harness/specification.ts'

/** Every operation that takes `dry_run`, found in the specification, with each of its examples. */
const api = await harness()
const { app, db, clock, send } = api
clock.advance(Date.parse('2026-11-15T02:00:00Z') - clock.now())

type Place = 'body' | 'query'
const document = app.openapiDocument() as Document
const fieldsOfBody = ({ requestBody }: TestedOperation['operation']): string[] => {
  const schema = requestBody?.content['application/json']?.schema
  return Object.keys(schema ? (resolve(document as never, schema).properties ?? {}) : {})
}
const placesOf = ({ operation }: TestedOperation): Place[] => [
  ...(fieldsOfBody(operation).includes('dry_run') ? (['body'] as const) : []),
  ...(operation.parameters?.some(({ name }) => name === 'dry_run') ? (['query'] as const) : []),
]
const operations = testedOperations(document)
  .map((tested) => ({ ...tested, places: placesOf(tested) }))
  .filter(({ places }) => places.length > 0)

/** An example without or with another `dry_run`. */
const real = ({ path, query = {}, body }: RequestExample): RequestExample => {
  const { dry_run: _, ...rest } = query
  const { dry_run: __, ...fields } = (body ?? {}) as Record<string, unknown>
  return { ...(path && { path }), query: rest, ...(body && { body: fields }) }
}
const withDryRun = (example: RequestExample, place: Place, value: unknown = true): RequestExample => {
  const { path, query, body } = real(example)
  const [inQuery, inBody] = place === 'query' ? [{ dry_run: value }, {}] : [{}, { dry_run: value }]
  const hasBody = body !== undefined || place === 'body'
  return {
    ...(path && { path }),
    query: { ...query, ...inQuery } as never,
    ...(hasBody && { body: { ...body, ...inBody } }),
  }
}

/** What differs between a dry run and the request by nature: tense, ids of new records, times of writing, secrets. */
const volatile = new Set([
  'dry_run',
  'id',
  'ref',
  'created',
  'batch',
  'secret',
  'updated_at',
  'created_at',
  'client_id',
  'link',
  'series_id',
  'last_four',
])
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value === 'string')
    return value
      .replace(/Would be (\w)/, (_, letter: string) => letter.toUpperCase())
      .replace('would be a draft', 'is a draft')
      .replace(/would be|were/, 'was')
      .replace('would go', 'went')
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (volatile.has(key) ? [] : [[key, comparable(inner)]])),
  )
}

describe('a dry run', async () => {
  const dump = await createDumper(db)
  const model = await makeTenant(api, 'Model')
  const clone = await createCloner(api)
  const call = ({ token }: Tenant, { operation }: TestedOperation, example: RequestExample, headers: object = {}) => {
    const { url, payload, headers: own } = exampleRequest(operation, example, token)
    return send({
      ...{ method: operation.method as 'POST', url: url.slice(basePath.length), headers: { ...own, ...headers } },
      ...(payload !== undefined && { payload }),
    })
  }

  test('is offered by everything that destroys or publishes', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    for (const name of [
      ...['publishShifts', 'unpublishShifts', 'cancelShift', 'restoreShift', 'deleteShifts', 'archiveClient'],
      ...['deleteTask', 'billBillables', 'voidBillable', 'convertProspect'],
    ])
      assert.ok(names.includes(name), name)
  })

  test('is refused as the request would be, with the same text, and stores nothing', async () => {
    const tenant = await clone(model)
    const refused: [name: string, example: RequestExample][] = [
      ['DELETE /clients/{id}', { path: { id: 999 } }],
      ['DELETE /tasks/{id}', { path: { id: 59 } }],
      ['DELETE /tasks/{id}', { path: { id: 999 } }],
      ['POST /billables/{id}/void', { path: { id: 90 }, body: { reason: 'Wrong price' } }],
      ['POST /billables/{id}/void', { path: { id: 91 }, body: { reason: ' ' } }],
      ['POST /shifts/{ref}/cancel', { path: { ref: 'a:807' }, body: { cancelled_by: 'client', reason: 'Ill' } }],
      ['POST /shifts/{ref}/cancel', { path: { ref: 'a:806' }, body: { cancelled_by: 'client' } }],
      ['POST /shifts/{ref}/restore', { path: { ref: 'a:801' }, body: {} }],
      ['POST /shifts/publish', { body: { refs: ['a:817'], override_conflicts: ['staff_overlap'] } }],
      ['POST /billables/bill', { body: { ids: [91, 999], invoice_number: 'INV-9' } }],
      ['POST /shifts/unpublish', { body: { refs: ['a:802', 'x'] } }],
      ['POST /shifts/publish', { body: { refs: ['a:801', 'x'] } }],
      ['DELETE /shifts', { body: { refs: ['x'] } }],
    ]
    for (const [name, example] of refused) {
      const tested = operations.find((one) => one.name === name)!
      const before = await dump(tenant.id)
      const run = await call(tenant, tested, example)
      assert.ok(run.status >= 400 || run.body.succeeded === 0, `${name}: ${run.text}`)
      for (const place of tested.places) {
        const dry = await call(tenant, tested, withDryRun(example, place))
        assert.equal(dry.status, run.status, name)
        const { dry_run: _, ...body } = dry.body
        assert.deepEqual(body, run.body, name)
      }
      assert.deepEqual(changedTables(before, await dump(tenant.id)), [], name)
    }
  })

  for (const tested of operations) {
    const { name, places, examples } = tested
    for (const place of places) {
      test(`${name}, dry_run in the ${place}: the same response, and nothing stored, with and without a key`, async () => {
        for (const [index, example] of examples.entries()) {
          const tenant = await clone(model)
          const before = await dump(tenant.id)
          const dry = await call(tenant, tested, withDryRun(example, place))
          assert.deepEqual(changedTables(before, await dump(tenant.id)), [], `${name} ${index}`)
          const key = { 'idempotency-key': 'k' }
          const first = await call(tenant, tested, withDryRun(example, place), key)
          const again = await call(tenant, tested, withDryRun(example, place), key)
          assert.deepEqual([first.status, again.text], [dry.status, first.text])
          assert.deepEqual(changedTables(before, await dump(tenant.id)), ['idempotency_key'], `${name} ${index}`)
          const otherRequest = await call(tenant, tested, real(example), key)
          assert.deepEqual([otherRequest.status, Object.keys(otherRequest.body.errors)], [422, ['Idempotency-Key']])
          const run = await call(tenant, tested, real(example))
          assert.equal(dry.status, 200, dry.text)
          assert.ok([200, 201].includes(run.status), run.text)
          assert.equal(dry.body.dry_run, true)
          assert.equal('dry_run' in run.body, false)
          assert.deepEqual(comparable(dry.body), comparable(run.body), `${name} ${index}`)
        }
      })

      if (place === 'query') {
        test(`${name}: a repeated dry_run is a 422, and nothing is stored`, async () => {
          const tenant = await clone(model)
          const before = await dump(tenant.id)
          const { url, payload, headers } = exampleRequest(tested.operation, real(examples[0]), tenant.token)
          const repeated = `${url.slice(basePath.length)}?dry_run=true&dry_run=false`
          const { status, body } = await send({
            ...{ method: tested.operation.method as 'DELETE', url: repeated, headers },
            ...(payload !== undefined && { payload }),
          })
          assert.deepEqual([status, body.errors], [422, { dry_run: ['dry_run must be sent only once.'] }])
          assert.deepEqual(changedTables(before, await dump(tenant.id)), [])
        })
      } else if (!places.includes('query')) {
        test(`${name}, dry_run in the query: 422 that names the body, and nothing is stored`, async () => {
          const tenant = await clone(model)
          const before = await dump(tenant.id)
          for (const value of [true, false, 'maybe']) {
            const { status, body } = await call(tenant, tested, withDryRun(examples[0], 'query', value))
            const message = 'dry_run must be sent in the body, not in the query.'
            assert.deepEqual([status, body.errors], [422, { dry_run: [message] }])
          }
          assert.deepEqual(changedTables(before, await dump(tenant.id)), [])
        })
      }

      test(`${name}, dry_run in the ${place}: another type is a 422 that names it`, async () => {
        const tenant = await clone(model)
        const before = await dump(tenant.id)
        const { status, body } = await call(tenant, tested, withDryRun(examples[0], place, 'maybe'))
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['dry_run']])
        assert.deepEqual(changedTables(before, await dump(tenant.id)), [])
      })

      test(`${name}, dry_run in the ${place}: false is the request itself`, async () => {
        const tenant = await clone(model)
        const { body } = await call(tenant, tested, withDryRun(examples[0], place, false))
        assert.equal('dry_run' in body, false)
      })
    }
  }
})
