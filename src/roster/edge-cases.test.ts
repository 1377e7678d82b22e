import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { importTo } from '../../test/factories/bundles/bundles.ts'
import { assertAppointments, stored } from '../../test/factories/roster/roster.ts'
import { rosterAt } from '../../test/factories/roster/series.ts'
import { harness } from '../../test/harness/harness.ts'
import { makeDueShifts } from './series/job.ts'

const api = await harness()
const { db, clock } = api
const now = '2026-11-15T02:00:00Z'
const run = () => makeDueShifts(db, clock.now(), (error) => assert.fail(error as Error))
const day = 86_400_000

describe('edge cases of the roster', () => {
  test('a series whose only shift was edited alone continues with that shift as template', async () => {
    const { org, create, shifts } = await rosterAt(api, now)
    const { data } = await create({ recurrence: { every: 52, unit: 'Week' } })
    await org.patch(`/shifts/${data.ref}`, { title: 'Yearly check' })
    clock.advance(330 * day)
    assert.equal(await run(), 1)
    assert.deepEqual(
      (await shifts()).map(({ title, start }) => [title, start]),
      [
        ['Yearly check', '2026-11-16 09:00:00'],
        ['Yearly check', '2027-11-15 09:00:00'],
      ],
    )
  })

  test('publishing shifts without a series with this_and_following publishes each one', async () => {
    const { org, create, max, bo } = await rosterAt(api, now)
    const a = (await create({ publish: false })).data.ref
    const b = (
      await create({
        publish: false,
        client_ids: [max],
        staff_ids: [bo],
        start: '2026-11-17 09:00:00',
        end: '2026-11-17 10:00:00',
      })
    ).data.ref
    const { body } = await org.post('/shifts/publish', { refs: [a, b], scope: 'this_and_following' })
    assert.deepEqual([body.succeeded, body.failed], [2, 0])
  })

  test('after a split for one shift of a series, the shares of every shift still add up to 1', async () => {
    const { org, create, shifts, joan, max, kim } = await rosterAt(api, now)
    const recurrence = { unit: 'Week', ends_after: 20 }
    const { data } = await create({ type: 'group', client_ids: [joan, max, kim], recurrence })
    await org.delete(`/clients/${kim}`)
    clock.advance(21 * day)
    assert.ok((await run()) > 0)
    const split = [joan, max, kim].map((client_id, i) => ({ client_id, share: [0.5, 0.3, 0.2][i] }))
    const response = await org.patch(`/shifts/${data.ref}`, { scope: 'this_and_following', client_charge_split: split })
    assert.equal(response.status, 200, response.text)
    for (const { client_charge_split } of await shifts()) {
      const sum = client_charge_split.reduce((all: number, { share }: { share: number }) => all + share * 1e6, 0)
      assert.equal(Math.round(sum), 1e6)
    }
  })

  test('the POST response has the same segment ids as GET, also for segments with the same start', async () => {
    const { org, create } = await rosterAt(api, now)
    const segments = Array.from({ length: 30 }, (_, n) => ({
      start: `2026-11-16 ${n % 3 ? '09:00' : '09:30'}:00`,
      end: '2026-11-16 10:00:00',
      service: `Service ${n}`,
    }))
    const { data } = await create({ segments })
    assert.deepEqual((await org.get(`/shifts/${data.ref}`)).body.data, data)
  })

  test('a patch without fields changes nothing, in every status', async () => {
    const { org, create, ana } = await rosterAt(api, now)
    const { data } = await create()
    await org.post(`/shifts/${data.ref}/clock-in`, { staff_ids: [ana] })
    await org.post(`/shifts/${data.ref}/clock-out`, { staff_ids: [ana] })
    const before = await stored(db, org.orgId)
    for (const patch of [{}, { scope: 'this_and_following' }]) {
      const { status, body } = await org.patch(`/shifts/${data.ref}`, patch)
      assert.deepEqual([status, body.updated, body.data.status], [200, [], 'completed'])
    }
    assert.deepEqual(await stored(db, org.orgId), before)
  })

  test('a patch accepts imported services of people who are not on the shift', async () => {
    const { org, ana, bo, joan } = await rosterAt(api, now)
    const times = { start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00' }
    const people = { client_ids: [joan], staff_ids: [ana], services: [{ staff_id: bo, service: 'Transport' }] }
    const funding = [{ client_id: joan, claim_type: 'Standard' }]
    await importTo(db, org.orgId, {
      shifts: [
        {
          id: 9_000_001,
          ...times,
          ...people,
          funding,
          appointments: [{ id: 9_000_002, client_id: joan, employee_id: ana }],
        },
      ],
    })
    const { body } = await org.patch('/shifts/a:9000002', { title: 'Renamed' })
    assert.deepEqual([body.updated, body.data.services], [['title'], [{ service: 'Transport' }]])
    assert.deepEqual(body.data.funding, [{ client: body.data.clients[0], claim_type: 'Standard' }])
  })

  test('a patch that adds clients to a full site returns a warning', async () => {
    const { org, create, joan, max } = await rosterAt(api, now)
    const site = (await org.post('/sites', { name: 'Banksia House', client_capacity: 1, participant_ids: [joan, max] }))
      .body.data
    const { data } = await create({ type: 'site', site_id: site.id })
    const { body } = await org.patch(`/shifts/${data.ref}`, { client_ids: [joan, max] })
    assert.deepEqual(
      body.conflicts.map(({ code }: { code: string }) => code),
      ['site_full'],
    )
  })

  test('staff can hand over while one of them is clocked in, or after the last one has left', async () => {
    const { org, create, ana, bo, cy } = await rosterAt(api, now)
    const { ref } = (await create({ staff_ids: [ana, bo, cy] })).data
    const clocked = async (what: string, id: number) => {
      const { status } = await org.post(`/shifts/${ref}/clock-${what}`, { staff_ids: [id] })
      return [status, (await org.get(`/shifts/${ref}`)).body.data.status]
    }
    assert.deepEqual(await clocked('in', ana), [200, 'started'])
    assert.deepEqual(await clocked('in', bo), [200, 'started'])
    assert.deepEqual(await clocked('out', ana), [200, 'started'])
    assert.deepEqual(await clocked('in', ana), [422, 'started'])
    assert.deepEqual(await clocked('out', bo), [200, 'completed'])
    assert.deepEqual(await clocked('in', cy), [200, 'started'])
    assert.deepEqual(await clocked('out', cy), [200, 'completed'])
    assert.deepEqual(await clocked('in', bo), [422, 'completed'])
    await assertAppointments(db, org.orgId)
  })

  test('segments of a series move forward on a night that skips their times', async () => {
    const { create, shifts } = await rosterAt(api, '2026-09-20T00:00:00Z')
    const night = (date: number, from: string, to: string) => ({
      start: `2026-10-0${date} ${from}:00`,
      end: `2026-10-0${date + 1} ${to}:00`,
    })
    const segments = [{ start: '2026-10-03 02:15:00', end: '2026-10-03 02:45:00', service: 'Check' }]
    await create({ ...night(2, '22:00', '06:00'), segments, recurrence: { unit: 'Day', ends_after: 3 } })
    assert.deepEqual(
      (await shifts()).map((shift) => [shift.segments[0].start, shift.segments[0].end]),
      [
        ['2026-10-03 02:15:00', '2026-10-03 02:45:00'],
        ['2026-10-04 03:15:00', '2026-10-04 03:45:00'],
        ['2026-10-05 02:15:00', '2026-10-05 02:45:00'],
      ],
    )
  })

  test('deleting from a shift that was moved alone also deletes the later days of the series', async () => {
    const { org, create, shifts } = await rosterAt(api, now)
    const { data } = await create({ recurrence: { unit: 'Day', ends_after: 5 } })
    await org.patch(`/shifts/${data.ref}`, { start: '2026-11-19 18:00:00', end: '2026-11-19 20:00:00' })
    await org.call('DELETE', '/shifts', { refs: [data.ref], scope: 'this_and_following' })
    assert.deepEqual(await shifts(), [])
  })

  test('a series with too many appointments at once is a 422 with a message', async () => {
    const { org, shift, joan, max, kim, ana, bo, cy } = await rosterAt(api, now)
    const group = { type: 'group', client_ids: [joan, max, kim], staff_ids: [ana, bo, cy] }
    const daily = { start: '2025-11-20 09:00:00', end: '2025-11-20 10:00:00', recurrence: { unit: 'Day' } }
    const more = await org.post(
      '/shifts',
      shift({ ...group, ...daily, start: '2026-01-20 09:00:00', end: '2026-01-20 10:00:00', dry_run: true }),
    )
    assert.equal(more.status, 200, more.text)
    const { tooManyErrors } = await import('./series/occurrences.ts')
    assert.deepEqual(tooManyErrors(100, { staff_ids: Array(10).fill(1), client_ids: Array(10).fill(1) }), {})
    assert.match(
      tooManyErrors(101, { staff_ids: Array(10).fill(1), client_ids: Array(10).fill(1) }).recurrence![0]!,
      /at most 10000/,
    )
  })
})
