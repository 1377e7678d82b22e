import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, rosterOf, setClock, stored } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

async function roster() {
  const org = await organisation()
  const publish = (refs: string[], fields: object = {}) => org.post('/shifts/publish', { refs, ...fields })
  const unpublish = (refs: string[]) => org.post('/shifts/unpublish', { refs })
  return { org, publish, unpublish, ...rosterOf(db, org) }
}
const published = { ok: true, message: 'The shift was published.' }
const again = { ok: true, message: 'The shift is a draft again.' }
const notFound = { ok: false, error: 'Shift not found.' }
const accept = { override_conflicts: ['staff_overlap'], override_reason: 'Handover' }

describe('POST /shifts/publish', () => {
  test('makes drafts scheduled, and returns the result for each ref in order', async () => {
    const { org, publish, shift, shiftIn, staff, appointments, remove } = await roster()
    const first = await shift({ staff_ids: [await staff(), await staff('Bo')] })
    const second = `a:${(await appointments())[1].id}`
    const group = await shift({ type: 'group' })
    const scheduled = await shiftIn('scheduled')
    const deleted = await shiftIn('cancelled')
    await remove([deleted.ref])
    const other = await rosterOf(db, await organisation()).shift()
    const refs = [group.ref, first.ref, second, scheduled.ref, deleted.ref, other.ref, 'x']
    const { status, body } = await publish(refs)
    const no = { ok: false, error: 'A scheduled shift cannot be published; only a draft one can.' }
    const wanted = [published, published, no, no, { ok: false, error: 'The shift is deleted.' }, notFound, notFound]
    assert.equal(status, 200)
    assert.deepEqual(body, { succeeded: 2, failed: 5, results: refs.map((ref, i) => ({ ref, ...wanted[i] })) })
    const record = (await org.get(`/shifts/${first.ref}`)).body.data
    assert.deepEqual([record.status, record.is_draft], ['scheduled', false])
    const flags = (await appointments()).map(({ is_draft }: { is_draft: number }) => is_draft)
    assert.ok(flags.every((flag: number) => flag === 0))
    await assertAppointments(db, org.orgId)
  })

  test('records an event for each shift that was published, in the order of their ids, and for no other', async () => {
    const { org, publish, shift, shiftIn, events } = await roster()
    const [first, second, scheduled] = [await shift(), await shift(), await shiftIn('scheduled')]
    await publish([second.ref, first.ref, scheduled.ref, 'a:1'])
    const [firstId, secondId] = (await org.events())
      .filter(({ type }) => type === 'shift.created')
      .map(({ subject_id }) => subject_id)
    const recorded = (await events()).map(({ type, subject_id, detail }) => [type, subject_id, detail])
    assert.deepEqual(recorded, [
      ['shift.published', firstId, null],
      ['shift.published', secondId, null],
    ])
  })

  test('a draft with a block stays a draft with the reason; the others are published', async () => {
    const { org, publish, shift, staff, client } = await roster()
    const [ana, joan] = [await staff(), await client()]
    const blocked = await shift({ staff_ids: [ana], client_ids: [joan] })
    const free = await shift()
    await org.post(`/staff/${ana}/status`, { status: 'Inactive' })
    await org.delete(`/clients/${joan}`)
    const { body } = await publish([blocked.ref, free.ref])
    const error = 'Ana Li is Inactive, not Active. Joan Hart is archived.'
    const { data: conflicts } = (await org.get(`/shifts/${blocked.ref}/conflicts`)).body
    assert.deepEqual(
      conflicts.map(({ code }: { code: string }) => code),
      ['staff_not_active', 'client_archived'],
    )
    assert.deepEqual(body.results, [
      { ref: blocked.ref, ok: false, error, conflicts },
      { ref: free.ref, ...published },
    ])
    assert.equal((await org.get(`/shifts/${blocked.ref}`)).body.data.status, 'draft')
    await assertAppointments(db, org.orgId)
  })

  test('lists at most 500 conflicts; of further drafts it says where theirs are', async () => {
    const { org, publish, shift, client } = await roster()
    const people: number[] = []
    for (let n = 0; n < 50; n++) people.push(await client())
    const { ref } = await shift({ type: 'group', client_ids: people })
    await db.query(`update client set status = 'Archived' where org_id = $1`, [org.orgId])
    const { results } = (await publish(Array(12).fill(ref))).body
    const counts = results.map(({ conflicts = [] }: { conflicts?: object[] }) => conflicts.length)
    assert.deepEqual(counts, [...Array(10).fill(50), 0, 0])
    assert.match(results[9].error, /^(?:Joan Hart is archived\. ?){50}$/)
    assert.match(results[10].error, /GET \/shifts\/\{ref\}\/conflicts/)
  })

  test('with an override succeeds, and the event records the reason', async () => {
    const { org, publish, shift, staff } = await roster()
    const ana = await staff()
    const { ref } = await shift({ staff_ids: [ana] })
    await org.post(`/staff/${ana}/status`, { status: 'Inactive' })
    const rejected = await publish([ref], { override_conflicts: ['staff_not_active'] })
    assert.deepEqual([rejected.status, Object.keys(rejected.body.errors)], [422, ['override_reason']])
    const { body } = await publish([ref], {
      override_conflicts: ['staff_not_active'],
      override_reason: 'Back on Monday',
    })
    assert.equal(body.succeeded, 1)
    const overridden = [{ code: 'staff_not_active', staff_id: ana }]
    assert.deepEqual((await org.events()).at(-1).detail, { override_reason: 'Back on Monday', overridden })
  })

  test('does not report conflicts again that were accepted before, from either side', async () => {
    const { org, publish, shift, staff } = await roster()
    const ana = await staff()
    const first = await shift({ staff_ids: [ana] })
    const second = await shift({ staff_ids: [ana], ...accept })
    assert.equal((await publish([second.ref, first.ref])).body.succeeded, 2)
    assert.equal((await org.get(`/shifts/${first.ref}`)).body.data.status, 'scheduled')
  })

  test('finds the blocking conflict of the last of many drafts with overlaps', async () => {
    const { org, publish, shift, staff } = await roster()
    const [ana, bo] = [await staff('Ana'), await staff('Bo')]
    const refs: string[] = []
    // Twelve overlapping drafts of one person are 132 overlaps, all of them accepted.
    for (let n = 0; n < 12; n++) refs.push((await shift({ staff_ids: [ana], ...accept })).ref)
    const last = await shift({ staff_ids: [bo] })
    await shift({ staff_ids: [bo], ...accept })
    // Overlapping drafts without an override, as an import can create them.
    await db.query(
      `update shift set overridden = '{}' where org_id = $1 and title = 'Shift' and id in (
      select shift_id from appointment where org_id = $1 and employee_id = $2)`,
      [org.orgId, bo],
    )
    const { body } = await publish([...refs, last.ref])
    assert.deepEqual([body.succeeded, body.results.at(-1).ok], [12, false])
  })

  test('of the same draft by concurrent requests publishes it once', async () => {
    const { publish, shift, events } = await roster()
    const { ref } = await shift()
    const answers = await Promise.all(Array.from({ length: 5 }, () => publish([ref])))
    assert.deepEqual(answers.map(({ body }) => body.succeeded).sort(), [0, 0, 0, 0, 1])
    assert.equal((await events()).length, 1)
  })

  test('accepts 1 to 50 refs', async () => {
    const { publish, unpublish } = await roster()
    for (const refs of [[], Array(51).fill('a:1')]) {
      for (const response of [await publish(refs), await unpublish(refs)]) {
        assert.deepEqual([response.status, response.body.errors], [422, { refs: ['refs must have 1 to 50 items.'] }])
      }
    }
  })
})

describe('POST /shifts/unpublish', () => {
  test('makes scheduled shifts drafts again; other refs get the reason and stay', async () => {
    const { org, unpublish, shiftIn, events, remove } = await roster()
    const scheduled = await shiftIn('scheduled')
    const started = await shiftIn('started')
    const deleted = await shiftIn('cancelled')
    await remove([deleted.ref])
    const before = await stored(db, org.orgId)
    const refs = [scheduled.ref, started.ref, deleted.ref, scheduled.ref, 'a:1']
    const { body } = await unpublish(refs)
    const no = (status: string) => `A ${status} shift cannot be unpublished; only a scheduled one can.`
    const errors = [no('started'), 'The shift is deleted.', no('draft'), 'Shift not found.']
    const wanted = [again, ...errors.map((error) => ({ ok: false, error }))]
    assert.deepEqual(body, { succeeded: 1, failed: 4, results: refs.map((ref, i) => ({ ref, ...wanted[i] })) })
    assert.equal((await org.get(`/shifts/${scheduled.ref}`)).body.data.is_draft, true)
    assert.equal((await events()).at(-1).type, 'shift.unpublished')
    assert.equal((await stored(db, org.orgId)).event!.length, before.event!.length + 1)
    await assertAppointments(db, org.orgId)
  })

  test('concurrent with a clock-in, one of the two succeeds: never a draft with a clock-in', async () => {
    const { org, unpublish, shift, staff } = await roster()
    const ana = await staff()
    for (let n = 0; n < 5; n++) {
      const { ref } = await shift({ staff_ids: [ana], publish: true })
      const [back, clocked] = await Promise.all([
        unpublish([ref]),
        org.post(`/shifts/${ref}/clock-in`, { staff_ids: [ana] }),
      ])
      assert.equal(back!.body.succeeded + (clocked!.status === 200 ? 1 : 0), 1)
      await org.call('DELETE', '/shifts', { refs: [ref] })
    }
    await assertAppointments(db, org.orgId)
  })
})
