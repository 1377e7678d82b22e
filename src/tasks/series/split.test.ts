import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()
const { db } = api
const scope = 'this_and_following'
const rule = { every: 1, unit: 'Week', ends_after: 5 }
const datesOf = (tasks: any[]) => tasks.map(({ date }) => date.slice(5))
const titlesOf = (tasks: any[]) => tasks.map(({ title }) => title)

/** Five Mondays from 2026-11-16 on, optionally with a price code, and patches of one and the following by index. */
async function weekly(fields: object = {}) {
  const made = await tasksAt(api, '2026-11-10T00:00:00Z')
  const code = await made.priceCode()
  await made.create({ title: 'A', date: '2026-11-16', minutes: 60, recurrence: rule, price_code: code, ...fields })
  const all = await made.tasks()
  await made.news()
  const patch = (index: number, body: object) => made.org.patch(`/tasks/${all[index].id}`, { scope, ...body })
  /** Sends a valid patch and returns the series of the response. */
  const split = async (index: number, body: object) => {
    const answer = await patch(index, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  return { ...made, code, all, ids: all.map(({ id }) => id as number), patch, split }
}

describe('PATCH /tasks/{id} with this_and_following', () => {
  test('changes this and the later tasks, and none before; both parts go on by the rule', async () => {
    const { split, tasks, all, ids, news, client } = await weekly()
    const max = await client('Max')
    const body = await split(2, { title: 'B', client: max, minutes: 30 })
    assert.deepEqual([body.updated, body.series], [['title', 'client', 'minutes'], { changed: 2, skipped: [] }])
    const after = await tasks()
    assert.deepEqual(after[2], body.data)
    for (const index of [0, 1]) {
      const { recurrence } = after[index]
      assert.deepEqual(after[index], { ...all[index], recurrence })
      assert.deepEqual(recurrence, { every: 1, unit: 'Week', ends_on: '2026-11-29' })
    }
    for (const { title, client: who, minutes, charges, recurrence } of after.slice(2)) {
      assert.deepEqual([title, who.id, minutes, charges[0].total_cost], ['B', max, 30, 33.78])
      assert.deepEqual(recurrence, { ...rule, on_days: ['Mon'], ends_after: 3 })
    }
    assert.deepEqual(
      (await news())
        .filter(({ type }) => type === 'task.updated')
        .map(({ subject_id, fields }) => [subject_id, fields]),
      [
        ...ids.slice(2).map((id) => [id, ['title', 'client', 'minutes']]),
        ...ids.slice(0, 2).map((id) => [id, ['recurrence']]),
      ],
    )
  })

  test('returns the task with its notes and documents, even if nothing changes', async () => {
    const { org, split, tasks, ids } = await weekly()
    await org.post(`/tasks/${ids[1]}/notes`, { notes: 'Ring first.' })
    await org.post(`/tasks/${ids[1]}/documents`, { name: 'plan.pdf' })
    for (const title of ['B', 'B']) {
      const { data } = await split(1, { title })
      assert.deepEqual(data, (await tasks())[1])
      assert.deepEqual([data.notes.length, data.documents.length], [1, 1])
    }
  })

  test('from the first task on changes the series as it is', async () => {
    const { split, tasks } = await weekly()
    assert.equal((await split(0, { title: 'B' })).series.changed, 4)
    for (const { title, recurrence } of await tasks()) assert.deepEqual([title, recurrence], ['B', rule])
  })

  test('of a series whose earlier tasks are gone leaves nothing of it behind', async () => {
    const { org, split, ids } = await weekly()
    await org.delete(`/tasks/${ids[0]}`)
    await split(1, { title: 'B' })
    assert.equal((await db.query('select from task_series where org_id = $1', [org.orgId])).rowCount, 1)
  })

  test('leaves completed and billed tasks as they are and lists them with the reason', async () => {
    const { split, org, tasks, ids, billable, all } = await weekly({ billable: true })
    for (const index of [2, 3]) await org.patch(`/tasks/${ids[index]}`, { completed: true })
    await billable(ids[3]!, 'invoiced')
    const { series } = await split(1, { title: 'B' })
    assert.deepEqual(series, {
      changed: 1,
      skipped: [
        { id: ids[2], reason: 'The task is completed.' },
        { id: ids[3], reason: 'The task is billed.' },
      ],
    })
    const after = await tasks()
    assert.deepEqual(titlesOf(after), ['A', 'B', 'A', 'A', 'B'])
    assert.deepEqual(after[3].charges[0].total_cost, all[3].charges[0].total_cost)
    assert.deepEqual(
      after.map(({ recurrence }) => recurrence.ends_after),
      [undefined, 4, 4, 4, 4],
    )
  })

  test('does not reach tasks that left the series', async () => {
    const { split, org, tasks, ids } = await weekly()
    await org.patch(`/tasks/${ids[3]}`, { title: 'Once' })
    assert.equal((await split(1, { title: 'B' })).series.changed, 2)
    assert.deepEqual(titlesOf(await tasks()), ['A', 'B', 'B', 'Once', 'B'])
  })

  test('completes this task alone, which leaves the series whole', async () => {
    const { split, tasks, all, news, ids } = await weekly()
    const { updated, series } = await split(2, { completed: true })
    assert.deepEqual([updated, series], [['completed'], { changed: 0, skipped: [] }])
    const after = await tasks()
    assert.deepEqual(after, [...all.slice(0, 2), { ...all[2], completed: true }, ...all.slice(3)])
    assert.deepEqual(
      (await news()).map(({ type, subject_id }) => [type, subject_id]),
      [['task.completed', ids[2]]],
    )
    const both = await split(3, { completed: true, title: 'B' })
    assert.deepEqual([both.updated, both.series.changed], [['title', 'completed'], 1])
    assert.deepEqual(
      (await tasks()).map(({ completed }) => completed),
      [false, false, true, true, false],
    )
  })

  test('with nothing that changes writes nothing', async () => {
    const { split, stored, code, all } = await weekly()
    const before = await stored()
    for (const body of [{}, { title: 'A', minutes: 60, price_code: code, recurrence: rule, date: all[2].date }]) {
      const { updated, data } = await split(2, body)
      assert.deepEqual([updated, data], [[], all[2]])
    }
    assert.equal(await stored(), before)
  })

  test('creates each task with the price of its day', async () => {
    const { split, tasks, priceCode } = await weekly()
    const old = await priceCode({ code: 'X', price: '60', effective_to: '2026-12-06' })
    const current = await priceCode({ code: 'X', price: '66', effective_from: '2026-12-07' })
    const { updated } = await split(2, { price_code: old, billable: true })
    assert.deepEqual(updated, ['price_code', 'billable'])
    assert.deepEqual(
      (await tasks()).slice(2).map(({ price_code, charges }) => [price_code, charges[0].total_cost]),
      [
        [old, 60],
        [current, 66],
        [current, 66],
      ],
    )
  })

  for (const [body, field] of [
    [{ date: '2026-12-01' }, 'date'],
    [{ title: 'B', client: 999999999 }, 'client'],
    [{ title: 'B', price_code: 999999999 }, 'price_code'],
    [{ title: 'B', recurrence: { unit: 'Month' } }, 'recurrence.month_on_day'],
  ] as const) {
    test(`${JSON.stringify(body)} is 422 on ${field}, and nothing changes`, async () => {
      const { patch, stored } = await weekly()
      const before = await stored()
      const answer = await patch(2, body)
      assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, [field]])
      assert.equal(await stored(), before)
    })
  }

  test('of a billed task is a 422 like any edit of it', async () => {
    const { patch, billable, ids, stored } = await weekly()
    await billable(ids[1]!, 'invoiced')
    const before = await stored()
    for (const body of [{ title: 'B' }, { recurrence: null }, { client: 999999999 }]) {
      const { status, body: answer } = await patch(1, body)
      const sentence = 'This task is billed and cannot be edited.'
      assert.deepEqual([status, answer], [422, { message: sentence, error: sentence }])
    }
    assert.equal(await stored(), before)
  })
})

describe('recurrence with this_and_following', () => {
  test('replaces the later tasks by those of the new rule', async () => {
    const { split, tasks, ids, news, org } = await weekly()
    await org.patch(`/tasks/${ids[3]}`, { completed: true })
    await news()
    const next = { every: 1, unit: 'Week', on_days: ['Mon', 'Wed'], ends_after: 4 }
    const { updated, data, series } = await split(2, { title: 'B', recurrence: next })
    assert.deepEqual([updated, data.recurrence], [['title', 'recurrence'], next])
    assert.deepEqual(series, { changed: 1, created: 2, skipped: [{ id: ids[3], reason: 'The task is completed.' }] })
    const after = await tasks()
    assert.deepEqual(datesOf(after), ['11-16', '11-23', '11-30', '12-02', '12-07', '12-09'])
    assert.deepEqual(titlesOf(after), ['A', 'A', 'B', 'B', 'A', 'B'])
    assert.deepEqual([after[2].id, after[4].id], [ids[2], ids[3]])
    assert.deepEqual(after[5].charges[0].total_cost, 67.56)
    const reported = (await news()).map(({ type, fields }) => [type, ...(type === 'task.updated' ? fields : [])].join())
    const moved = 'task.updated,recurrence'
    const changed = 'task.updated,title,recurrence'
    // Two tasks before have a rule that ends.
    assert.deepEqual(reported.sort(), [
      'task.created',
      'task.created',
      'task.deleted',
      ...Array(3).fill(moved),
      changed,
    ])
  })

  test('null stops the series here: the later tasks go', async () => {
    const { split, tasks, ids } = await weekly()
    const { updated, data, series } = await split(2, { recurrence: null })
    assert.deepEqual([updated, 'recurrence' in data, series], [['recurrence'], false, { changed: 2, skipped: [] }])
    const after = await tasks()
    assert.deepEqual(
      after.map(({ id, recurrence }) => [id, recurrence?.ends_on]),
      [
        [ids[0], '2026-11-29'],
        [ids[1], '2026-11-29'],
        [ids[2], undefined],
      ],
    )
  })

  test('goes with a new date, from which the rule then counts', async () => {
    const { split, tasks } = await weekly()
    const { updated } = await split(3, { date: '2026-12-09', recurrence: { unit: 'Week', ends_after: 2 } })
    assert.deepEqual(updated, ['date', 'recurrence'])
    assert.deepEqual(datesOf(await tasks()), ['11-16', '11-23', '11-30', '12-09', '12-16'])
  })
})

describe('DELETE /tasks/{id} with this_and_following', () => {
  for (const [how, query, body] of [
    ['the body', '', { scope }],
    ['the query', `?scope=${scope}`, undefined],
  ] as const) {
    test(`by ${how} deletes this and the later tasks but those that are done`, async () => {
      const { org, tasks, ids, news, all } = await weekly()
      await org.patch(`/tasks/${ids[3]}`, { completed: true })
      await news()
      const answer = await org.call('DELETE', `/tasks/${ids[1]}${query}`, body)
      const skipped = [{ id: ids[3], reason: 'The task is completed.' }]
      assert.deepEqual(answer.body, { deleted: ids[1], series: { deleted: 2, skipped } })
      const after = await tasks()
      assert.deepEqual(
        after.map(({ id }) => id),
        [ids[0], ids[3]],
      )
      assert.deepEqual(after[0], { ...all[0], recurrence: { every: 1, unit: 'Week', ends_on: '2026-11-22' } })
      assert.equal('recurrence' in after[1], false, 'it repeats no more')
      const reported = (await news()).map(({ type, subject_id, fields }) => [
        type,
        ...(fields[0] ? [subject_id, fields] : []),
      ])
      assert.deepEqual(reported, [
        ...Array(3).fill(['task.deleted']),
        ...[ids[3], ids[0]].map((id) => ['task.updated', id, ['recurrence']]),
      ])
    })
  }

  test('from the first on leaves no series behind, and of a task that does not repeat deletes it', async () => {
    const { org, ids, create, tasks } = await weekly()
    assert.deepEqual((await org.call('DELETE', `/tasks/${ids[0]}`, { scope })).body.series, { deleted: 4, skipped: [] })
    const { rowCount } = await db.query('select from task_series where org_id = $1', [org.orgId])
    assert.equal(rowCount, 0)
    const { created } = await create()
    assert.deepEqual((await org.call('DELETE', `/tasks/${created}`, { scope })).body, { deleted: created })
    assert.deepEqual(await tasks(), [])
  })
})
