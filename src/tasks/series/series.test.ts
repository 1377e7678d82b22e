import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()
const now = '2026-11-10T00:00:00Z'
const datesOf = (tasks: any[]) => tasks.map(({ date }) => date)

/** Mondays from 2026-11-16 on, five by default; `at` returns the id of one by its index. */
async function weekly(fields: object = {}) {
  const made = await tasksAt(api, now)
  const { created, series } = await made.create({
    ...{ date: '2026-11-16', minutes: 60, recurrence: { unit: 'Week', ends_after: 5 }, ...fields },
  })
  const all = await made.tasks()
  await made.news()
  const patch = (index: number, body: object) => made.org.patch(`/tasks/${all[index].id}`, body)
  return { ...made, first: created as number, series, all, patch }
}

describe('POST /tasks with recurrence', () => {
  test('makes the tasks of the next twelve weeks at once, alike but for their dates, and records each', async () => {
    const { create, tasks, client, staff, priceCode, news } = await tasksAt(api, now)
    const price_code = await priceCode()
    const { created, data, series } = await create({
      ...{ date: '2026-11-11', client: await client(), assignee: await staff(), minutes: 30, price_code },
      ...{ billable: true, completed: true, recurrence: { unit: 'Week' } },
    })
    const all = await tasks()
    assert.deepEqual([all[0], created], [data, data.id])
    assert.deepEqual([series.created, all.length, all.at(-1).date], [12, 12, '2027-01-27'])
    for (const { id: _, date, charges, completed, ...rest } of all) {
      const { id: __, date: ___, charges: ____, completed: _____, ...first } = data
      assert.deepEqual(rest, first)
      assert.deepEqual(rest.recurrence, { every: 1, unit: 'Week' })
      assert.equal(completed, date === '2026-11-11', 'only the first is done')
      assert.deepEqual([charges.length, charges[0].total_cost, charges[0].primary], [1, 33.78, true])
    }
    const events = await news()
    assert.deepEqual(
      events.map(({ type, subject_id }) => [type, subject_id]),
      all.map(({ id }) => ['task.created', id]),
    )
  })

  for (const [what, recurrence, date, expected] of [
    ['the last day of the twelfth week', { unit: 'Week' }, '2027-01-26', ['2027-01-26', '2027-02-02']],
    [
      ...['every third day', { every: 3, unit: 'Day', ends_after: 3 }, '2026-11-29'],
      ['2026-11-29', '2026-12-02', '2026-12-05'],
    ],
    [
      ...['days of a week', { unit: 'Week', on_days: ['Fri', 'Mon'], ends_on: '2026-11-27' }, '2026-11-18'],
      ['2026-11-18', '2026-11-20', '2026-11-23', '2026-11-27'],
    ],
    [
      'a month without the day',
      { unit: 'Month', month_on_day: 31 },
      '2026-10-31',
      ['2026-10-31', '2026-12-31', '2027-01-31'],
    ],
    [
      ...['a weekday of the month', { unit: 'Month', month_on_the: 'First Monday' }, '2026-12-07'],
      ['2026-12-07', '2027-01-04', '2027-02-01'],
    ],
    ['once', { unit: 'Day', ends_after: 1 }, '2026-11-16', ['2026-11-16']],
    ['a first date beyond twelve weeks', { unit: 'Day' }, '2027-06-01', ['2027-06-01']],
  ] as [string, object, string, string[]][]) {
    test(`${what}: ${JSON.stringify(recurrence)} from ${date}`, async () => {
      const { create, tasks } = await tasksAt(api, now)
      const { data } = await create({ date, recurrence })
      assert.deepEqual(datesOf(await tasks()), expected)
      assert.deepEqual(data.recurrence, {
        every: 1,
        ...recurrence,
        ...('on_days' in recurrence && { on_days: ['Mon', 'Fri'] }),
      })
    })
  }

  for (const [recurrence, field] of [
    [{}, 'unit'],
    [{ unit: 'Year' }, 'unit'],
    [{ unit: 'Day', every: 0 }, 'every'],
    [{ unit: 'Day', every: 53 }, 'every'],
    [{ unit: 'Week', on_days: [] }, 'on_days'],
    [{ unit: 'Week', on_days: ['Monday'] }, 'on_days.0'],
    [{ unit: 'Week', on_days: ['Mon', 'Mon'] }, 'on_days'],
    [{ unit: 'Day', on_days: ['Mon'] }, 'on_days'],
    [{ unit: 'Week', month_on_day: 1 }, 'month_on_day'],
    [{ unit: 'Month' }, 'month_on_day'],
    [{ unit: 'Month', month_on_day: 32 }, 'month_on_day'],
    [{ unit: 'Month', month_on_day: 1, month_on_the: 'First Monday' }, 'month_on_the'],
    [{ unit: 'Month', month_on_the: 'Fifth Monday' }, 'month_on_the'],
    [{ unit: 'Day', ends_after: 0 }, 'ends_after'],
    [{ unit: 'Day', ends_after: 2, ends_on: '2026-12-01' }, 'ends_on'],
    [{ unit: 'Day', ends_on: '2026-11-15' }, 'ends_on'],
    [{ unit: 'Day', until: '2026-12-15' }, 'until'],
  ] as [object, string][]) {
    test(`${JSON.stringify(recurrence)} is 422 on recurrence.${field}, when made and when changed`, async () => {
      const { org, create, stored } = await tasksAt(api, now)
      const { created } = await create({ date: '2026-11-16' })
      const before = await stored()
      const post = await org.post('/tasks', { title: 'T', date: '2026-11-16', recurrence })
      const patch = await org.patch(`/tasks/${created}`, { title: 'New', recurrence })
      for (const { status, body } of [post, patch]) {
        assert.deepEqual([status, Object.keys(body.errors)], [422, [`recurrence.${field}`]])
      }
      assert.equal(await stored(), before)
    })
  }

  test('counts the twelve weeks from today in the organisation’s zone', async () => {
    for (const [zone, count] of [
      ['Australia/Sydney', 2],
      ['Pacific/Honolulu', 1],
    ] as const) {
      const { create } = await tasksAt(api, '2026-11-10T20:00:00Z', zone)
      const { series } = await create({ date: '2027-01-27', recurrence: { unit: 'Week' } })
      assert.equal(series.created, count, zone)
    }
  })

  test('null means that it does not repeat, and a start long ago is a 422', async () => {
    const { create, org } = await tasksAt(api, now)
    const response = await create({ recurrence: null })
    assert.deepEqual(['recurrence' in response.data, 'series' in response], [false, false])
    const { status, body } = await org.post('/tasks', { title: 'T', date: '2020-01-01', recurrence: { unit: 'Day' } })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['recurrence']])
  })

  test('creates each task with the price of its day, or the latest price if the list has none', async () => {
    const { create, tasks, priceCode } = await tasksAt(api, now)
    const old = await priceCode({ code: 'X', price: '60', effective_to: '2026-11-22' })
    const current = await priceCode({
      code: 'X',
      price: '66',
      effective_from: '2026-11-23',
      effective_to: '2026-11-29',
    })
    await create({ date: '2026-11-16', minutes: 60, price_code: old, recurrence: { unit: 'Week', ends_after: 3 } })
    assert.deepEqual(
      (await tasks()).map(({ price_code, charges }) => [price_code, charges[0].total_cost]),
      [
        [old, 60],
        [current, 66],
        [current, 66],
      ],
    )
  })
})

describe('a task of a series with scope this', () => {
  test('leaves the series when it is changed, and the others stay as they are', async () => {
    const { patch, tasks, all, news } = await weekly()
    for (const [index, body] of [
      [1, { title: 'Once', scope: 'this' }],
      [3, { date: '2026-12-08' }],
    ] as const) {
      const response = await patch(index, body)
      assert.deepEqual(response.body.updated, [Object.keys(body)[0]])
      assert.deepEqual(['recurrence' in response.body.data, 'series' in response.body], [false, false])
    }
    const after = await tasks()
    assert.deepEqual(after[1].title, 'Once')
    assert.deepEqual(
      [0, 2, 4].map((index) => after[index]),
      [0, 2, 4].map((index) => all[index]),
    )
    assert.equal((await news()).length, 2)
  })

  test('stays in when it is only completed or opened again', async () => {
    const { patch, all, tasks } = await weekly()
    for (const completed of [true, false]) {
      const { body } = await patch(1, { completed })
      assert.deepEqual([body.updated, body.data.recurrence], [['completed'], all[1].recurrence])
    }
    assert.deepEqual(await tasks(), all)
  })

  test('stops repeating by recurrence null, alone', async () => {
    const { patch, tasks, all } = await weekly()
    const { body } = await patch(2, { recurrence: null })
    assert.deepEqual([body.updated, 'recurrence' in body.data], [['recurrence'], false])
    assert.deepEqual(
      (await tasks()).map((task) => 'recurrence' in task),
      [true, true, false, true, true],
    )
    assert.deepEqual((await patch(2, { recurrence: null })).body.updated, [])
    assert.equal((await tasks()).length, all.length)
  })

  test('is deleted alone', async () => {
    const { org, all, tasks } = await weekly()
    assert.deepEqual((await org.delete(`/tasks/${all[2].id}`)).body, { deleted: all[2].id })
    assert.deepEqual((await org.delete(`/tasks/${all[0].id}?scope=this`)).body, { deleted: all[0].id })
    assert.deepEqual(await tasks(), [all[1], all[3], all[4]])
  })

  test('that does not repeat begins a series by a rule', async () => {
    const { org, create, tasks, news, priceCode, client } = await tasksAt(api, now)
    const money = { client: await client(), minutes: 30, price_code: await priceCode(), billable: true }
    const { created } = await create({ date: '2026-11-16', ...money })
    await news()
    const rule = { unit: 'Week', ends_after: 3 }
    const { body } = await org.patch(`/tasks/${created}`, { title: 'New', recurrence: rule })
    assert.deepEqual([body.updated, body.series], [['title', 'recurrence'], { changed: 0, created: 2, skipped: [] }])
    const all = await tasks()
    assert.deepEqual(datesOf(all), ['2026-11-16', '2026-11-23', '2026-11-30'])
    for (const { title, recurrence, billable, charges } of all) {
      assert.deepEqual([title, recurrence], ['New', { every: 1, ...rule }])
      assert.deepEqual([billable, charges.length, charges[0]?.total_cost], [true, 1, 33.78])
    }
    const types = (await news()).map(({ type }) => type)
    assert.deepEqual(types.sort(), ['task.created', 'task.created', 'task.updated'])
    assert.deepEqual((await org.patch(`/tasks/${created}`, { recurrence: rule })).body.updated, [])
  })

  test('with another rule gets a series of its own, while the old series continues without it', async () => {
    const { patch, tasks, all } = await weekly()
    const rule = { every: 1, unit: 'Day', ends_after: 2 }
    const { body } = await patch(1, { recurrence: rule })
    assert.deepEqual([body.updated, body.data.recurrence], [['recurrence'], rule])
    assert.deepEqual(body.series, { changed: 0, created: 1, skipped: [] })
    const after = await tasks()
    assert.deepEqual(datesOf(after), [
      '2026-11-16',
      '2026-11-23',
      '2026-11-24',
      '2026-11-30',
      '2026-12-07',
      '2026-12-14',
    ])
    assert.deepEqual(
      after.filter(({ recurrence }) => recurrence.unit === 'Week'),
      [all[0], ...all.slice(2)],
    )
  })
})
