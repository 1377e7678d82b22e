import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingOf } from '../../../test/factories/tasks/billing.ts'
import { harness } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'
import { lock } from '../tasks/tasks.sql.ts'

const { db, organisation } = await harness()

test('ten syncs of the same tasks at once make one billable for each charge, and all succeed', async () => {
  const org = await organisation()
  const { task, sync, rows, events } = billingOf(db, org)
  const tasks = [await task({ charges: [{}, {}] }), await task(), await task({ charges: [{}, {}, {}] })]
  const ids = tasks.map(({ id }) => id)
  const turned = (n: number) => (n % 2 ? ids : [...ids].reverse())
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => sync(...turned(n))))
  for (const { status, body, text } of answers) assert.deepEqual([status, body.succeeded], [200, 3], text)
  const stored = await rows()
  assert.deepEqual(
    stored.map(({ charge_id }) => charge_id).sort((a, b) => a - b),
    tasks.flatMap(({ charges }) => charges),
  )
  assert.equal((await events()).length, stored.length)
  // Later requests return what the first one created.
  const displayed = answers.map(({ body }) =>
    body.results
      .flatMap((result: { billables: { id: number }[] }) => result.billables.map(({ id }) => id))
      .sort((a: number, b: number) => a - b),
  )
  for (const one of displayed) assert.deepEqual(one, displayed[0])
})

test('windows and single tasks at once: still one billable for each charge', async () => {
  const org = await organisation()
  const { task, sync, rows } = billingOf(db, org)
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push((await task()).id)
  const window = () => org.post('/tasks/sync-billables', { from: '2026-11-20', to: '2026-11-20' })
  const answers = await Promise.all([window(), ...ids.map((id) => sync(id)), window(), sync(...ids)])
  for (const { status, body, text } of answers) assert.deepEqual([status, body.failed], [200, 0], text)
  assert.equal((await rows()).length, ids.length)
})

test('a sync waits for a locked task, and then uses its new state', async () => {
  const org = await organisation()
  const { task, sync, rows } = billingOf(db, org)
  const { id } = await task()
  const other = await db.connect()
  await other.query('begin')
  await lock.rows(other, org.orgId, [id])
  await other.query('update task set completed = false where org_id = $1 and id = $2', [org.orgId, id])
  const [syncing, window] = [sync(id), org.post('/tasks/sync-billables', { from: '2026-11-20', to: '2026-11-20' })]
  await untilLockWait(db, 2)
  await other.query('commit')
  other.release()
  for (const { body } of await Promise.all([syncing, window])) {
    assert.equal(body.results[0].error, 'Complete the task first.')
  }
  assert.deepEqual(await rows(), [])
})

test('a task that leaves the window before it is locked is not synced', async () => {
  const org = await organisation()
  const { task, rows } = billingOf(db, org)
  const { id } = await task()
  const stays = await task()
  const other = await db.connect()
  await other.query('begin')
  await lock.rows(other, org.orgId, [id])
  await other.query(`update task set date = '2027-01-01' where org_id = $1 and id = $2`, [org.orgId, id])
  const window = org.post('/tasks/sync-billables', { from: '2026-11-20', to: '2026-11-20' })
  await untilLockWait(db, 1)
  await other.query('commit')
  other.release()
  const { body } = await window
  assert.deepEqual(
    body.results.map((result: { task: number }) => result.task),
    [stays.id],
  )
  assert.deepEqual(
    (await rows()).map(({ task_id }) => task_id),
    [stays.id],
  )
})

test('a billable inserted without a lock on its task violates the index, and the sync asks to try again', async () => {
  const org = await organisation()
  const { task, sync, rows } = billingOf(db, org)
  const { id, charges } = await task()
  const other = await db.connect()
  await other.query('begin')
  await other.query(
    `insert into billable (org_id, task_id, charge_id, date, name, price_code, minutes, claim_type, total_cost, status, status_at)
     select org_id, task_id, id, '2026-11-20', name, price_code, minutes, claim_type, total_cost, 'pending', now()
     from task_charge where org_id = $1 and id = $2`,
    [org.orgId, charges[0]],
  )
  const syncing = sync(id)
  await untilLockWait(db, 1)
  await other.query('commit')
  other.release()
  const { status, body } = await syncing
  assert.deepEqual(
    [status, body.errors],
    [422, { task_ids: ['A charge of these tasks was billed meanwhile; try again.'] }],
  )
  assert.equal((await rows()).length, 1)
  assert.equal((await sync(id)).body.results[0].message, 'Nothing new to bill.')
})
