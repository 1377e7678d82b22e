import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counting, insightOf, reportRows } from '../../../test/factories/reports/reports.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { type Area, areas } from '../../access/areas.ts'

const { db, organisation } = await harness()
const rows = reportRows(db)
const path = '/reports/insights'

/** Another token of the organisation that cannot read these areas. */
const without = async (org: Organisation, ...closed: Area[]) => {
  const access = Object.fromEntries(areas.map((area) => [area, closed.includes(area) ? 'none' : 'read-write']))
  const less = await organisation(access as never)
  await db.query('update access_token set org_id = $1, connection_id = $2 where id = $3', [
    ...[org.orgId, org.connectionId, less.tokenId],
  ])
  return less
}
const byType = { source: 'appointments', group_by: 'client_type' }

test('results of an area the token cannot read are null with a message', async () => {
  const org = await organisation()
  const id = await insightOf(org, { spec: byType })
  const noClients = await without(org, 'clients')
  const { status, body } = await noClients.get(`${path}/${id}`)
  assert.equal(status, 200)
  assert.deepEqual([body.data.name, body.data.spec.group_by, body.data.results], ['Clients', 'client_type', null])
  assert.equal(body.data.results_message, 'The results are withheld: this access token cannot read clients.')
  assert.ok(!('results_message' in (await noClients.get(`${path}/${id}?results=false`)).body.data))
  const neither = await without(org, 'clients', 'roster')
  const message = (await neither.get(`${path}/${id}`)).body.data.results_message
  assert.equal(message, 'The results are withheld: this access token cannot read roster and clients.')
  assert.equal((await org.get(`${path}/${id}`)).body.data.results.row_count, 0)
})

test('GET results of an area the token cannot read is 403 and names the required areas, as JSON and as CSV', async () => {
  const org = await organisation()
  const id = await insightOf(org, { spec: byType })
  const noClients = await without(org, 'clients')
  for (const format of ['json', 'csv']) {
    const response = await noClients.get(`${path}/${id}/results?format=${format}`)
    assert.deepEqual([response.status, response.body], [403, { message: 'Access token does not permit this action.' }])
    assert.equal(response.headers['x-required-access'], 'reports=read, roster=read, clients=read')
  }
})

test('create and update reject sources and fields that the token cannot read', async () => {
  const org = await organisation()
  const id = await insightOf(org, { spec: byType })
  const noRoster = await without(org, 'roster')
  const made = await noRoster.post(path, { name: 'A', spec: byType })
  assert.equal(made.status, 422)
  assert.deepEqual(made.body.errors['spec.source'], [
    'source must be one of clients, staff, tasks, charges, prospects, form_submissions, notes.',
  ])
  const noClients = await without(org, 'clients')
  const group = (await noClients.post(path, { name: 'A', spec: byType })).body.errors['spec.group_by'][0]
  assert.match(group, /^group_by must be one of status, type, client_id, employee_id, /)
  const filter = { source: 'appointments', filters: { client_type: 'HCP' } }
  assert.match((await noClients.post(path, { name: 'A', spec: filter })).body.errors['spec.filters'][0], /is no field/)
  // The name can change, the spec is checked as it would be stored, and another source makes it readable.
  assert.equal((await noRoster.patch(`${path}/${id}`, { name: 'Renamed', description: 'D' })).status, 200)
  const stored = await noRoster.patch(`${path}/${id}`, { spec: { visualization: 'pie' } })
  assert.deepEqual([stored.status, Object.keys(stored.body.errors)], [422, ['spec.source']])
  const moved = await noRoster.patch(`${path}/${id}`, { spec: { source: 'clients', group_by: 'status' } })
  assert.deepEqual([moved.status, moved.body.name, moved.body.source], [200, 'Renamed', 'clients'])
})

test('another organisation’s insight is 404 and does not change', async () => {
  const [org, other] = [await organisation(), await organisation()]
  const theirs = await insightOf(other)
  const before = (await other.get(`${path}/${theirs}?results=false`)).body
  for (const response of [
    await org.get(`${path}/${theirs}`),
    await org.get(`${path}/${theirs}/results`),
    await org.patch(`${path}/${theirs}`, { name: 'Mine' }),
    await org.patch(`${path}/${theirs}`, { spec: { source: 'staff' } }),
    await org.delete(`${path}/${theirs}`),
  ]) {
    assert.deepEqual([response.status, response.body], [404, { message: 'Insight not found.' }])
  }
  assert.deepEqual((await other.get(`${path}/${theirs}?results=false`)).body, before)
  assert.deepEqual([(await org.events()).length, (await other.events()).length], [0, 1])
})

test('two organisations with equal ids have separate insights, spaces and results', async () => {
  const [org, other] = [await organisation(), await organisation()]
  const [ours, theirs] = [await rows.space(org, 'Ours'), await rows.space(other, 'Theirs')]
  const id = await insightOf(org, { name: 'Mine', space_id: ours })
  await db.query(`insert into insight (org_id, id, name, spec, space_id) values ($1, $2, 'Their own', $3, $4)`, [
    other.orgId,
    id,
    JSON.stringify(counting),
    theirs,
  ])
  await other.post('/clients', { first_name: 'A', last_name: 'B', client_type: 'HCP', business_id: other.businessId })
  const [one, two] = [(await org.get(`${path}/${id}`)).body.data, (await other.get(`${path}/${id}`)).body.data]
  assert.deepEqual([one.name, one.space, one.results.rows], ['Mine', { id: ours, name: 'Ours' }, [{ value: 0 }]])
  assert.deepEqual(
    [two.name, two.space, two.results.rows],
    ['Their own', { id: theirs, name: 'Theirs' }, [{ value: 1 }]],
  )
  await org.delete(`${path}/${id}`)
  assert.equal((await other.get(`${path}/${id}`)).status, 200)
})

test('counting submissions by client requires access to clients', async () => {
  const org = await organisation()
  const noClients = await without(org, 'clients')
  const specs = [
    { source: 'form_submissions', metric: 'clients::count_distinct' },
    { source: 'form_submissions', group_by: 'client' },
    { source: 'form_submissions', filters: { client: { operator: 'not_empty' } } },
  ]
  for (const spec of specs) {
    assert.equal((await noClients.post(path, { name: 'A', spec })).status, 422)
    const id = await insightOf(org, { spec })
    assert.equal((await noClients.get(`${path}/${id}`)).body.data.results, null)
  }
})
