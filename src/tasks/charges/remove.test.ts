import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chargesOf, storedTasks } from '../../../test/factories/tasks/charges.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const tasks = async () => chargesOf(db, await organisation())
const billed = 'This task is billed and cannot be edited.'

describe('DELETE /task-charges/{id}', () => {
  test('of a charge that is not primary takes it away and back what was to be billed for it alone', async () => {
    const { org, remove, charged, billable, find, events } = await tasks()
    const { taskId, ids } = await charged({ completed: true, billable: true }, {}, {})
    const [remaining, removed] = [await billable(ids[0]!, 'pending'), await billable(ids[1]!, 'pending')]
    const { status, body } = await remove(ids[1]!)
    assert.deepEqual([status, body], [200, { deleted: ids[1], data: await find(taskId) }])
    assert.deepEqual(
      body.data.charges.map(({ id }: { id: number }) => id),
      [ids[0]],
    )
    const { rows } = await db.query('select id from billable where org_id = $1', [org.orgId])
    assert.deepEqual(rows, [{ id: remaining }])
    assert.deepEqual(await events(), [
      ['billable.removed', removed, [], { task_id: taskId, charge_id: ids[1] }],
      ['task_charge.deleted', ids[1], [], { task_id: taskId }],
    ])
    assert.equal((await remove(ids[1]!)).status, 404)
  })

  test('leaves a void billable of it as history', async () => {
    const { org, remove, charged, billable } = await tasks()
    const { taskId, ids } = await charged({}, {}, {})
    const id = await billable(ids[1]!, 'void')
    assert.equal((await remove(ids[1]!)).status, 200)
    const { rows } = await db.query('select id, task_id, charge_id from billable where org_id = $1', [org.orgId])
    assert.deepEqual(rows, [{ id, task_id: taskId, charge_id: null }])
  })

  test('of the primary charge is a 422 while there are others', async () => {
    const { org, remove, charged } = await tasks()
    const { ids } = await charged({}, {}, {})
    const before = await storedTasks(db, org.orgId)
    const { status, body } = await remove(ids[0]!)
    const message = 'The primary charge cannot be deleted while the task has others; make another one primary first.'
    assert.deepEqual([status, body], [422, { message, errors: { primary: [message] } }])
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('of the only charge is done, but not while the task is billable', async () => {
    const { org, remove, charged, find } = await tasks()
    const [free, bound] = [await charged(), await charged({ billable: true })]
    assert.equal((await remove(free.ids[0]!)).status, 200)
    const { charges, price_code, charge } = await find(free.taskId)
    assert.deepEqual([charges, price_code, charge], [[], undefined, undefined])
    const before = await storedTasks(db, org.orgId)
    const { status, body } = await remove(bound.ids[0]!)
    assert.equal(status, 422)
    assert.match(body.message, /billable task.*make the task not billable first\.$/)
    assert.deepEqual(body.errors, { billable: [body.message] })
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('on a billed task is a 422', async () => {
    const { org, remove, charged, billable } = await tasks()
    const { ids } = await charged({}, {}, {})
    await billable(ids[0]!, 'invoiced')
    const before = await storedTasks(db, org.orgId)
    const { status, body } = await remove(ids[1]!)
    assert.deepEqual([status, body], [422, { message: billed, error: billed }])
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })
})
