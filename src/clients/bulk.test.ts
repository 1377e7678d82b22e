import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness, type Organisation } from '../../test/harness/harness.ts'

const { db, organisation } = await harness()
const client = (org: Organisation, n: number, fields: object = {}) => ({
  first_name: `First${n}`,
  last_name: `Last${n}`,
  client_type: 'HCP',
  business_id: org.businessId,
  ...fields,
})
const stored = async (org: Organisation) =>
  (await db.query('select id, first_name, language from client where org_id = $1 order by id', [org.orgId])).rows

describe('POST /clients/bulk', () => {
  test('creates the valid rows, reports the others by index, and records one event for each client', async () => {
    const org = await organisation()
    const clients = [
      client(org, 1),
      client(org, 2, { shoe: 1 }),
      'x',
      client(org, 3, { business_id: 99_999 }),
      client(org, 4, { language: 'Thai', address: '1 High Street' }),
    ]
    const { status, body } = await org.post('/clients/bulk', { clients })

    assert.equal(status, 200)
    assert.match(body.batch, /^imp_\w+$/)
    assert.deepEqual([body.succeeded, body.failed], [2, 3])
    assert.deepEqual(
      body.results.map((r: { index: number; ok: boolean }) => [r.index, r.ok]),
      [
        [0, true],
        [1, false],
        [2, false],
        [3, false],
        [4, true],
      ],
    )
    assert.deepEqual(
      body.results.slice(1, 4).map((r: { errors: object }) => Object.keys(r.errors)),
      [['shoe'], ['body'], ['business_id']],
    )
    const ids = [body.results[0].id, body.results[4].id]
    assert.deepEqual(await stored(org), [
      { id: ids[0], first_name: 'First1', language: 'English' },
      { id: ids[1], first_name: 'First4', language: 'Thai' },
    ])
    const defaults = ['business_id', 'client_type', 'first_name', 'language', 'last_name', 'status']
    assert.deepEqual(
      (await org.events()).map((event) => [event.type, event.subject_id, event.fields.toSorted(), event.connection_id]),
      [defaults, ['address', ...defaults]].map((fields, i) => ['client.created', ids[i], fields, org.connectionId]),
    )
    assert.deepEqual((await org.get(`/imports/${body.batch}`)).body, body)
  })

  test('with on_error abort creates none if one row is invalid, and reports that for each row', async () => {
    const org = await organisation()
    const { body } = await org.post('/clients/bulk', {
      clients: [client(org, 1), client(org, 2, { client_type: 'no' })],
      on_error: 'abort',
    })
    assert.deepEqual([body.succeeded, body.failed], [0, 2])
    assert.match(body.results[0].error, /another row is invalid/)
    assert.deepEqual([await stored(org), await org.events()], [[], []])
    assert.equal((await org.post('/clients/bulk', { clients: [client(org, 1)], on_error: 'abort' })).body.succeeded, 1)
  })

  test('creates a client with the name of an existing one or of an earlier row, with a warning', async () => {
    const org = await organisation()
    const { data } = (await org.post('/clients', client(org, 1))).body
    const { body } = await org.post('/clients/bulk', {
      clients: [client(org, 1, { first_name: 'FIRST1' }), client(org, 2), client(org, 2, { last_name: 'LAST2' })],
    })
    assert.deepEqual(
      body.results.map((r: { warnings: object[] }) => r.warnings),
      [
        [{ code: 'possible_duplicate', client_id: data.id }],
        [],
        [{ code: 'possible_duplicate', client_id: body.results[1].id, index: 1 }],
      ],
    )
    assert.equal((await stored(org)).length, 4)
  })

  test('a dry run reports the same results without ids or a batch, and creates nothing', async () => {
    const org = await organisation()
    const clients = [client(org, 1), client(org, 2, { status: 'no' }), client(org, 1)]
    const dry = (await org.post('/clients/bulk', { clients, dry_run: true })).body
    assert.equal(dry.dry_run, true)
    assert.equal(dry.batch, undefined)
    assert.deepEqual([await stored(org), await org.events()], [[], []])
    assert.equal((await db.query('select 1 from import_batch where org_id = $1', [org.orgId])).rowCount, 0)
    const real = (await org.post('/clients/bulk', { clients })).body
    const results = (response: { results: { index: number; ok: boolean; errors?: object }[] }) =>
      response.results.map(({ index, ok, errors }) => [index, ok, errors])
    assert.deepEqual(results(dry), results(real))
  })

  for (const [what, body, field] of [
    ['no clients', { clients: [] }, 'clients'],
    ['over 100 clients', { clients: Array.from({ length: 101 }, () => ({})) }, 'clients'],
    ['clients that are not a list', { clients: {} }, 'clients'],
    ['an unknown on_error', { clients: [{}], on_error: 'stop' }, 'on_error'],
    ['an unknown field', { clients: [{}], force: true }, 'force'],
  ] as const) {
    test(`responds 422 to ${what}`, async () => {
      const org = await organisation()
      const response = await org.post('/clients/bulk', body)
      assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, [field]])
    })
  }

  test('rejects rows with another organisation’s business location', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const { body } = await org.post('/clients/bulk', { clients: [client(other, 1)] })
    assert.deepEqual([body.failed, await stored(org), await stored(other)], [1, [], []])
  })
})

describe('GET /imports/{batch}', () => {
  test('of another organisation is not found', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const { batch } = (await org.post('/clients/bulk', { clients: [client(org, 1)] })).body
    const { status, body } = await other.get(`/imports/${batch}`)
    assert.deepEqual([status, body], [404, { message: 'Import not found.' }])
  })
})
