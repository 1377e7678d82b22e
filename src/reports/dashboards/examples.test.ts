import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '../../../test/harness/harness.ts'
import * as example from './dashboards.schema.ts'

const { db, organisation } = await harness()

/** Fields whose values differ between services: ids, times and links. */
const own = ['id', 'created', 'updated', 'link', 'created_at', 'updated_at']
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one) => (own.includes(key) ? typeof one : one)))

test('the examples of the specification are the responses of the service', async () => {
  const org = await organisation()
  await db.query(
    `insert into space (org_id, id, name, subfolders) values ($1, 1, 'Operations', '[{"id": "monthly", "name": "Monthly"}]')`,
    [org.orgId],
  )
  await db.query(
    `insert into insight (org_id, id, name, spec)
     values ($1, 1, 'Active clients', '{"visualization": "metric"}'), ($1, 2, 'Hours by month', '{"visualization": "bar"}')`,
    [org.orgId],
  )
  const made = (await org.post('/reports/dashboards', example.createExample)).body
  assert.deepEqual(plain(made), plain(example.createdExample))
  const path = `/reports/dashboards/${made.created}`
  assert.deepEqual(plain((await org.get(path)).body.data), plain(example.dashboardExample))
  const chart = made.cards[1].id
  const edit = JSON.parse(JSON.stringify(example.editExample).replace('"card_id":2', `"card_id":${chart}`))
  assert.deepEqual(plain((await org.patch(path, edit)).body), plain(example.editedExample))
})
