import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()

describe('the date of a charged task', () => {
  const old = {
    code: '01_011',
    name: 'Care 25/26',
    price: '60',
    effective_from: '2025-07-01',
    effective_to: '2026-06-30',
  }
  const now = {
    code: '01_011',
    name: 'Care 26/27',
    price: '66.60',
    effective_from: '2026-07-01',
    effective_to: '2027-06-30',
  }

  /** A task on the last day of the old price list, with a charge that follows its code and one that has its own name. */
  async function onTheLastDay() {
    const made = await tasksAt(api)
    const [before, after] = [await made.priceCode(old), await made.priceCode(now)]
    // The same code with another funding type is another code.
    await made.priceCode({ ...now, price: '1', funding_type: 'NDIS' })
    const { created } = await made.create({ date: '2026-06-30', minutes: 60, price_code: before })
    await made.charge(created, before, 30, '5')
    await made.news()
    const patch = (body: object) => made.org.patch(`/tasks/${created}`, body)
    return { ...made, before, after, created, patch }
  }
  const displayed = ({ charges }: any) =>
    charges.map(({ name, price_code, minutes, total_cost }: any) => [name, price_code, minutes, total_cost])

  test('across 1 July takes the same code’s row of that time and its price, in both directions', async () => {
    const { patch, before, after, news } = await onTheLastDay()
    const { body } = await patch({ date: '2026-07-01' })
    assert.deepEqual([body.updated, body.data.price_code], [['date', 'price_code'], after])
    assert.deepEqual(displayed(body.data), [
      ['Care 26/27', after, 60, 66.6],
      ['Travel', after, 30, 33.3],
    ])
    const types = (await news()).map(({ type }) => type)
    assert.deepEqual(types.sort(), ['task.updated', 'task_charge.updated', 'task_charge.updated'])
    const back = (await patch({ date: '2026-06-30' })).body
    assert.deepEqual(
      [back.updated, back.data.price_code, back.data.charge],
      [['date', 'price_code'], before, 'Care 25/26'],
    )
  })

  test('within the same price list changes no charge', async () => {
    const { patch, before, created, makeOdd } = await onTheLastDay()
    await makeOdd(created, 47, '12.34')
    const { body } = await patch({ date: '2026-01-01' })
    assert.deepEqual(body.updated, ['date'])
    assert.deepEqual(displayed(body.data), [
      ['Care 25/26', before, 47, 12.34],
      ['Travel', before, 30, 5],
    ])
  })

  test('that no price list reaches is 422, and nothing changes', async () => {
    const { patch, stored, after } = await onTheLastDay()
    const then = await stored()
    for (const [body, name] of [
      [{ date: '2027-07-01' }, 'date'],
      [{ date: '2025-06-30', title: 'New' }, 'date'],
      [{ date: '2027-07-01', price_code: after }, 'price_code'],
    ] as const) {
      const response = await patch(body)
      assert.equal(response.status, 422)
      assert.ok(response.body.errors[name], JSON.stringify(response.body))
    }
    assert.equal(await stored(), then)
  })

  test('of a new task decides which row of the code it has; without one it is 422 on price_code', async () => {
    const { create, before, after, org } = await onTheLastDay()
    for (const [date, code, cost] of [
      ['2026-06-30', after, 60],
      ['2026-07-01', before, 66.6],
    ] as const) {
      const { data } = await create({ date, price_code: code, minutes: 60 })
      assert.deepEqual([data.price_code, data.charges[0].total_cost], [code === after ? before : after, cost])
    }
    const response = await org.post('/tasks', { title: 'T', date: '2027-07-01', price_code: after })
    assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, ['price_code']])
  })
})
