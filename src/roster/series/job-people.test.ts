import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAppointments, onlySeriesOf, rosterAt } from '../../../test/factories/roster/series.ts'
import { harness } from '../../../test/harness/harness.ts'
import { makeDueShifts } from './job.ts'

const api = await harness()
const { db, clock } = api
const day = 86_400_000
const run = () => makeDueShifts(db, clock.now(), assert.ifError)
const weekly = { recurrence: { unit: 'Week' } }
const daily = { recurrence: { unit: 'Day' } }

test('staff who are not active, not compliant or on another shift are left out of the next shifts, and the event records it', async () => {
  const { org, create, shifts, newEvents, ana, bo, cy, max } = await rosterAt(api, '2026-11-10T00:00:00Z')
  await onlySeriesOf(db, org)
  await create({
    ...weekly,
    staff_ids: [ana, bo, cy],
    services: [
      { staff_id: ana, service: 'Care' },
      { staff_id: cy, service: 'Meals' },
    ],
    segments: [{ start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00', service: 'Shower', staff_ids: [ana, cy] }],
  })
  await create({ staff_ids: [bo], client_ids: [max], start: '2027-02-08 10:30:00', end: '2027-02-08 12:00:00' })
  await org.post(`/staff/${ana}/status`, { status: 'Non-compliant' })
  await newEvents()
  clock.advance(7 * day)
  assert.equal(await run(), 1)
  const made = (await shifts()).find(({ start }) => start === '2027-02-08 09:00:00')
  assert.deepEqual(
    made.staff.map(({ id }: any) => id),
    [cy],
  )
  assert.deepEqual(made.services, [{ service: 'Care' }, { staff: 'Staff3 Li', service: 'Meals' }])
  assert.deepEqual(
    made.segments[0].staff.map(({ id }: any) => id),
    [cy],
  )
  const [event] = await newEvents()
  assert.deepEqual(event.detail, {
    left_out: [
      { code: 'staff_non_compliant', staff_id: ana },
      { code: 'staff_overlap', staff_id: bo },
    ],
  })
  await assertAppointments(db, org)
  await org.post(`/staff/${ana}/status`, { status: 'Active' })
  clock.advance(7 * day)
  assert.equal(await run(), 1)
  assert.deepEqual(
    (await shifts()).at(-1).staff.map(({ id }: any) => id),
    [ana, bo, cy],
    'being left off once is not for ever',
  )
})

test('concurrent requests never put a person on two shifts at once', async () => {
  const { org, create } = await rosterAt(api, '2026-11-10T00:00:00Z')
  await onlySeriesOf(db, org)
  await create(daily)
  await create({ ...daily, start: '2027-02-03 10:00:00', end: '2027-02-03 12:00:00' })
  clock.advance(130 * day)
  await run()
  const { rows } = await db.query(
    `select count(*)::int as n from appointment a join appointment b on b.org_id = a.org_id and b.employee_id = a.employee_id
       and b.shift_id < a.shift_id and b.starts_at < a.ends_at and b.ends_at > a.starts_at where a.org_id = $1`,
    [org.orgId],
  )
  assert.equal(rows[0].n, 0)
})

test('creates no shifts for an archived client; once restored the series continues', async () => {
  const { org, create, joan, shifts } = await rosterAt(api, '2026-11-10T00:00:00Z')
  await onlySeriesOf(db, org)
  await create(weekly)
  await org.delete(`/clients/${joan}`)
  clock.advance(14 * day)
  assert.equal(await run(), 0)
  await org.patch(`/clients/${joan}`, { status: 'Active' })
  clock.advance(7 * day)
  assert.equal(await run(), 1)
  assert.equal((await shifts()).at(-1).start, '2027-02-22 09:00:00')
})

test('an archived client is left out of a group, and the others share the charge', async () => {
  const { org, create, shifts, newEvents, joan, max, kim } = await rosterAt(api, '2026-11-10T00:00:00Z')
  await onlySeriesOf(db, org)
  await create({ ...weekly, type: 'group', client_ids: [joan, max, kim] })
  await org.delete(`/clients/${joan}`)
  await newEvents()
  clock.advance(7 * day)
  assert.equal(await run(), 1)
  const { clients, client_charge_split } = (await shifts()).at(-1)
  assert.deepEqual(
    clients.map(({ id }: any) => id),
    [max, kim],
  )
  assert.deepEqual(
    client_charge_split.map(({ share }: any) => share),
    [0.5, 0.5],
  )
  assert.deepEqual((await newEvents())[0].detail, { left_out: [{ code: 'client_archived', client_id: joan }] })
  await assertAppointments(db, org)
})
