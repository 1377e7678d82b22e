import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportRows } from '../../../test/factories/reports/reports.ts'
import { harness } from '../../../test/harness/harness.ts'
import * as example from './insights.schema.ts'

const { db, clock, organisation } = await harness()
const rows = reportRows(db)

/** Fields whose values differ between services: ids, times and links. */
const own = ['id', 'created', 'updated', 'space_id', 'link', 'created_at', 'updated_at', 'generated_at']
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one) => (own.includes(key) ? typeof one : one)))
const same = (response: unknown, expected: unknown) => assert.deepEqual(plain(response), plain(expected))

test('the examples of the specification are the responses of the service', async () => {
  const org = await organisation()
  clock.advance(Date.parse('2026-11-02T09:31:00Z') - clock.now())
  await db.query(`update access_token set expires_at = '2027-01-01' where id = $1`, [org.tokenId])
  const space_id = await rows.space(org, 'Operations', [{ id: 'monthly', name: 'Monthly' }])
  const client = { first_name: 'Joan', last_name: 'Hart', client_type: 'HCP', business_id: org.businessId }
  const { id: joan } = (await org.post('/clients', client)).body.data
  const times = { start: '2026-10-12 09:00:00', end: '2026-10-12 11:00:00' }
  await org.post('/shifts', { type: 'single', ...times, client_ids: [joan], staff_ids: [], publish: true })

  const created = (await org.post('/reports/insights', { ...example.createExample, space_id })).body
  same(created, { created: 1, ...example.insightExample })
  const path = `/reports/insights/${created.id}`
  same((await org.get(path)).body.data, { ...example.insightExample, results: example.resultsExample })
  same((await org.get(`${path}/results`)).body.data, example.resultsExample)
  assert.equal((await org.get(`${path}/results?format=csv`)).text, example.csvExample)
  same((await org.get('/reports/insights')).body.data, [example.itemExample])
  same((await org.patch(path, example.patchExample)).body, { updated: 1, ...example.patchedExample })
  assert.deepEqual((await org.delete(path)).body, { deleted: created.id })
})
