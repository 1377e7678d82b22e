import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnySchemaObject } from 'ajv'
import fc from 'fast-check'
import { invalidValue, validValue } from '../factories/arbitrary.ts'
import { formsOf } from '../factories/forms/forms.ts'
import { insightOf } from '../factories/reports/reports.ts'
import { harness, type Organisation } from '../harness/harness.ts'
import { type Document, type OperationAtPath, operations } from '../harness/specification.ts'

/**
 * Every route with valid and invalid input. The harness checks each response against the specification, so an undeclared status or
 * body fails here, and so does a 5xx.
 */
const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)
const runs = Number(process.env.WATTLE_FUZZ_RUNS ?? 60)
console.log(`fuzz: seed ${seed}, ${runs} runs a property (WATTLE_FUZZ_SEED, WATTLE_FUZZ_RUNS)`)

const { app, db, organisation } = await harness()
const document = app.openapiDocument() as Document
const resolve = (ref: string) => document.components.schemas[ref.split('/').at(-1)!]!
let org: Organisation
const ids: number[] = []
/** Ids of existing records by the names of link fields. */
const existing: Record<string, unknown> = {}

before(async () => {
  org = await organisation()
  const name = { first_name: 'A', last_name: 'B' }
  const make = async (path: string, body: object) => {
    ids.push((await org.post(path, body)).body.data.id)
    return ids.at(-1)!
  }
  for (let n = 0; n < 3; n++) {
    const client = await make('/clients', { ...name, client_type: 'HCP', business_id: org.businessId })
    const person = await make('/staff', name)
    await make('/sites', { name: 'S', participant_ids: [client], support_staff_ids: [person] })
    await make('/prospects', { ...name, tags: ['t'] })
    ids.push(await formsOf(db, org).publishedForm())
    await make(`/forms/${ids.at(-1)}/submissions`, { answers: {} })
    ids.push(await insightOf(org, { spec: { source: 'clients', group_by: 'status' } }))
    const cards = [
      { op: 'add_insight', insight_id: ids.at(-1) },
      { op: 'add_text', text: 'T' },
    ]
    ids.push((await org.post('/reports/dashboards', { name: 'B', operations: cards })).body.created)
    Object.assign(existing, { business_id: org.businessId, participant_ids: [client], support_staff_ids: [person] })
  }
})

const pathPart = fc.oneof(
  fc.nat({ max: 23 }).map((n) => String(ids[n] ?? n)),
  fc.constantFrom(
    '0',
    '-1',
    '1.5',
    'x',
    '9007199254740991',
    '9007199254740992',
    '%00',
    '%F0%9F%8C%BE',
    '..%2F',
    'imp_x',
  ),
  fc.string({ minLength: 1, maxLength: 20 }).map(encodeURIComponent),
)

const urls = ({ path, parameters }: OperationAtPath, values: (schema: AnySchemaObject) => fc.Arbitrary<unknown>) => {
  const query = Object.fromEntries(
    parameters.filter((p) => p.in === 'query').map((p) => [p.name, values(p.schema.contentSchema ?? p.schema)]),
  )
  return fc.tuple(pathPart, fc.record(query, { requiredKeys: [] })).map(([part, values]) => {
    const search = Object.entries(values).map(([name, value]) => `${name}=${encode(value)}`)
    return `${path.replace(/\{\w+\}/g, part)}${search.length ? `?${search.join('&')}` : ''}`
  })
}
const encode = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed())

/** A valid body with links to existing records. */
const bodies = ({ requestBody }: OperationAtPath) =>
  requestBody
    ? validValue(requestBody.content['application/json']!.schema, resolve).map((body) =>
        body !== null && typeof body === 'object'
          ? Object.fromEntries(Object.entries(body).map(([field, value]) => [field, existing[field] ?? value]))
          : body,
      )
    : fc.constant(undefined)

for (const operation of operations(document)) {
  const name = `${operation.method} ${operation.path}`
  const check = (property: fc.IAsyncProperty<unknown[]>) =>
    fc.assert(property as fc.IAsyncProperty<unknown>, { seed, numRuns: runs })
  const send = async (url: string, body: unknown) => {
    const response = await org.call(operation.method, url, body)
    assert.ok(response.status < 500, `${url} ${JSON.stringify(body)} -> ${response.status}`)
    return response
  }

  test(`${name}: valid input is never 5xx and never 400`, () =>
    check(
      fc.asyncProperty(
        urls(operation, (schema) => validValue(schema, resolve)),
        bodies(operation),
        async (url, body) => {
          assert.notEqual((await send(url, body)).status, 400)
        },
      ) as fc.IAsyncProperty<unknown[]>,
    ))

  test(`${name}: an invalid value, an extra or a missing field is a 4xx with errors`, () =>
    check(
      fc.asyncProperty(
        urls(operation, () => invalidValue),
        bodies(operation),
        fc.string({ unit: 'binary', maxLength: 12 }),
        invalidValue,
        fc.boolean(),
        async (url, body, field, value, drop) => {
          const fields = Object.keys((body ?? {}) as object)
          const target = fields.length && field.length % 2 ? fields[field.length % fields.length]! : field
          const changed = operation.requestBody && { ...(body as object), [target]: drop ? undefined : value }
          const response = await send(url, changed)
          if (response.status === 422 && response.body.message === 'The given data was invalid.')
            assert.ok(Object.keys(response.body.errors).length > 0)
        },
      ) as fc.IAsyncProperty<unknown[]>,
    ))

  if (operation.requestBody) {
    test(`${name}: any bytes as a body give a 4xx or another declared response`, () =>
      check(
        fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.uint8Array()), async (bytes) => {
          const payload = typeof bytes === 'string' ? bytes : Buffer.from(bytes)
          const url = operation.path.replace(/\{\w+\}/g, String(ids[0]))
          const { status } = await org.call(operation.method, url, payload, { 'content-type': 'application/json' })
          assert.ok(status < 500)
        }) as fc.IAsyncProperty<unknown[]>,
      ))
  }
}
