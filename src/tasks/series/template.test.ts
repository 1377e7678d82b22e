import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onlySeriesOf, tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'
import { makeDueTasks } from './job.ts'

const api = await harness()
const { db, clock } = api
const scope = 'this_and_following'

/** An organisation whose series are the only ones that can be due, on 2026-11-10. */
async function office() {
  const made = await tasksAt(api, '2026-11-10T00:00:00Z')
  await onlySeriesOf(db, made.org)
  return {
    ...made,
    /** Advances the clock by months and returns the latest task. */
    later: async (days = 250) => {
      clock.advance(days * 86_400_000)
      await makeDueTasks(db, clock.now(), assert.ifError)
      return (await made.tasks()).at(-1)
    },
    patch: async (id: number, body: object) => {
      const response = await made.org.patch(`/tasks/${id}`, body)
      assert.equal(response.status, 200, response.text)
      return response.body
    },
  }
}
const halfYearly = { every: 6, unit: 'Month', month_on_day: 20 }
const yearlyTask = { date: '2026-11-20', recurrence: halfYearly }

describe('a series whose only task', () => {
  test('stops repeating creates no more tasks', async () => {
    const { create, patch, tasks, later } = await office()
    const { created } = await create(yearlyTask)
    await patch(created, { recurrence: null })
    assert.equal((await later()).id, created)
    assert.equal((await tasks()).length, 1)
  })

  test('is deleted creates no more tasks', async () => {
    const { org, create, later } = await office()
    const { created } = await create(yearlyTask)
    assert.equal((await org.delete(`/tasks/${created}`)).status, 200)
    assert.equal(await later(), undefined)
  })

  test('whose task is changed alone continues without it', async () => {
    const { create, patch, later } = await office()
    const { created } = await create(yearlyTask)
    await patch(created, { title: 'Mine alone' })
    const { title, date } = await later()
    assert.deepEqual([title, date], ['Plan review', '2027-05-20'])
  })
})

describe('what a series makes', () => {
  test('has ids in the order of its days, and so have its charges', async () => {
    const { create, tasks, later, priceCode } = await office()
    await create({ date: '2026-11-16', price_code: await priceCode(), recurrence: { unit: 'Day', every: 4 } })
    await later(150)
    const all = await tasks()
    assert.ok(all.length > 50)
    for (const ids of [all.map(({ id }) => id), all.map(({ charges }) => charges[0].id)])
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
      )
  })

  test('is claimed as the task that began it', async () => {
    const { org, create, patch, tasks, later, priceCode } = await office()
    const { created, data } = await create({ price_code: await priceCode(), billable: true, minutes: 30 })
    await org.patch(`/task-charges/${data.charges[0].id}`, { claim_type: 'Telehealth' })
    await patch(created, { recurrence: { every: 4, unit: 'Week' } })
    for (const { charges } of [...(await tasks()), await later(100)]) assert.equal(charges[0].claim_type, 'Telehealth')
  })

  test('has no charge as long as the price code is not for what the client is funded by', async () => {
    const { org, client, create, later, priceCode } = await office()
    const joan = await client()
    const code = await priceCode({ funding_type: 'NDIS' })
    await create({ client: joan, price_code: code, billable: true, recurrence: { unit: 'Week' } })
    await org.patch(`/clients/${joan}`, { client_type: 'HCP' })
    const { billable, charges } = await later(30)
    assert.deepEqual([billable, charges], [false, []])
    await org.patch(`/clients/${joan}`, { client_type: 'NDIS' })
    const next = await later(30)
    assert.deepEqual([next.billable, next.price_code], [true, code])
  })

  test('cannot be changed to a client whom the price code is not for, even if no charge is left', async () => {
    const { org, client, create, priceCode, stored } = await office()
    const code = await priceCode({ funding_type: 'NDIS' })
    const { created, data } = await create({ client: await client(), price_code: code, recurrence: halfYearly })
    await org.delete(`/task-charges/${data.charges[0].id}`)
    const max = await client('Max', { client_type: 'HCP' })
    const before = await stored()
    const { status, body } = await org.patch(`/tasks/${created}`, { client: max, scope })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['price_code']])
    assert.equal(await stored(), before)
  })

  test('becomes billable by the price code of the task that does', async () => {
    const { org, create, patch, tasks, later, priceCode } = await office()
    const { created } = await create({ minutes: 60, recurrence: { every: 4, unit: 'Week' } })
    const code = await priceCode()
    await org.post(`/tasks/${created}/charges`, { price_code: code })
    const { updated, series } = await patch(created, { billable: true, scope })
    assert.deepEqual([updated, series.changed], [['billable'], 2])
    for (const task of [...(await tasks()), await later(100)]) {
      assert.deepEqual([task.billable, task.price_code, task.charges[0].total_cost], [true, code, 67.56])
    }
  })

  test('changes even if the existing tasks have the new values already', async () => {
    const { create, patch, staff, org, later } = await office()
    const ana = await staff()
    const { created } = await create({ assignee: ana, recurrence: halfYearly })
    await org.post(`/staff/${ana}/status`, { status: 'Archived' })
    const { id, assignee } = await later(150)
    assert.equal(assignee, undefined)
    await patch(id, { assignee: null, scope })
    await org.post(`/staff/${ana}/status`, { status: 'Inactive' })
    assert.equal((await later(200)).assignee, undefined)
    assert.notEqual(id, created)
  })
})
