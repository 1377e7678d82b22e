import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counting, insightOf, reportRows } from '../../../test/factories/reports/reports.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
const rows = reportRows(db)
const path = '/reports/insights'

test('creating an insight stores a complete spec without unset keys', async () => {
  const org = await organisation()
  const { status, body } = await org.post(path, {
    name: ' Clients ',
    spec: { source: 'clients', group_by: null, filters: {} },
  })
  assert.equal(status, 201)
  const { created, link, created_at, updated_at, ...record } = body
  assert.deepEqual(record, {
    ...{ id: created, name: 'Clients', description: null, mode: 'single', source: 'clients', visualization: 'metric' },
    spec: { source: 'clients', metric: 'records::count', visualization: 'metric' },
    ...{ space: null, subfolder_id: null, protected: false },
  })
  assert.match(link, new RegExp(`^http://.+/r/${org.slug}/insights/${created}\\?link=[\\w-]+$`))
  assert.equal(created_at, updated_at)
  const [event] = await org.events()
  assert.deepEqual([event.type, event.subject_id, event.fields], ['insight.created', created, ['name', 'spec']])
})

test('an insight is returned with its results, or without them', async () => {
  const org = await organisation()
  await org.post('/clients', { first_name: 'A', last_name: 'B', client_type: 'HCP', business_id: org.businessId })
  const id = await insightOf(org, { description: 'All of them' })
  const { data } = (await org.get(`${path}/${id}`)).body
  assert.equal(data.description, 'All of them')
  const { generated_at, ...results } = data.results
  assert.deepEqual(results, {
    columns: [{ key: 'value', label: 'Clients', type: 'number' }],
    ...{ rows: [{ value: 1 }], row_count: 1, truncated: false },
    ...{ date_range: { from: null, to: null }, timezone: 'Australia/Sydney' },
  })
  assert.equal(generated_at, `${new Date(clock.now()).toISOString().slice(0, -1)}000Z`)
  const { results: _, ...plain } = data
  assert.deepEqual((await org.get(`${path}/${id}?results=false`)).body.data, plain)
  assert.deepEqual((await org.get(`${path}/${id}/results`)).body.data, data.results)
})

test('a patch merges the keys of the spec into the stored ones', async () => {
  const org = await organisation()
  const spec = { source: 'clients', group_by: 'status', visualization: 'bar', target: { value: 5 } }
  const id = await insightOf(org, { spec })
  const { status, body } = await org.patch(`${path}/${id}`, { spec: { breakdown_by: 'client_type', target: null } })
  assert.deepEqual([status, body.updated], [200, id])
  const next = { source: 'clients', metric: 'records::count', visualization: 'bar', group_by: 'status' }
  assert.deepEqual(body.spec, { ...next, breakdown_by: 'client_type' })
  assert.ok(body.updated_at > body.created_at)
  assert.deepEqual((await org.get(`${path}/${id}?results=false`)).body.data.spec, body.spec)
  const event = (await org.events()).at(-1)
  assert.deepEqual([event.type, event.subject_id, event.fields], ['insight.updated', id, ['spec']])
})

test('another source resets metric, groups, filters and formula; the same source resets nothing', async () => {
  const org = await organisation()
  const first = { source: 'appointments', metric: 'hours::sum', visualization: 'bar', group_by: 'start:month' }
  const retained = { date_range: { preset: 'this_month' }, value_format: { style: 'hours' }, target: { value: 3 } }
  const spec = { ...first, breakdown_by: 'type', filters: { status: 'scheduled' }, ...retained }
  const id = await insightOf(org, { spec })
  const same = await org.patch(`${path}/${id}`, { spec: { source: 'appointments' } })
  assert.deepEqual(same.body.spec, spec)
  const { body } = await org.patch(`${path}/${id}`, { spec: { source: 'tasks' } })
  assert.deepEqual(body.spec, { source: 'tasks', metric: 'records::count', visualization: 'bar', ...retained })
  const formula = { expression: 'a', terms: { a: { metric: 'records::count' } } }
  const number = await insightOf(org, { spec: { ...counting, formula } })
  assert.deepEqual(
    (await org.patch(`${path}/${number}`, { spec: { source: 'staff', metric: 'records::count' } })).body.spec,
    {
      ...counting,
      source: 'staff',
    },
  )
})

test('a patch without differences writes nothing and records no event', async () => {
  const org = await organisation()
  const space_id = await rows.space(org, 'Ops', [{ id: 'm', name: 'Monthly' }])
  const spec = {
    ...counting,
    filters: { status: 'Active' },
    conditional_formatting: [{ operator: '<', value: -0, color: 'red' }],
  }
  const values = { name: 'Clients', description: 'D', spec, space_id, subfolder_id: 'm' }
  const id = await insightOf(org, values)
  const before = (await org.get(`${path}/${id}?results=false`)).body.data
  for (const body of [{}, values, { spec: {} }, { spec: before.spec }, { space_id }, { name: ' Clients ' }]) {
    const response = await org.patch(`${path}/${id}`, body)
    assert.equal(response.status, 200)
    const { updated, ...record } = response.body
    assert.deepEqual([updated, record], [id, before])
  }
  assert.equal((await org.events()).length, 1)
})

test('two concurrent patches are both applied', async () => {
  const org = await organisation()
  const id = await insightOf(org)
  const patches = [{ group_by: 'status' }, { date_range: { preset: 'today' } }, { filters: { status: 'Active' } }]
  const answers = await Promise.all(patches.map((spec) => org.patch(`${path}/${id}`, { spec })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const { spec } = (await org.get(`${path}/${id}?results=false`)).body.data
  assert.deepEqual(spec, Object.assign({ ...counting }, ...patches))
  assert.equal((await org.events()).length, 4)
})

test('an Idempotency-Key creates one insight, and replays a rejected spec too', async () => {
  const org = await organisation()
  const key = { 'idempotency-key': 'k1' }
  const send = () => org.post(path, { name: 'Once', spec: counting }, key)
  const [first, again] = [await send(), await send()]
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal((await org.get(path)).body.meta.total, 1)
  const remove = () => org.delete(`${path}/${first.body.created}`, { 'idempotency-key': 'k2' })
  const [gone, still] = [await remove(), await remove()]
  assert.deepEqual([gone.status, gone.body, still.body], [200, { deleted: first.body.created }, gone.body])
  assert.equal((await org.delete(`${path}/${first.body.created}`)).status, 404)
})

test('a patch moves an insight between spaces and subfolders', async () => {
  const org = await organisation()
  const first = await rows.space(org, 'Ops', [{ id: 'm', name: 'Monthly' }])
  const second = await rows.space(org, 'Board', [
    { id: 'm', name: 'Months' },
    { id: 'y', name: 'Years' },
  ])
  const id = await insightOf(org, { space_id: first, subfolder_id: 'm' })
  const locationAfter = async (body: object) => {
    const response = await org.patch(`${path}/${id}`, body)
    return [response.body.space, response.body.subfolder_id, (await org.events()).at(-1).fields]
  }
  const board = { id: second, name: 'Board' }
  assert.deepEqual(await locationAfter({ space_id: second }), [board, null, ['space_id', 'subfolder_id']])
  assert.deepEqual(await locationAfter({ subfolder_id: 'y' }), [board, 'y', ['subfolder_id']])
  assert.deepEqual(await locationAfter({ space_id: second }), [board, 'y', ['subfolder_id']])
  assert.deepEqual(await locationAfter({ space_id: first, subfolder_id: 'm' }), [
    { id: first, name: 'Ops' },
    'm',
    ['space_id', 'subfolder_id'],
  ])
  assert.deepEqual(await locationAfter({ space_id: null }), [null, null, ['space_id', 'subfolder_id']])
})

test('results are truncated at 1 MB of names', async () => {
  const org = await organisation()
  // A character that takes six bytes in JSON.
  await db.query(
    `insert into client (org_id, first_name, last_name, client_type, business_id, language)
     select $1, 'A', 'B', 'HCP', $2, repeat(chr(1), 95) || n from generate_series(1001, 3000) n`,
    [org.orgId, org.businessId],
  )
  const { created } = (await org.post(path, { name: 'Languages', spec: { source: 'clients', group_by: 'language' } }))
    .body
  const { text, body } = await org.get(`${path}/${created}/results`)
  assert.deepEqual([body.data.row_count, body.data.truncated], [Math.floor(1_000_000 / 576), true])
  assert.equal(body.data.rows.length, body.data.row_count)
  assert.ok(text.length < 1_100_000)
})
