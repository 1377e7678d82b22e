import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()

describe('DELETE /tasks/{id}', () => {
  test('with one scope in the body and another in the query is a 422 and deletes nothing', async () => {
    const { org, create, tasks } = await tasksAt(api)
    const { created } = await create({ recurrence: { unit: 'Day', ends_after: 3 } })
    const { status, body } = await org.call('DELETE', `/tasks/${created}?scope=this`, { scope: 'this_and_following' })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['scope']])
    assert.equal((await tasks()).length, 3)
    const same = await org.call('DELETE', `/tasks/${created}?scope=this`, { scope: 'this' })
    assert.deepEqual([same.status, (await tasks()).length], [200, 2])
  })

  test('leaves void billables without task and charge, which updated_since shows', async () => {
    const { org, create, priceCode, billable } = await tasksAt(api)
    const { created } = await create({ price_code: await priceCode(), billable: true })
    const id = await billable(created, 'void')
    const [before] = (await org.get('/billables')).body.data
    assert.deepEqual([before.task_id, before.id], [created, id])
    assert.equal((await org.delete(`/tasks/${created}`)).status, 200)
    const since = encodeURIComponent(before.updated_at)
    const { data } = (await org.get(`/billables?updated_since=${since}`)).body
    assert.equal(data.length, 1)
    assert.deepEqual(['task_id' in data[0], 'charge_id' in data[0]], [false, false])
    assert.ok(data[0].updated_at > before.updated_at)
  })
})

test('deleting a charge leaves its void billable with the task, which updated_since shows', async () => {
  const { org, create, priceCode, billable } = await tasksAt(api)
  const { created, data } = await create({ price_code: await priceCode() })
  await billable(created, 'void')
  const [before] = (await org.get('/billables')).body.data
  assert.equal((await org.delete(`/task-charges/${data.charges[0].id}`)).status, 200)
  const [after] = (await org.get(`/billables?task_id=${created}`)).body.data
  assert.equal('charge_id' in after, false)
  assert.ok(after.updated_at > before.updated_at)
})
