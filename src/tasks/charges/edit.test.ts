import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chargeIn, chargesOf, storedTasks } from '../../../test/factories/tasks/charges.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const tasks = async () => chargesOf(db, await organisation())
const billed = 'This task is billed and cannot be edited.'

describe('PATCH /task-charges/{id}', () => {
  test('updates only the fields of the patch, and the cost follows the minutes', async () => {
    const { org, change, charged, find, events } = await tasks()
    const { taskId, ids } = await charged({}, {}, {})
    const before = await find(taskId)
    const response = await change(ids[1]!, { minutes: 20 })
    assert.deepEqual([response.status, response.body.updated], [200, ['minutes']])
    assert.deepEqual(chargeIn(response, ids[1]!), { ...chargeIn(before, ids[1]!), minutes: 20, total_cost: 22.52 })
    assert.deepEqual(chargeIn(response, ids[0]!), chargeIn(before, ids[0]!))
    assert.deepEqual(response.body.data, await find(taskId))
    assert.deepEqual(await events(), [['task_charge.updated', ids[1], ['minutes'], { task_id: taskId }]])
    const { rows } = await db.query('select updated_at > created_at as touched from task where org_id = $1', [
      org.orgId,
    ])
    assert.deepEqual(rows, [{ touched: true }])
  })

  test('of the name or the claim type keeps a cost that differs from the price', async () => {
    const { change, charged } = await tasks()
    const { ids } = await charged({}, { total_cost: '50.00' })
    const response = await change(ids[0]!, { name: 'As agreed', claim_type: 'Travel' })
    assert.deepEqual(response.body.updated, ['claim_type', 'name'])
    const { name, claim_type, total_cost } = chargeIn(response, ids[0]!)
    assert.deepEqual([name, claim_type, total_cost], ['As agreed', 'Travel', 50])
    assert.equal(response.body.data.charge, 'As agreed')
  })

  test('of the price code takes along the cost, a name that was the old code’s, and a claim type it does not list', async () => {
    const { change, charged, priceCode } = await tasks()
    const { ids } = await charged({}, { claim_type: 'Travel' })
    const price_code = await priceCode({ name: 'Report', unit: 'each', price: '9.9', claim_types: ['Report writing'] })
    const response = await change(ids[0]!, { price_code })
    assert.deepEqual(response.body.updated, ['price_code', 'claim_type', 'name'])
    const changed = { name: 'Report', price_code, minutes: 60, total_cost: 9.9, claim_type: 'Report writing' }
    assert.deepEqual(chargeIn(response, ids[0]!), { id: ids[0], ...changed, primary: true })
    assert.equal(response.body.data.price_code, price_code)
  })

  test('of the price code keeps a custom name, a claim type it lists, and fields of the patch', async () => {
    const { change, charged, priceCode } = await tasks()
    const { ids } = await charged({}, { name: 'Mine', claim_type: 'Travel' }, { claim_type: 'Travel' })
    const price_code = await priceCode({ name: 'Other', price: '10', claim_types: ['Travel', 'Telehealth'] })
    const own = await change(ids[0]!, { price_code })
    assert.deepEqual(own.body.updated, ['price_code'])
    const input = await change(ids[1]!, { price_code, name: 'Said', claim_type: 'Telehealth', minutes: 30 })
    assert.deepEqual(input.body.updated, ['price_code', 'minutes', 'claim_type', 'name'])
    const { name, claim_type, total_cost } = chargeIn(input, ids[1]!)
    assert.deepEqual([name, claim_type, total_cost], ['Said', 'Telehealth', 5])
  })

  test('to another row of the same code takes the one that has a price on the task’s date', async () => {
    const { org, change, charged, priceCode } = await tasks()
    const last = await priceCode({ code: 'c', price: '60', effective_to: '2026-06-30' })
    const this_year = await priceCode({ code: 'c', price: '66', effective_from: '2026-07-01' })
    const { ids } = await charged({ date: '2026-11-20' }, {}, { price_code: this_year })
    assert.equal(chargeIn(await change(ids[0]!, { price_code: last }), ids[0]!).price_code, this_year)
    const before = await storedTasks(db, org.orgId)
    assert.deepEqual((await change(ids[1]!, { price_code: last })).body.updated, [])
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('that changes nothing writes nothing, even where the code would no longer be taken', async () => {
    const { org, change, charged, client, priceCode, find } = await tasks()
    const joan = await client('Joan', { client_type: 'NDIS' })
    const over = { funding_type: 'HCP', effective_to: '2020-01-01', claim_types: ['Travel'] }
    const { taskId, ids } = await charged({ client_id: joan }, { price_code: await priceCode(over) })
    const [{ price_code, minutes, claim_type, name }] = (await find(taskId)).charges
    const before = await storedTasks(db, org.orgId)
    for (const body of [{}, { price_code, minutes, claim_type, name }, { claim_type }]) {
      const response = await change(ids[0]!, body)
      assert.deepEqual([response.status, response.body.updated], [200, []])
      assert.deepEqual(response.body.data, await find(taskId))
    }
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('with invalid fields is a 422 by field and stores nothing', async () => {
    const { org, change, charged, client, priceCode } = await tasks()
    const other = await tasks()
    const joan = await client('Joan', { client_type: 'NDIS' })
    const own = await priceCode({ code: 'own', claim_types: ['Standard', 'Travel'] })
    const { ids } = await charged({ client_id: joan }, { price_code: own })
    const hcp = await priceCode({ code: 'hcp', funding_type: 'HCP' })
    const later = await priceCode({ code: 'later', effective_from: '2026-11-21' })
    const report = await priceCode({ code: 'report', claim_types: ['Report writing'] })
    const before = await storedTasks(db, org.orgId)
    for (const [body, errors] of [
      [{ price_code: hcp }, { price_code: ['price_code hcp is for HCP clients; the task’s client is NDIS.'] }],
      [
        { price_code: later },
        { price_code: ['price_code later has no price on 2026-11-20: it is effective from 2026-11-21.'] },
      ],
      [
        { price_code: await other.priceCode() },
        { price_code: ['price_code must be the id of a price code of this organisation.'] },
      ],
      [
        { claim_type: 'Telehealth' },
        { claim_type: ['claim_type must be one of Standard, Travel, which own can be claimed as.'] },
      ],
      [
        { price_code: report, claim_type: 'Standard' }, // as it is, which the new code does not list
        { claim_type: ['claim_type must be one of Report writing, which report can be claimed as.'] },
      ],
      [{ minutes: 1441, name: '' }, undefined],
      [{ minutes: null }, { minutes: ['minutes must be a whole number.'] }],
      [{ primary: true }, undefined],
    ] as const) {
      const response = await change(ids[0]!, body)
      assert.equal(response.status, 422)
      if (errors) assert.deepEqual(response.body.errors, errors)
    }
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('is followed by a pending billable; a void one stays what it was', async () => {
    const { org, change, charged, billable, events } = await tasks()
    const { taskId, ids } = await charged({ completed: true, billable: true })
    await billable(ids[0]!, 'void')
    const pending = await billable(ids[0]!, 'pending')
    await change(ids[0]!, { minutes: 20, name: 'Shorter' })
    const { rows } = await db.query(
      'select status, name, minutes, total_cost from billable where org_id = $1 order by id',
      [org.orgId],
    )
    assert.deepEqual(rows, [
      { status: 'void', name: 'Self-care weekday', minutes: 60, total_cost: '67.56' },
      { status: 'pending', name: 'Shorter', minutes: 20, total_cost: '22.52' },
    ])
    assert.deepEqual(await events(), [
      ['task_charge.updated', ids[0], ['minutes', 'name'], { task_id: taskId }],
      ['billable.updated', pending, [], { task_id: taskId }],
    ])
  })

  test('on a billed task is a 422 for each of its charges, unless the patch is empty', async () => {
    const { org, change, charged, billable } = await tasks()
    const { ids } = await charged({ completed: true, billable: true }, {}, {})
    await billable(ids[0]!, 'invoiced')
    const before = await storedTasks(db, org.orgId)
    for (const id of ids) {
      const { status, body } = await change(id, { minutes: 5 })
      assert.deepEqual([status, body], [422, { message: billed, error: billed }])
      assert.equal((await change(id, {})).status, 200)
    }
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('of another organisation’s charge is 404 and changes nothing', async () => {
    const { org, charged } = await tasks()
    const other = await tasks()
    const { ids } = await charged()
    const before = await storedTasks(db, org.orgId)
    for (const response of [await other.change(ids[0]!, { minutes: 1 }), await other.remove(ids[0]!)]) {
      assert.deepEqual([response.status, response.body.message], [404, 'Task charge not found.'])
    }
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('twice at the same time applies both: no change is lost and the cost fits both', async () => {
    const { change, charged, priceCode, find } = await tasks()
    const price_code = await priceCode({ price: '30', name: 'Other' })
    for (let round = 0; round < 10; round++) {
      const { taskId, ids } = await charged()
      await Promise.all([change(ids[0]!, { minutes: 20 }), change(ids[0]!, { price_code })])
      const { minutes, name, total_cost } = (await find(taskId)).charges[0]
      assert.deepEqual([minutes, name, total_cost], [20, 'Other', 10])
    }
  })
})
