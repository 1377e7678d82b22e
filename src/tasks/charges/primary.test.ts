import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chargeIn, chargesOf, storedTasks } from '../../../test/factories/tasks/charges.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const tasks = async () => chargesOf(db, await organisation())
interface Charge {
  id: number
  primary: boolean
}
const primariesOf = ({ charges }: { charges: Charge[] }) => charges.filter(({ primary }) => primary).map(({ id }) => id)

describe('POST /task-charges/{id}/primary', () => {
  test('makes the charge primary with its minutes and cost, and the task’s price code follows', async () => {
    const { primary, charged, priceCode, find, events } = await tasks()
    const price_code = await priceCode({ name: 'Travel' })
    const { taskId, ids } = await charged({}, {}, { price_code, minutes: 20, total_cost: '5.00' })
    const before = await find(taskId)
    const response = await primary(ids[1]!)
    assert.equal(response.status, 200)
    const { data, ...rest } = response.body
    assert.deepEqual(rest, { primary: ids[1] })
    assert.deepEqual(chargeIn(response, ids[1]!), { ...chargeIn(before, ids[1]!), primary: true })
    assert.deepEqual(chargeIn(response, ids[0]!), { ...chargeIn(before, ids[0]!), primary: false })
    assert.deepEqual([data.price_code, data.charge], [price_code, 'Travel'])
    assert.deepEqual(data, await find(taskId))
    assert.deepEqual(await events(), [['task_charge.made_primary', ids[1], ['primary'], { task_id: taskId }]])
  })

  test('of the one that is already answers the same and writes nothing', async () => {
    const { org, primary, charged, find } = await tasks()
    const { taskId, ids } = await charged({}, {}, {})
    const before = await storedTasks(db, org.orgId)
    const { status, body } = await primary(ids[0]!)
    assert.deepEqual([status, body], [200, { primary: ids[0], data: await find(taskId) }])
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('takes no body: fields are a 422 that names them, anything but an object is 400', async () => {
    const { org, charged } = await tasks()
    const { ids } = await charged({}, {}, {})
    const url = `/task-charges/${ids[1]}/primary`
    const refused = await org.post(url, { primary: false })
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['primary']])
    assert.equal((await org.post(url, {})).body.primary, ids[1])
    assert.equal((await org.post(url, '[1]', { 'content-type': 'application/json' })).status, 400)
  })

  test('on a billed task is a 422 and changes nothing; once its billable is void it succeeds', async () => {
    const { org, primary, charged, billable } = await tasks()
    const { ids } = await charged({ completed: true, billable: true }, {}, {})
    await billable(ids[0]!, 'invoiced')
    const before = await storedTasks(db, org.orgId)
    const sentence = 'This task is billed and cannot be edited.'
    for (const id of ids) {
      const { status, body } = await primary(id)
      assert.deepEqual([status, body], [422, { message: sentence, error: sentence }])
    }
    assert.deepEqual(await storedTasks(db, org.orgId), before)
    await db.query(`update billable set status = 'void' where org_id = $1`, [org.orgId])
    assert.equal((await primary(ids[1]!)).status, 200)
  })

  test('of another organisation’s charge, an unknown one, or what is no id is 404 and changes nothing', async () => {
    const { org, charged } = await tasks()
    const other = await organisation()
    const { ids } = await charged({}, {}, {})
    const before = await storedTasks(db, org.orgId)
    for (const id of [ids[1], 999_999_999, 'x', '0', '1.5']) {
      const { status, body } = await other.post(`/task-charges/${id}/primary`)
      assert.deepEqual([status, body], [404, { message: 'Task charge not found.' }])
    }
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('twenty times at once for different charges leaves exactly one at any moment', async () => {
    const { org, primary, charged, find, events } = await tasks()
    const { taskId, ids } = await charged({}, ...Array.from({ length: 20 }, () => ({})))
    const inTable = async () =>
      (await db.query('select id from task_charge where org_id = $1 and is_primary', [org.orgId])).rows.length
    const reads = Array.from({ length: 20 }, async () => [(await find(taskId)).charges, await inTable()] as const)
    const [answers, seen] = await Promise.all([Promise.all(ids.map((id) => primary(id))), Promise.all(reads)])
    for (const [charges, count] of seen) assert.deepEqual([primariesOf({ charges }).length, count], [1, 1])
    for (const [index, { status, body }] of answers.entries()) {
      assert.deepEqual([status, body.primary, primariesOf(body.data)], [200, ids[index], [ids[index]]])
    }
    // The last charge that was made primary is the primary one.
    const last = (await events()).at(-1)!
    assert.deepEqual(primariesOf(await find(taskId)), [last[1]])
  })

  test('and a change of the same charge at once are both done', async () => {
    const { primary, change, charged, find } = await tasks()
    for (let round = 0; round < 10; round++) {
      const { taskId, ids } = await charged({}, {}, {})
      const answers = await Promise.all([change(ids[1]!, { minutes: 20 }), primary(ids[1]!)])
      assert.ok(answers.every(({ status }) => status === 200))
      const { minutes, total_cost, primary: isPrimary } = chargeIn(await find(taskId), ids[1]!)
      assert.deepEqual([minutes, total_cost, isPrimary], [20, 22.52, true])
    }
  })

  test('and its deletion at the same time: one succeeds, the other reports why it does not', async () => {
    const { primary, remove, charged, find } = await tasks()
    for (let round = 0; round < 10; round++) {
      const { taskId, ids } = await charged({}, {}, {})
      const acts = [() => remove(ids[1]!), () => primary(ids[1]!)]
      const order = round % 2 === 0 ? [0, 1] : [1, 0]
      const answers = await Promise.all(order.map(async (n) => [n, (await acts[n]!()).status] as const))
      const [removed, made] = answers.sort(([a], [b]) => a - b).map(([, status]) => status)
      const left = (await find(taskId)) as { charges: Charge[] }
      if (removed === 200) assert.deepEqual([made, left.charges.length, primariesOf(left)], [404, 1, [ids[0]]])
      else assert.deepEqual([removed, made, left.charges.length, primariesOf(left)], [422, 200, 2, [ids[1]]])
    }
  })

  test('and the deletion of the one before at once never leaves the task without one', async () => {
    const { primary, remove, charged, find } = await tasks()
    for (let round = 0; round < 10; round++) {
      const { taskId, ids } = await charged({}, {}, {})
      const [made, removed] = await Promise.all([primary(ids[1]!), remove(ids[0]!)])
      assert.equal(made.status, 200)
      assert.ok([200, 422].includes(removed.status))
      assert.deepEqual(primariesOf(await find(taskId)), [ids[1]])
    }
  })

  test('sent again with its Idempotency-Key returns the first response again', async () => {
    const { primary, charged } = await tasks()
    const { ids } = await charged({}, {}, {})
    const key = { 'idempotency-key': 'primary-1' }
    const first = await primary(ids[1]!, key)
    await primary(ids[0]!)
    const second = await primary(ids[1]!, key)
    assert.deepEqual([second.status, second.text], [200, first.text])
  })
})
