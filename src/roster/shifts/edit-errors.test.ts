import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fullShift, rosterAt, stored } from '../../../test/factories/roster/series.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()
const { db, organisation } = api
const now = '2026-11-10T00:00:00Z'
const at = (clock: string, day = '2026-11-16') => `${day} ${clock}:00`

describe('PATCH /shifts/{ref}', () => {
  test('of a started shift keeps its start and who clocked in; a completed or cancelled one is refused', async () => {
    const { org, create, ana, bo, cy } = await rosterAt(api, now)
    const { data } = await create({ staff_ids: [ana, bo] })
    await org.post(`/shifts/${data.ref}/clock-in`, { staff_ids: [ana] })
    const refused = await org.patch(`/shifts/${data.ref}`, { start: at('08:00'), staff_ids: [bo] })
    assert.deepEqual(refused.body.errors, {
      start: ['start cannot change: the shift has started.'],
      staff_ids: ['staff_ids must keep Staff1 Li, who clocked in.'],
    })
    const longer = await org.patch(`/shifts/${data.ref}`, { end: at('12:00'), staff_ids: [ana, cy] })
    assert.deepEqual([longer.status, longer.body.data.status], [200, 'started'])
    await org.post(`/shifts/${data.ref}/clock-out`, { staff_ids: [ana] })
    const other = await create({ start: at('14:00'), end: at('15:00') })
    await org.post(`/shifts/${other.data.ref}/cancel`, { cancelled_by: 'client', reason: 'Away' })
    const before = await stored(db, org)
    for (const [ref, status] of [
      [data.ref, 'completed'],
      [other.data.ref, 'cancelled'],
    ]) {
      const answer = await org.patch(`/shifts/${ref}`, { title: 'Late' })
      assert.equal(answer.status, 422)
      assert.match(
        answer.body.message,
        new RegExp(`^A ${status} shift cannot be edited; only a draft, scheduled or started one can.$`),
      )
    }
    assert.equal(await stored(db, org), before)
  })

  test('answers for the conflicts that it brings and no others, and goes on when they are overridden with a reason', async () => {
    const { org, create, ana, bo, max, news } = await rosterAt(api, now)
    const { data: first } = await create()
    const { data: second } = await create({ staff_ids: [bo], client_ids: [max] })
    await news()
    const blocked = await org.patch(`/shifts/${second.ref}`, { staff_ids: [bo, ana] })
    assert.deepEqual([blocked.status, Object.keys(blocked.body.errors)], [422, ['staff_ids']])
    assert.deepEqual(
      blocked.body.conflicts.map(({ code, severity, staff, ref }: any) => [code, severity, staff.id, ref]),
      [['staff_overlap', 'block', ana, first.ref]],
    )
    assert.deepEqual(await news(), [])
    const override = { override_conflicts: ['staff_overlap'], override_reason: 'Two at once' }
    const accepted = await org.patch(`/shifts/${second.ref}`, { staff_ids: [bo, ana], ...override })
    assert.deepEqual([accepted.status, accepted.body.updated], [200, ['staff_ids']])
    const [event] = await news()
    assert.deepEqual(event.detail, {
      override_reason: 'Two at once',
      overridden: [{ code: 'staff_overlap', staff_id: ana, ref: first.ref }],
    })
    await org.post(`/staff/${bo}/status`, { status: 'Inactive' })
    const title = await org.patch(`/shifts/${second.ref}`, { title: 'Evening' })
    assert.deepEqual([title.status, title.body.conflicts], [200, undefined])
    const moved = await org.patch(`/shifts/${second.ref}`, { end: at('12:00') })
    assert.deepEqual(moved.body.conflicts.map(({ code }: any) => code).sort(), ['staff_not_active', 'staff_overlap'])
    const freed = await org.patch(`/shifts/${second.ref}`, { start: at('11:00'), end: at('12:00'), staff_ids: [ana] })
    assert.deepEqual([freed.status, freed.body.conflicts], [200, undefined], 'shifts that touch do not overlap')
  })

  test('does not ask again about people who are on the shift already', async () => {
    const { org, create, ana, joan, max } = await rosterAt(api, now)
    const site_id = (await org.post('/sites', { name: 'Banksia House', participant_ids: [joan] })).body.data.id
    const { data } = await create({ type: 'site', site_id })
    const override = { override_conflicts: ['staff_overlap'], override_reason: 'Both' }
    await create({ client_ids: [max], ...override })
    await org.patch(`/sites/${site_id}`, { participant_ids: [max] })
    await db.query('update staff set supplier = true where org_id = $1 and id = $2', [org.orgId, ana])
    const answer = await org.patch(`/shifts/${data.ref}`, { title: 'Late', end: at('12:00'), ...override })
    assert.equal(answer.status, 200, answer.text)
    await org.patch(`/shifts/${data.ref}`, { client_ids: [max], staff_ids: [] })
    const { body } = await org.patch(`/shifts/${data.ref}`, { client_ids: [joan], staff_ids: [ana] })
    assert.deepEqual(Object.keys(body.errors), ['staff_ids', 'client_ids'])
  })

  test('in a dry run gives the same verdict and writes nothing', async () => {
    const { org, shift, ana } = await fullShift(api, now)
    const before = await stored(db, org)
    const dry = await org.patch(`/shifts/${shift.ref}`, { title: 'Evening', staff_ids: [ana], dry_run: true })
    assert.equal(await stored(db, org), before)
    const refused = await org.patch(`/shifts/${shift.ref}`, { end: at('08:00'), dry_run: true })
    assert.equal(refused.status, 422)
    const real = await org.patch(`/shifts/${shift.ref}`, { title: 'Evening', staff_ids: [ana] })
    const { updated_at: _, ...told } = dry.body.data
    const { updated_at: __, ...done } = real.body.data
    assert.deepEqual([dry.status, dry.body.dry_run, dry.body.updated, told], [200, true, real.body.updated, done])
  })

  test('finds nothing for another organisation, an unknown or a deleted shift', async () => {
    const { org, shift } = await fullShift(api, now)
    const before = await stored(db, org)
    const stranger = await organisation()
    assert.equal((await stranger.patch(`/shifts/${shift.ref}`, { title: 'Mine' })).status, 404)
    assert.equal(
      (await stranger.patch(`/shifts/${shift.ref}`, { title: 'Mine', scope: 'this_and_following' })).status,
      404,
    )
    assert.equal((await org.patch('/shifts/g:9007199254740993', { title: 'Late' })).status, 404)
    assert.equal(await stored(db, org), before)
    await org.call('DELETE', '/shifts', { refs: [shift.ref] })
    assert.equal((await org.patch(`/shifts/${shift.ref}`, { title: 'Late' })).status, 404)
  })
})
