import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()
const { db } = api

/** A task with a primary charge of 60 minutes at 67.56 an hour by default. */
async function charged(fields: object = {}) {
  const made = await tasksAt(api)
  const [joan, code] = [await made.client('Joan'), await made.priceCode()]
  const { created: id, data } = await made.create({ client: joan, minutes: 60, price_code: code, ...fields })
  await made.news()
  const patch = (body: object) => made.org.patch(`/tasks/${id}`, body)
  /** Sends a valid patch and returns the changed names and the primary charge. */
  const change = async (body: object) => {
    const response = await patch(body)
    assert.equal(response.status, 200, response.text)
    return { updated: response.body.updated, primary: response.body.data.charges[0], data: response.body.data }
  }
  return { ...made, joan, code, id, data, patch, change }
}
const sums = ({ minutes, total_cost }: any) => [minutes, total_cost]

describe('completing a task', () => {
  for (const body of [{ completed: true }, { completed: true, minutes: 90 }, { completed: true, billable: true }]) {
    test(`by ${JSON.stringify(body)} does not change minutes and cost of its primary charge`, async () => {
      const { makeOdd, id, change, code } = await charged()
      await makeOdd(id, 47, '12.34')
      const { primary, data } = await change(body)
      assert.deepEqual([data.completed, data.price_code, ...sums(primary)], [true, code, 47, 12.34])
    })
  }

  test('keeps those of a charge with the task’s minutes, even if the patch has minutes', async () => {
    const { change } = await charged()
    const { primary, data } = await change({ completed: true, minutes: 90 })
    assert.deepEqual([data.minutes, ...sums(primary)], [90, 60, 67.56])
  })

  test('needs no charge, unless the task is to be billable', async () => {
    const { org, create } = await charged()
    const { created } = await create()
    assert.deepEqual((await org.patch(`/tasks/${created}`, { completed: true })).body.updated, ['completed'])
  })
})

describe('a task that becomes billable', () => {
  test('has its primary charge set from the code of that charge', async () => {
    const { makeOdd, id, change, news } = await charged()
    await makeOdd(id, 47, '12.34')
    const { updated, primary, data } = await change({ billable: true })
    assert.deepEqual([updated, data.billable, ...sums(primary)], [['billable'], true, 60, 67.56])
    const types = (await news()).map(({ type }) => type)
    assert.deepEqual(types.sort(), ['task.updated', 'task_charge.updated'])
  })

  test('sets it from the price code of the patch if there is none or another', async () => {
    const { create, change, priceCode, org, news } = await charged()
    const other = await priceCode({ name: 'Transport', unit: 'each', price: '25' })
    const { updated, primary, data } = await change({ billable: true, price_code: other })
    assert.deepEqual([updated, data.charge, data.charges.length], [['price_code', 'billable'], 'Transport', 1])
    assert.deepEqual([primary.price_code, primary.name, ...sums(primary)], [other, 'Transport', 60, 25])
    const { created } = await create({ minutes: 15 })
    await news()
    const response = await org.patch(`/tasks/${created}`, { billable: true, price_code: other, minutes: 20 })
    assert.deepEqual(response.body.updated, ['minutes', 'price_code', 'billable'])
    const [first, ...others] = response.body.data.charges
    assert.deepEqual([first.primary, first.price_code, ...sums(first), others], [true, other, 20, 25, []])
    const types = (await news()).map(({ type }) => type)
    assert.deepEqual(types.sort(), ['task.updated', 'task_charge.created'])
  })

  test('without a code from either is 422 on price_code, and nothing changes', async () => {
    const { create, org, stored } = await charged()
    const { created } = await create()
    const before = await stored()
    for (const body of [{ billable: true }, { billable: true, completed: true, title: 'New' }]) {
      const response = await org.patch(`/tasks/${created}`, body)
      assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, ['price_code']])
    }
    assert.equal(await stored(), before)
  })
})

describe('price_code', () => {
  test('alone sets the primary charge and does not change billable and the other charges', async () => {
    const { change, priceCode, charge, id, code, read } = await charged()
    await charge(id, code)
    const other = await priceCode({ name: 'Evening', price: '75.10' })
    const { updated, data } = await change({ price_code: other })
    assert.deepEqual([updated, data.billable, data.price_code, data.charge], [['price_code'], false, other, 'Evening'])
    const displayed = data.charges.map((one: any) => [one.name, one.price_code, one.primary, ...sums(one)])
    assert.deepEqual(displayed, [
      ['Evening', other, true, 60, 75.1],
      ['Travel', code, false, 30, 12.3],
    ])
    assert.deepEqual(await read(id), data)
  })

  test('of another funding than the client’s is 422, whichever of them changes; without a client it is not', async () => {
    const { patch, change, client, priceCode, stored, code, joan } = await charged()
    const [ndis, sah] = [await priceCode({ funding_type: 'NDIS' }), await priceCode({ funding_type: 'SaH' })]
    const max = await client('Max', { client_type: 'SaH' })
    const before = await stored()
    for (const body of [{ price_code: sah }, { price_code: ndis, client: max }, { price_code: sah, billable: true }]) {
      const response = await patch(body)
      assert.deepEqual(
        [response.status, Object.keys(response.body.errors)],
        [422, ['price_code']],
        JSON.stringify(body),
      )
      assert.match(response.body.errors.price_code[0], /NDIS.*SaH|SaH.*NDIS/)
    }
    assert.equal(await stored(), before)
    await change({ price_code: ndis })
    assert.equal((await patch({ client: max })).status, 422)
    assert.deepEqual((await change({ client: max, price_code: sah })).updated, ['client', 'price_code'])
    assert.deepEqual((await change({ client: null, price_code: ndis })).data.price_code, ndis)
    assert.deepEqual((await change({ client: max, price_code: code })).data.client.id, max)
    assert.deepEqual((await change({ client: joan })).updated, ['client'])
  })

  test('of a client whose type changed since is no hindrance to other changes', async () => {
    const { org, change, priceCode, joan } = await charged()
    const ndis = await priceCode({ funding_type: 'NDIS' })
    await change({ price_code: ndis })
    await org.patch(`/clients/${joan}`, { client_type: 'SaH' })
    assert.deepEqual((await change({ title: 'New', client: joan, price_code: ndis })).updated, ['title'])
  })

  test('has its usual claim type; a claim type that the new code allows stays', async () => {
    const { change, priceCode, id, org } = await charged()
    const listed = await priceCode({ claim_types: ['Travel', 'Telehealth'] })
    assert.equal((await change({ price_code: listed })).primary.claim_type, 'Travel')
    await db.query(`update task_charge set claim_type = 'Telehealth' where org_id = $1 and task_id = $2`, [
      ...[org.orgId, id],
    ])
    const also = await priceCode({ claim_types: ['Standard', 'Telehealth'] })
    assert.equal((await change({ price_code: also })).primary.claim_type, 'Telehealth')
    const other = await priceCode({ claim_types: ['Cancellation', 'Standard'] })
    assert.equal((await change({ price_code: other })).primary.claim_type, 'Standard')
  })
})

describe('minutes', () => {
  test('take the primary charge with them while it has as many, and no other charge', async () => {
    const { change, charge, id, code, makeOdd, news } = await charged()
    await charge(id, code, 60, '67.56')
    const { updated, data } = await change({ minutes: 90 })
    assert.deepEqual(
      [updated, data.charges.map(sums)],
      [
        ['minutes'],
        [
          [90, 101.34],
          [60, 67.56],
        ],
      ],
    )
    assert.deepEqual((await news()).map(({ type }) => type).sort(), ['task.updated', 'task_charge.updated'])
    await makeOdd(id, 45, '50.67')
    assert.deepEqual(sums((await change({ minutes: 120 })).primary), [45, 50.67])
    assert.deepEqual(
      (await news()).map(({ type }) => type),
      ['task.updated'],
    )
  })

  for (const [price, unit, minutes, cost] of [
    ['67.56', 'hour', 1, 1.13],
    ['67.56', 'hour', 7, 7.88],
    ['0.10', 'hour', 3, 0.01],
    ['0.10', 'hour', 2, 0],
    ['193.99', 'hour', 1440, 4655.76],
    ['70.30', 'hour', 13, 15.23],
    ['1.01', 'Hours', 90, 1.52],
    ['33.33', 'each', 0, 33.33],
    ['99999999.99', 'hour', 1440, 2399999999.76],
  ] as const) {
    test(`${minutes} at ${price} by ${unit} cost ${cost}, to the cent`, async () => {
      const { create, priceCode } = await charged()
      const { data } = await create({ price_code: await priceCode({ price, unit }), minutes })
      assert.equal(data.charges[0].total_cost, cost)
    })
  }
})
