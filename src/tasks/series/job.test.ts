import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlySeriesOf, tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'
import { startHousekeeping } from '../../process/housekeeping.ts'
import { addDays } from '../../time/local-time.ts'
import { makeDueTasks } from './job.ts'

const api = await harness()
const { app, db, clock } = api
const day = 86_400_000
const failures: unknown[] = []
const run = () => makeDueTasks(db, clock.now(), (error) => failures.push(error))
const scope = 'this_and_following'

/** An organisation whose series are the only ones that can be due, on Tuesday, 2026-11-10, at 11 in Sydney. */
async function alone(zone?: string) {
  const made = await tasksAt(api, '2026-11-10T00:00:00Z', zone)
  await onlySeriesOf(db, made.org)
  /** A series on Mondays from 2026-11-16 on: up to 2027-02-01 there are twelve. */
  const weekly = async (fields: object = {}) =>
    made.create({ title: 'A', date: '2026-11-16', recurrence: { unit: 'Week' }, ...fields })
  return { ...made, weekly, last: async () => (await made.tasks()).at(-1) }
}

test('the next task is created when its day is within twelve weeks in the organisation’s timezone', async () => {
  const { weekly, tasks, news, last, client, staff, priceCode } = await alone()
  const people = { client: await client(), assignee: await staff() }
  const { data, series } = await weekly({
    ...people,
    ...{ minutes: 90, price_code: await priceCode(), billable: true, completed: true },
  })
  assert.deepEqual([series.created, (await last()).date], [12, '2027-02-01'])
  await news()
  // It is 11 in Sydney; thirteen hours later the next day begins.
  clock.advance(5 * day + 13 * 3_600_000 - 1000)
  assert.equal(await run(), 0, 'it is still the day before in Sydney')
  clock.advance(1000)
  assert.deepEqual([await run(), await run()], [1, 0])
  const { id, charges, ...made } = await last()
  const { id: _, charges: first, ...rest } = data
  assert.deepEqual(made, { ...rest, date: '2027-02-08', completed: false })
  assert.deepEqual([charges.length, charges[0].total_cost], [1, first[0].total_cost])
  assert.deepEqual(
    (await news()).map(({ type, subject_id, fields, connection_id }) => [type, subject_id, fields, connection_id]),
    [['task.created', id, [], null]],
  )
  assert.equal((await tasks()).length, 13)
})

test('today is that of each organisation’s zone', async () => {
  const perth = await alone('Australia/Perth')
  const auckland = await tasksAt(api, '2026-11-10T00:00:00Z', 'Pacific/Auckland')
  await perth.weekly()
  await auckland.create({ date: '2026-11-16', recurrence: { unit: 'Week' } })
  const counts = () => Promise.all([perth, auckland].map(async ({ tasks }) => (await tasks()).length))
  assert.deepEqual(await counts(), [12, 12])
  for (const [now, expected] of [
    ['2026-11-15T10:59:59Z', [12, 12]],
    ['2026-11-15T11:00:00Z', [12, 13]],
    ['2026-11-15T15:59:59Z', [12, 13]],
    ['2026-11-15T16:00:00Z', [13, 13]],
  ] as const) {
    clock.advance(Date.parse(now) - clock.now())
    await run()
    assert.deepEqual(await counts(), expected, now)
  }
})

test('each task has the price of its day', async () => {
  const { weekly, last, priceCode } = await alone()
  const old = await priceCode({ code: 'X', price: '60', effective_to: '2027-02-14' })
  await weekly({ price_code: old, minutes: 60 })
  const current = await priceCode({ code: 'X', price: '66', effective_from: '2027-02-15' })
  for (const expected of [
    ['2027-02-08', old, 60],
    ['2027-02-15', current, 66],
  ]) {
    clock.advance(7 * day)
    assert.equal(await run(), 1)
    const { date, price_code, charges } = await last()
    assert.deepEqual([date, price_code, charges[0].total_cost], expected)
  }
})

test('a service that stood still for more than a year makes all that it missed, once', async () => {
  const { create, org } = await alone()
  const { series } = await create({ date: '2026-11-16', recurrence: { unit: 'Day' } })
  clock.advance(450 * day)
  assert.equal(await run(), 450)
  const { rows } = await db.query('select date::text from task where org_id = $1 order by date', [org.orgId])
  assert.deepEqual(
    rows.map(({ date }) => date),
    Array.from({ length: series.created + 450 }, (_, n) => addDays('2026-11-16', n)),
  )
})

test('several nodes at once make every task of every series once', async () => {
  const { create, weekly, org } = await alone()
  for (let n = 0; n < 3; n++) {
    await create({ date: '2026-11-16', recurrence: { unit: 'Day' } })
    await weekly()
  }
  let made = 0
  for (const days of [1, 6, 50]) {
    clock.advance(days * day)
    for (const count of await Promise.all(Array.from({ length: 6 }, run))) made += count
    const { rows } = await db.query(
      `select count(*)::int as n, count(distinct date)::int as days, max(date) - min(date) + 1 as span
       from task where org_id = $1 group by series_id having count(*) > 20 order by 1`,
      [org.orgId],
    )
    for (const { n, days: distinct, span } of rows.slice(-3)) assert.deepEqual([n, distinct], [span, span])
  }
  assert.equal(made, 3 * 57 + 3 * 8)
  assert.deepEqual(failures, [])
})

test('a client who is archived gets none until they are restored; an assignee who is archived is left off', async () => {
  const { weekly, tasks, last, client, staff, org } = await alone()
  const [joan, ana] = [await client(), await staff()]
  await weekly({ client: joan, assignee: ana })
  await org.delete(`/clients/${joan}`)
  clock.advance(7 * day)
  assert.deepEqual([await run(), (await tasks()).length], [0, 12])
  await org.patch(`/clients/${joan}`, { status: 'Active' })
  await org.post(`/staff/${ana}/status`, { status: 'Archived' })
  clock.advance(7 * day)
  assert.equal(await run(), 1)
  const { date, client: who, assignee } = await last()
  assert.deepEqual([date, who.id, assignee], ['2027-02-15', joan, undefined])
})

test('a series that fails does not stop others, is reported, and is tried again', async () => {
  const { weekly, org } = await alone()
  const broken = (await weekly()).series.id
  await weekly()
  const setDays = (days: string) =>
    db.query(
      `update task_series set recurrence = jsonb_set(recurrence, '{on_days}', $3::jsonb) where org_id = $1 and id = $2`,
      [org.orgId, broken, days],
    )
  await setDays('5')
  clock.advance(7 * day)
  assert.equal(await run(), 1)
  assert.equal(failures.splice(0).length, 1)
  await setDays('["Mon"]')
  assert.deepEqual([await run(), failures.length], [1, 0])
})

test('a split series continues with its new fields and ends after the same total number', async () => {
  const { weekly, tasks, org, priceCode } = await alone()
  await weekly({ recurrence: { unit: 'Week', ends_after: 15 }, price_code: await priceCode(), minutes: 60 })
  const [, , third] = await tasks()
  const code = await priceCode({ unit: 'each', price: '9.99' })
  const change = { title: 'B', minutes: 30, price_code: code, billable: true, scope }
  assert.equal((await org.patch(`/tasks/${third.id}`, change)).status, 200)
  clock.advance(365 * day)
  assert.equal(await run(), 3)
  const after = await tasks()
  assert.deepEqual([after.length, after.at(-1).date], [15, '2027-02-22'])
  for (const { title, minutes, billable, charges } of after.slice(2)) {
    assert.deepEqual([title, minutes, billable, charges[0].total_cost], ['B', 30, true, 9.99])
  }
  for (const { title, minutes, billable } of after.slice(0, 2)) {
    assert.deepEqual([title, minutes, billable], ['A', 60, false])
  }
})

test('tasks that were changed, moved or deleted alone are not created again, and later ones do not change', async () => {
  const { weekly, tasks, org } = await alone()
  await weekly()
  const all = await tasks()
  await org.patch(`/tasks/${all[11].id}`, { title: 'Once', date: '2027-02-08' })
  await org.delete(`/tasks/${all[10].id}`)
  clock.advance(7 * day)
  assert.equal(await run(), 1)
  assert.deepEqual(
    (await tasks()).slice(-3).map(({ date, title }) => [date, title]),
    [
      ['2027-01-18', 'A'],
      ['2027-02-08', 'Once'],
      ['2027-02-08', 'A'],
    ],
  )
})

test('a day on which an import has stored a task of the series gets no second one', async () => {
  const { weekly, tasks, news, org } = await alone()
  const { series } = await weekly()
  await db.query(`insert into task (org_id, title, date, series_id) values ($1, 'Imported', '2027-02-08', $2)`, [
    org.orgId,
    series.id,
  ])
  await news()
  clock.advance(14 * day)
  assert.deepEqual([await run(), failures.length], [1, 0])
  assert.deepEqual(
    (await tasks()).slice(-2).map(({ date, title }) => [date, title]),
    [
      ['2027-02-08', 'Imported'],
      ['2027-02-15', 'A'],
    ],
  )
  assert.equal((await news()).length, 1)
})

for (const [what, end] of [
  ['deleted', (org: any, id: number) => org.call('DELETE', `/tasks/${id}`, { scope })],
  ['stopped by null', (org: any, id: number) => org.patch(`/tasks/${id}`, { recurrence: null, scope })],
  [
    'given a rule that ends',
    (org: any, id: number) => org.patch(`/tasks/${id}`, { recurrence: { unit: 'Day', ends_after: 1 }, scope }),
  ],
] as const) {
  test(`a series that was ${what} creates no more tasks`, async () => {
    const { weekly, tasks, org } = await alone()
    await weekly()
    assert.equal((await end(org, (await tasks())[3].id)).status, 200)
    const left = await tasks()
    clock.advance(100 * day)
    assert.deepEqual([await run(), await tasks()], [0, left])
  })
}

test('housekeeping makes what is due as soon as it starts', async (t) => {
  const { weekly, tasks } = await alone()
  await weekly()
  clock.advance(21 * day)
  t.after(startHousekeeping(app.jobs, app.log).stop)
  for (let tries = 0; tries < 1000 && (await tasks()).length < 15; tries++);
  assert.equal((await tasks()).length, 15)
})
