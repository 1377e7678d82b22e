import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, rosterOf, setClock, stored } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'
import { localOf } from '../../time/local-time.ts'
import { shiftStatuses } from '../shifts/moves.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

const segments = [
  { start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00', service: 'Shower' },
  { start: '2026-11-16 10:00:00', end: '2026-11-16 11:00:00', service: 'Transport' },
]
async function roster() {
  const org = await organisation()
  const note = (ref: string, body: object, headers?: object) => org.post(`/shifts/${ref}/notes`, body, headers)
  const find = async (ref: string) => (await org.get(`/shifts/${ref}`)).body.data
  return { org, note, find, ...rosterOf(db, org) }
}

describe('POST /shifts/{ref}/notes', () => {
  test('adds a note with its author and the local time, which GET returns', async () => {
    const { org, note, find, shift, staff, events } = await roster()
    const bo = await staff('Bo')
    const { ref, updated_at } = await shift()
    const { status, text, body } = await note(ref, { notes: 'Slept well.\n  🌾', staff_id: bo })
    assert.equal(status, 201)
    const created_at = localOf(clock.now(), 'Australia/Sydney')
    const wanted = { id: body.data.id, staff: { id: bo, name: 'Bo Li' }, notes: 'Slept well.\n  🌾', created_at }
    assert.equal(text, JSON.stringify({ data: wanted }))
    const record = await find(ref)
    assert.deepEqual(record.shift_notes, [wanted])
    assert.ok(record.updated_at > updated_at)
    const recorded = (await events()).map(({ type, detail }) => [type, detail])
    assert.deepEqual(recorded, [['shift.note_added', { note_id: body.data.id }]])
    await assertAppointments(db, org.orgId)
  })

  test('notes of one shift are at most 256 KB in total, also with concurrent requests; other errors are listed too', async () => {
    const { org, note, shift } = await roster()
    const { ref } = await shift()
    await db.query(
      `insert into shift_note (org_id, shift_id, notes) select $1, id, repeat('x', case when n = 1 then 2044 else 9900 end) from shift, generate_series(1, 26) n where org_id = $1`,
      [org.orgId],
    )
    const before = await stored(db, org.orgId)
    const notes = ['notes of one shift must have at most 256 KB together, each counted with 100 bytes more.']
    const staff_id = ['staff_id must be the id of a staff member of this organisation.']
    const { status, body } = await note(ref, { notes: 'ä'.repeat(4_951), staff_id: 999_999 })
    assert.deepEqual([status, body.errors], [422, { staff_id, notes }])
    assert.deepEqual(await stored(db, org.orgId), before)
    const answers = await Promise.all(Array.from({ length: 3 }, () => note(ref, { notes: 'ä'.repeat(4_950) })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422])
    assert.deepEqual(answers.find(({ status }) => status === 422)!.body.errors, { notes })
  })

  test('without an author has none, but stores the connection; several are listed oldest first', async () => {
    const { org, note, find, shift, staff } = await roster()
    const { ref } = await shift()
    for (const notes of ['one', 'two', 'three']) await note(ref, { notes, staff_id: null, segment_id: null })
    const { shift_notes } = await find(ref)
    assert.deepEqual(
      shift_notes.map(({ notes }: { notes: string }) => notes),
      ['one', 'two', 'three'],
    )
    assert.ok(!('staff' in shift_notes[0]))
    await note(ref, { notes: 'four', staff_id: await staff('Bo') })
    const { connection } = (await org.get('/me')).body
    const { rows } = await db.query('select author_name from shift_note where org_id = $1 order by id', [org.orgId])
    assert.deepEqual(
      rows.map(({ author_name }) => author_name),
      [connection, connection, connection, null],
    )
  })

  test('about a segment is listed with the segment and with the shift', async () => {
    const { note, find, shift } = await roster()
    const made = await shift({ segments })
    const [, transport] = made.segments
    const { data } = (await note(made.ref, { notes: 'Late bus', segment_id: transport.id })).body
    const record = await find(made.ref)
    const notesOf = record.segments.map(({ shift_notes }: { shift_notes: unknown[] }) => shift_notes)
    assert.deepEqual([record.shift_notes, notesOf], [[data], [[], [data]]])
  })

  for (const status of shiftStatuses) {
    test(`is added to a ${status} shift`, async () => {
      const { note, shiftIn, find } = await roster()
      const { ref } = await shiftIn(status)
      assert.equal((await note(ref, { notes: 'Noted' })).status, 201)
      const record = await find(ref)
      assert.deepEqual([record.status, record.shift_notes.length], [status, 1])
    })
  }

  test('with an unknown author, another shift’s segment or no text is a 422 by field and stores nothing', async () => {
    const { org, note, shift, supplier } = await roster()
    const elsewhere = rosterOf(db, await organisation())
    const strange = { staff: await elsewhere.staff(), segment: (await elsewhere.shift({ segments })).segments[0].id }
    const sam = await supplier()
    const { ref } = await shift({ segments })
    const neighbour = (await shift({ segments })).segments[0].id
    const before = await stored(db, org.orgId)
    const whose = 'staff_id must be the id of a staff member of this organisation.'
    const which = 'segment_id must be a segment of this shift.'
    for (const [body, errors] of [
      [
        { notes: 'x', staff_id: strange.staff, segment_id: strange.segment },
        { staff_id: [whose], segment_id: [which] },
      ],
      [{ notes: 'x', staff_id: sam }, { staff_id: [whose] }],
      [{ notes: 'x', segment_id: neighbour }, { segment_id: [which] }],
      [{}, { notes: ['notes is required.'] }],
      [{ notes: ' \n' }, { notes: ['notes must not be blank.'] }],
      [{ notes: 'x'.repeat(10_001) }, { notes: ['notes must have at most 10000 characters.'] }],
      [{ notes: 'x\u0000' }, undefined],
    ] as const) {
      const response = await note(ref, body)
      assert.equal(response.status, 422)
      if (errors) assert.deepEqual(response.body.errors, errors)
    }
    assert.deepEqual(await stored(db, org.orgId), before)
  })

  test('on another organisation’s shift, or on one that is deleted, is 404', async () => {
    const { org, note, shiftIn, remove } = await roster()
    const other = await organisation()
    const { ref } = await shiftIn('cancelled')
    const before = await stored(db, org.orgId)
    assert.equal((await other.post(`/shifts/${ref}/notes`, { notes: 'x' })).status, 404)
    assert.deepEqual(await stored(db, org.orgId), before)
    await remove([ref])
    assert.equal((await note(ref, { notes: 'x' })).status, 404)
  })

  test('repeated with its Idempotency-Key creates one note', async () => {
    const { note, find, shift } = await roster()
    const { ref } = await shift()
    const key = { 'idempotency-key': 'note-1' }
    const [first, second] = [await note(ref, { notes: 'x' }, key), await note(ref, { notes: 'x' }, key)]
    assert.deepEqual([first.status, second.text, (await find(ref)).shift_notes.length], [201, first.text, 1])
  })
})
