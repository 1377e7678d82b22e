import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chargeIn, chargesOf, storedTasks } from '../../../test/factories/tasks/charges.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const tasks = async () => chargesOf(db, await organisation())

describe('POST /tasks/{id}/charges', () => {
  test('takes minutes from the task and the rest from the price code; the first is primary', async () => {
    const { add, task, priceCode, find, events } = await tasks()
    const price_code = await priceCode({ name: 'Self-care', price: '67.56' })
    const taskId = await task({ minutes: 90 })
    const response = await add(taskId, { price_code })
    const { status, body } = response
    assert.equal(status, 201)
    const id = body.created
    const charge = { id, name: 'Self-care', price_code, minutes: 90, total_cost: 101.34, claim_type: 'Standard' }
    assert.deepEqual(chargeIn(response, id), { ...charge, primary: true })
    assert.deepEqual([body.data.price_code, body.data.charge], [price_code, 'Self-care'])
    assert.deepEqual(body.data, await find(taskId))
    assert.deepEqual(await events(), [['task_charge.created', id, [], { task_id: taskId }]])
  })

  test('stores the fields of the body; a second charge is not primary, and the task keeps its price code', async () => {
    const { add, charged, priceCode } = await tasks()
    const { taskId, ids } = await charged()
    const price_code = await priceCode({ claim_types: ['Standard', 'Travel'], price: '1' })
    const response = await add(taskId, { price_code, minutes: 0, claim_type: 'Travel', name: 'Trip 🚗' })
    const { created: id, data } = response.body
    const input = { name: 'Trip 🚗', price_code, minutes: 0, total_cost: 0, claim_type: 'Travel' }
    assert.deepEqual(chargeIn(response, id), { id, ...input, primary: false })
    assert.equal(data.price_code, chargeIn(response, ids[0]!).price_code)
  })

  test('a task has at most 100 charges', async () => {
    const { org, add, task, priceCode } = await tasks()
    const [taskId, price_code] = [await task(), await priceCode()]
    await db.query(
      `insert into task_charge (org_id, task_id, price_code, name, minutes, total_cost, claim_type, is_primary)
       select $1, $2, $3, 'C', 60, 1, 'Standard', n = 1 from generate_series(1, 99) n`,
      [org.orgId, taskId, price_code],
    )
    const answers = await Promise.all([add(taskId, { price_code }), add(taskId, { price_code })])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422])
    const before = await storedTasks(db, org.orgId)
    const { status, body } = await add(taskId, { price_code })
    const sentence = 'A task has at most 100 charges.'
    assert.deepEqual([status, body], [422, { message: sentence, errors: { charges: [sentence] } }])
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('touches the task', async () => {
    const { org, add, task, priceCode } = await tasks()
    const taskId = await task()
    const updated = async () =>
      (await db.query('select updated_at from task where org_id = $1 and id = $2', [org.orgId, taskId])).rows[0]
    const before = await updated()
    await add(taskId, { price_code: await priceCode() })
    assert.ok((await updated()).updated_at > before.updated_at)
  })

  const costs: [price: string, unit: string, minutes: number, cost: number][] = [
    ['67.56', 'hour', 20, 22.52],
    ['67.56', 'hour', 60, 67.56],
    ['67.56', 'HR', 1, 1.13],
    ['0.10', 'hour', 3, 0.01], // exactly half a cent goes up
    ['0.10', 'hour', 2, 0],
    ['1.00', 'hour', 1, 0.02],
    ['100.10', 'hour', 45, 75.08],
    ['9999999999.99', 'hour', 1440, 239999999999.76],
    ['12.50', 'each', 0, 12.5],
    ['12.50', 'each', 1440, 12.5],
    ['0', 'hour', 60, 0],
  ]
  for (const [price, unit, minutes, cost] of costs) {
    test(`${minutes} minutes at ${price} for each ${unit} cost ${cost}`, async () => {
      const { org, add, task, priceCode } = await tasks()
      const response = await add(await task(), { price_code: await priceCode({ price, unit }), minutes })
      assert.equal(chargeIn(response, response.body.created).total_cost, cost)
      const { rows } = await db.query('select total_cost from task_charge where org_id = $1', [org.orgId])
      assert.equal(rows[0].total_cost, cost.toFixed(2))
    })
  }

  test('without a claim type is Standard where the code allows it, else the first that it lists', async () => {
    const { add, task, priceCode } = await tasks()
    for (const [claim_types, usual] of [
      [[], 'Standard'],
      [['Travel', 'Standard'], 'Standard'],
      [['Telehealth', 'Travel'], 'Telehealth'],
    ] as const) {
      const response = await add(await task(), { price_code: await priceCode({ claim_types: [...claim_types] }) })
      assert.equal(chargeIn(response, response.body.created).claim_type, usual)
    }
  })

  test('takes the row of the code that has a price on the task’s date, and stores that', async () => {
    const { add, task, priceCode } = await tasks()
    const code = '01_011'
    const old = await priceCode({ code, name: 'Old', price: '60', effective_to: '2026-06-30' })
    const now = await priceCode({ code, name: 'New', price: '66', effective_from: '2026-07-01' })
    await priceCode({ code, name: 'Of others', price: '1', funding_type: 'HCP' })
    for (const [date, named, taken, cost] of [
      ['2026-07-01', old, now, 66],
      ['2026-06-30', now, old, 60],
      ['2026-06-30', old, old, 60],
    ] as const) {
      const response = await add(await task({ date }), { price_code: named })
      const { price_code, total_cost, name } = chargeIn(response, response.body.created)
      assert.deepEqual([price_code, total_cost, name], [taken, cost, taken === now ? 'New' : 'Old'])
    }
  })

  test('with a code for clients of the task’s client’s type, or on a task without a client, is taken', async () => {
    const { add, task, client, priceCode } = await tasks()
    const price_code = await priceCode({ funding_type: 'HCP' })
    for (const client_id of [await client('Joan', { client_type: 'HCP' }), null]) {
      assert.equal((await add(await task({ client_id }), { price_code })).status, 201)
    }
  })

  test('with invalid fields is a 422 with all errors by field, and stores nothing', async () => {
    const { org, add, task, client, priceCode } = await tasks()
    const other = chargesOf(db, await organisation())
    const joan = await client('Joan', { client_type: 'NDIS' })
    const taskId = await task({ client_id: joan, date: '2026-11-20' })
    const good = await priceCode({ code: 'good', claim_types: ['Cancellation', 'Travel'] })
    const foreign = await other.priceCode()
    const over = await priceCode({ code: 'over', effective_from: '2026-01-01', effective_to: '2026-11-19' })
    await priceCode({ code: 'over', effective_from: '2026-12-01' })
    const hcp = await priceCode({ code: 'hcp', funding_type: 'HCP', claim_types: ['Travel'] })
    const before = await storedTasks(db, org.orgId)
    const unknown = 'price_code must be the id of a price code of this organisation.'
    const minutes = ['minutes must be from 0 to 1440.']
    const noClaim = (code: string, types: string) =>
      `claim_type must be one of ${types}, which ${code} can be claimed as.`
    const notHcp = 'price_code hcp is for HCP clients; the task’s client is NDIS.'
    const noPrice =
      'price_code over has no price on 2026-11-20: it is effective from 2026-01-01 to 2026-11-19 and from 2026-12-01.'
    for (const [body, errors] of [
      [{}, { price_code: ['price_code is required.'] }],
      [{ price_code: 999_999_999 }, { price_code: [unknown] }],
      [{ price_code: foreign }, { price_code: [unknown] }],
      [{ price_code: over }, { price_code: [noPrice] }],
      [{ price_code: hcp }, { price_code: [notHcp] }],
      [
        { price_code: hcp, claim_type: 'Standard' },
        { price_code: [notHcp], claim_type: [noClaim('hcp', 'Travel')] },
      ],
      [{ price_code: good, claim_type: 'Standard' }, { claim_type: [noClaim('good', 'Cancellation, Travel')] }],
      [{ price_code: good, minutes: -1 }, { minutes }],
      [{ price_code: good, minutes: 1441 }, { minutes }],
      [{ price_code: good, minutes: 1.5 }, { minutes: ['minutes must be a whole number.'] }],
      [{ price_code: good, name: ' ' }, { name: ['name must not be blank.'] }],
      [{ price_code: good, name: 'x'.repeat(256) }, { name: ['name must have at most 255 characters.'] }],
      [
        { price_code: good, total_cost: 1 },
        { total_cost: ['total_cost is not supported; supported fields are price_code, minutes, claim_type, name.'] },
      ],
    ] as const) {
      const response = await add(taskId, body)
      assert.deepEqual([response.status, response.body.errors], [422, errors])
    }
    for (const invalid of [
      { price_code: String(good) },
      { price_code: null },
      { price_code: good, claim_type: 'Gift' },
    ]) {
      assert.equal((await add(taskId, invalid)).status, 422)
    }
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('on a billed task is a 422; on one with a pending or void billable it succeeds', async () => {
    const { org, add, charged, billable, priceCode } = await tasks()
    const price_code = await priceCode()
    for (const [state, status] of [
      ['invoiced', 422],
      ['pending', 201],
      ['void', 201],
    ] as const) {
      const { taskId, ids } = await charged({ completed: true, billable: true })
      await billable(ids[0]!, state)
      const before = await storedTasks(db, org.orgId)
      const response = await add(taskId, { price_code })
      assert.equal(response.status, status)
      if (status === 201) continue
      const sentence = 'This task is billed and cannot be edited.'
      assert.deepEqual(response.body, { message: sentence, error: sentence })
      assert.deepEqual(await storedTasks(db, org.orgId), before)
    }
  })

  test('on another organisation’s task is 404 and changes nothing', async () => {
    const { org, task } = await tasks()
    const other = await tasks()
    const taskId = await task()
    const before = await storedTasks(db, org.orgId)
    const response = await other.add(taskId, { price_code: await other.priceCode() })
    assert.deepEqual([response.status, response.body.message], [404, 'Task not found.'])
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })

  test('twenty times at once on a task without charges makes one of them primary', async () => {
    const { add, task, priceCode, find } = await tasks()
    const [taskId, price_code] = [await task(), await priceCode()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(taskId, { price_code })))
    assert.ok(answers.every(({ status }) => status === 201))
    const { charges } = await find(taskId)
    const primaries = charges.filter(({ primary }: { primary: boolean }) => primary)
    assert.deepEqual([charges.length, primaries.length], [20, 1])
  })

  test('sent again with its Idempotency-Key creates one charge', async () => {
    const { add, task, priceCode, find } = await tasks()
    const [taskId, price_code] = [await task(), await priceCode()]
    const key = { 'idempotency-key': 'charge-1' }
    const [first, second] = [await add(taskId, { price_code }, key), await add(taskId, { price_code }, key)]
    assert.deepEqual([second.status, second.text, (await find(taskId)).charges.length], [201, first.text, 1])
  })
})
