import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()

/** A completed billable task whose primary charge has a billable that is not invoiced yet. */
async function pending(fields: object = {}) {
  const made = await tasksAt(api)
  const [joan, code] = [await made.client('Joan'), await made.priceCode()]
  const input = { client: joan, minutes: 60, price_code: code, billable: true, completed: true, ...fields }
  const { created: id, data } = await made.create(input)
  const billableId = await made.billable(id)
  await made.news()
  const patch = async (body: object) => {
    const response = await made.org.patch(`/tasks/${id}`, body)
    assert.equal(response.status, 200, response.text)
    return response.body
  }
  return { ...made, joan, code, id, chargeId: data.charges[0].id as number, billableId, patch }
}
const typesOf = (news: { type: string }[]) => news.map(({ type }) => type).sort()

describe('a pending billable', () => {
  test('follows minutes, code, client and date of its task, with an event each time', async () => {
    const { patch, billables, news, client, priceCode, billableId, id, chargeId } = await pending()
    const max = await client('Max')
    const other = await priceCode({ name: 'Evening', price: '90', claim_types: ['Travel'] })
    await patch({ minutes: 90 })
    assert.deepEqual(typesOf(await news()), ['billable.updated', 'task.updated', 'task_charge.updated'])
    await patch({ price_code: other })
    await patch({ client: max, date: '2026-11-21' })
    assert.deepEqual(await billables(), [
      {
        ...{ id: billableId, task_id: id, charge_id: chargeId, client_id: max, date: '2026-11-21', name: 'Evening' },
        ...{ price_code: other, minutes: 90, claim_type: 'Travel', total_cost: '135.00', status: 'pending' },
      },
    ])
    const events = (await news()).filter(({ type }) => type === 'billable.updated')
    assert.deepEqual(
      events.map(({ subject_id, detail }) => [subject_id, detail]),
      [
        [billableId, { task_id: id }],
        [billableId, { task_id: id }],
      ],
    )
  })

  test('does not change with fields that it does not copy, nor with a rejected patch', async () => {
    const { patch, billables, news, org, id, stored } = await pending()
    const before = await billables()
    await patch({ title: 'New', assignee: null })
    assert.deepEqual([await billables(), typesOf(await news())], [before, ['task.updated']])
    const all = await stored()
    assert.equal((await org.patch(`/tasks/${id}`, { minutes: 5, client: 999999999 })).status, 422)
    assert.equal(await stored(), all)
  })

  for (const body of [{ completed: false }, { billable: false }, { completed: false, minutes: 5, title: 'New' }]) {
    test(`is taken back by ${JSON.stringify(body)}`, async () => {
      const { patch, billables, news, billableId, id, chargeId } = await pending()
      await patch(body)
      assert.deepEqual(await billables(), [])
      const removed = (await news()).filter(({ type }) => type.startsWith('billable.'))
      assert.deepEqual(
        removed.map(({ type, subject_id, detail }) => [type, subject_id, detail]),
        [['billable.removed', billableId, { task_id: id, charge_id: chargeId }]],
      )
      await patch({ completed: true, billable: true })
      assert.deepEqual(await billables(), [], 'only a sync makes one')
    })
  }

  test('is taken back with its task, while a void one stays', async () => {
    const { org, id, billable, billables, billableId, news } = await pending()
    const voided = await billable(id, 'void')
    assert.equal((await org.delete(`/tasks/${id}`)).status, 200)
    const left = await billables()
    assert.deepEqual(
      left.map((one) => [one.id, one.task_id, one.charge_id, one.status, one.total_cost]),
      [[voided, null, null, 'void', '67.56']],
    )
    const events = await news()
    assert.deepEqual(typesOf(events), ['billable.removed', 'billable.updated', 'task.deleted'])
    const { subject_id, fields, detail } = events.find(({ type }) => type === 'billable.updated')
    assert.deepEqual([subject_id, fields, detail], [voided, ['charge_id', 'task_id'], { task_id: id }])
    assert.equal(events.find(({ type }) => type === 'billable.removed').subject_id, billableId)
  })

  test('moves to the price of the day that its task moves to', async () => {
    const { create, org, billable, billables, priceCode } = await pending()
    const old = await priceCode({ code: 'X', price: '60', effective_to: '2026-06-30' })
    await priceCode({ code: 'X', price: '66', effective_from: '2026-07-01' })
    const { created } = await create({
      ...{ date: '2026-06-30', minutes: 30, price_code: old, billable: true, completed: true },
    })
    await billable(created)
    await org.patch(`/tasks/${created}`, { date: '2026-07-01' })
    const { date, total_cost } = (await billables()).at(-1)
    assert.deepEqual([date, total_cost], ['2026-07-01', '33.00'])
  })
})
