import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAppointments, onlySeriesOf, rosterAt } from '../../../test/factories/roster/series.ts'
import { harness } from '../../../test/harness/harness.ts'
import { startHousekeeping } from '../../process/housekeeping.ts'
import { addDays } from '../../time/local-time.ts'
import { makeDueShifts } from './job.ts'

const api = await harness()
const { app, db, clock } = api
const day = 86_400_000
const failures: unknown[] = []
const run = () => makeDueShifts(db, clock.now(), (error) => failures.push(error))
const weekly = { recurrence: { unit: 'Week' } }
const daily = { recurrence: { unit: 'Day' } }
const startsOf = (shifts: any[]) => shifts.map(({ start }) => start)

test('the job creates the next shifts twelve weeks ahead, with an event each', async () => {
  const { org, create, shifts, newEvents } = await rosterAt(api, '2026-11-10T00:00:00Z')
  await onlySeriesOf(db, org)
  const { series } = await create(weekly)
  assert.equal(series.created, 12)
  assert.equal((await shifts()).at(-1).start, '2027-02-01 09:00:00')
  await newEvents()
  clock.advance(5 * day)
  assert.equal(await run(), 0)
  clock.advance(day - 11 * 3_600_000 - 1000)
  assert.equal(await run(), 0, 'it is still the day before in Sydney')
  clock.advance(1000)
  assert.equal(await run(), 1)
  assert.equal(await run(), 0)
  const made = (await shifts()).at(-1)
  const { status, title, recurrence, staff } = (await shifts())[0]
  assert.deepEqual(made.start, '2027-02-08 09:00:00')
  assert.deepEqual(
    { status: made.status, title: made.title, recurrence: made.recurrence, staff: made.staff },
    { status, title, recurrence, staff },
  )
  const [event, ...others] = await newEvents()
  assert.deepEqual([event.type, event.detail, event.connection_id, others], ['shift.created', null, null, []])
  await assertAppointments(db, org)
})

test('after more than a year of downtime the job creates all missed shifts once, in order', async () => {
  const { org, create } = await rosterAt(api, '2026-11-10T00:00:00Z', 'Australia/Adelaide')
  await onlySeriesOf(db, org)
  const { series } = await create({ ...daily, start: '2026-11-16 22:00:00', end: '2026-11-17 06:00:00' })
  clock.advance(450 * day)
  assert.equal(await run(), 450)
  const { rows } = await db.query(
    `select starts::date::text as day, starts::time::text as start, ends::time::text as end, occurrence_on::text as on
     from shift where org_id = $1 order by starts_at`,
    [org.orgId],
  )
  assert.deepEqual(
    rows.map((row) => [row.day, row.on, row.start, row.end]),
    Array.from({ length: series.created + 450 }, (_, n) => addDays('2026-11-16', n)).map((on) => [
      on,
      on,
      '22:00:00',
      '06:00:00',
    ]),
  )
})

test('several nodes create every shift of every series once', async () => {
  const rosters = [
    await rosterAt(api, '2026-11-10T00:00:00Z', 'Australia/Perth'),
    await rosterAt(api, '2026-11-10T00:00:00Z', 'Australia/Lord_Howe'),
  ]
  for (const { create, ana, bo, cy, joan, max, kim } of rosters) {
    await create({ ...daily, staff_ids: [ana] })
    await create({ ...daily, staff_ids: [bo], client_ids: [max] })
    await create({ ...weekly, staff_ids: [cy], client_ids: [kim] })
    await create({
      ...weekly,
      staff_ids: [],
      client_ids: [joan],
      start: '2026-11-16 12:00:00',
      end: '2026-11-16 13:00:00',
    })
  }
  for (const days of [1, 6, 50]) {
    clock.advance(days * day)
    await Promise.all(Array.from({ length: 6 }, run))
    const { rows } = await db.query(
      `select count(*)::int as shifts, count(distinct starts_at)::int as starts,
         max(starts::date) - min(starts::date) as span
       from shift where org_id = any ($1) group by org_id, series_id order by org_id, series_id`,
      [rosters.map(({ org }) => org.orgId)],
    )
    for (const [index, { shifts, starts, span }] of rows.entries()) {
      const every = index % 4 < 2 ? 1 : 7
      assert.deepEqual([shifts, starts], [span / every + 1, span / every + 1])
    }
    for (const { org } of rosters) await assertAppointments(db, org)
  }
  assert.equal(await run(), 0)
  assert.deepEqual(failures, [])
})

test('a series that has ended creates no more shifts', async () => {
  const { org, create, shifts } = await rosterAt(api, '2026-11-10T00:00:00Z')
  await onlySeriesOf(db, org)
  await create({ recurrence: { unit: 'Week', ends_on: '2027-03-01' } })
  await create({
    recurrence: { unit: 'Week', ends_after: 14 },
    start: '2026-11-17 09:00:00',
    end: '2026-11-17 10:00:00',
  })
  clock.advance(300 * day)
  assert.equal(await run(), 4 + 2)
  assert.deepEqual(startsOf(await shifts()).slice(-2), ['2027-02-22 09:00:00', '2027-03-01 09:00:00'])
  clock.advance(300 * day)
  assert.equal(await run(), 0)
})

test('a series that fails is reported, does not stop the others, and is caught up by a later run', async () => {
  const { org, create, ana, bo, max } = await rosterAt(api, '2026-11-10T00:00:00Z')
  await onlySeriesOf(db, org)
  const { series: broken } = await create({ ...weekly, staff_ids: [ana] })
  await create({ ...weekly, staff_ids: [bo], client_ids: [max] })
  const setDays = (days: string) =>
    db.query(
      `update shift_series set recurrence = jsonb_set(recurrence, '{on_days}', $3) where org_id = $1 and id = $2`,
      [org.orgId, broken.id, days],
    )
  await setDays('5')
  clock.advance(7 * day)
  failures.length = 0
  assert.equal(await run(), 1)
  assert.equal(failures.length, 1)
  await setDays('["Mon"]')
  assert.equal(await run(), 1)
})

test('the next shifts copy the latest one that was not edited alone', async () => {
  const { org, create, shifts, bo, max } = await rosterAt(api, '2026-11-10T00:00:00Z')
  await onlySeriesOf(db, org)
  await create({ ...weekly, publish: false })
  const all = await shifts()
  await org.patch(`/shifts/${all.at(-1).ref}`, {
    title: 'Once',
    start: '2027-02-01 15:00:00',
    end: '2027-02-01 16:00:00',
  })
  await org.patch(`/shifts/${all.at(-3).ref}`, {
    ...{ title: 'Evening', start: '2027-01-18 18:00:00', end: '2027-01-18 19:00:00', scope: 'this_and_following' },
    ...{ staff_ids: [bo], client_ids: [max], address: '1 Gum St', services: [{ staff_id: bo, service: 'Meals' }] },
  })
  clock.advance(7 * day)
  assert.equal(await run(), 1)
  const { title, start, end, staff, clients, address, services, is_draft } = (await shifts()).at(-1)
  assert.deepEqual(
    [title, start, end, staff[0].id, clients[0].id],
    ['Evening', '2027-02-08 18:00:00', '2027-02-08 19:00:00', bo, max],
  )
  assert.deepEqual([address, services, is_draft], ['1 Gum St', [{ staff: 'Staff2 Li', service: 'Meals' }], true])
})

test('the job creates due shifts as soon as the service starts', async (t) => {
  const { org, create, shifts } = await rosterAt(api, '2026-11-10T00:00:00Z')
  await onlySeriesOf(db, org)
  await create(weekly)
  clock.advance(21 * day)
  t.after(startHousekeeping(app.jobs, app.log).stop)
  for (let tries = 0; tries < 1000 && (await shifts()).length < 15; tries++);
  assert.equal((await shifts()).length, 15)
})
