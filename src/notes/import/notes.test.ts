import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  assertRoundTrip,
  emptyOrganisation,
  exportedBundle,
  exportText,
  importTo,
  type Row,
  withoutTimestamps,
} from '../../../test/factories/bundles/bundles.ts'
import { baseBundle, completeBundle, note, noteDefaults } from '../../../test/factories/bundles/notes.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const query = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows
const notesOf = async (orgId: number): Promise<Row[]> => (await exportedBundle(pool, orgId)).notes
async function withNotes(...notes: object[]): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { ...baseBundle, notes })
  return orgId
}
/** The stream of a client's notes. */
const streamOf = (orgId: number) =>
  query(
    `select client_id, key & 3 as kind, key >> 2 as id, date from client_note where org_id = $1 order by client_id, key & 3, key`,
    orgId,
  )

describe('notes', () => {
  test('of three kinds come out of one list as they went in, with their templates', async () => {
    const orgId = await emptyOrganisation(pool)
    const { counts } = await importTo(pool, orgId, completeBundle)
    const { note_templates, notes } = await exportedBundle(pool, orgId)
    assert.deepEqual(notes, completeBundle.notes)
    assert.deepEqual(note_templates.map(withoutTimestamps), completeBundle.note_templates)
    assert.deepEqual(counts.notes, { created: 6, updated: 0, unchanged: 0 })
  })

  test('export the same bytes again from an empty organisation, and imported again they change nothing', async () => {
    await assertRoundTrip(pool, completeBundle)
  })

  test('imported again are not stored again', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, completeBundle)
    const places = () =>
      query(
        `select 1 as kind, id, ctid::text, xmin::text from note where org_id = $1
         union all select 2, id, ctid::text, xmin::text from task_note where org_id = $1
         union all select 3, id, ctid::text, xmin::text from shift_note where org_id = $1
         union all select 4, id, ctid::text, xmin::text from note_revision where org_id = $1
         union all select 5, key, ctid::text, xmin::text from client_note where org_id = $1 order by 1, 2`,
        orgId,
      )
    const before = await places()
    const { counts } = await importTo(pool, orgId, completeBundle)
    assert.deepEqual(counts.notes, { created: 0, updated: 0, unchanged: 6 })
    assert.deepEqual(await places(), before)
  })

  test('of another organisation with the same ids do not change', async () => {
    const [first, second] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
    await importTo(pool, first, completeBundle)
    const before = await exportText(pool, first)
    const theirs = completeBundle.notes.map((row) => ({ ...row, notes: 'Theirs', revisions: undefined }))
    await importTo(pool, second, {
      ...completeBundle,
      notes: theirs,
      note_templates: [
        { id: 4, name: 'Theirs' },
        { id: 5, name: 'T' },
      ],
    })
    assert.equal(await exportText(pool, first), before)
  })

  test('move the sequence of each kind past their ids', async () => {
    const high = 1_000_000
    const template = { id: high + 4, name: 'Made' }
    await withNotes(
      note({ id: high + 1, template }),
      note({ kind: 'Task', id: high + 2, task_id: 50 }),
      note({ kind: 'Appointment', id: high + 3, shift_id: 101 }),
    )
    for (const [table, highest] of Object.entries({ note: 1, task_note: 2, shift_note: 3, note_template: 4 })) {
      const [{ next }] = await query(`select nextval('${table}_id_seq') as next`)
      assert.ok(next > high + highest, `${table} gives ${next}`)
    }
  })

  test('are in the streams of their clients: of the task’s, of one of the shift’s, of all of the shift’s', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, completeBundle)
    const date = '2026-11-02'
    assert.deepEqual(await streamOf(orgId), [
      { client_id: 7, kind: 1, id: 70, date },
      { client_id: 7, kind: 2, id: 70, date },
      { client_id: 7, kind: 3, id: 70, date },
      { client_id: 7, kind: 3, id: 73, date },
      { client_id: 8, kind: 1, id: 71, date: '2026-11-03' },
      { client_id: 8, kind: 3, id: 73, date },
    ])
  })
})

test('what a note was comes back, though its answers were as deep as the API takes them', async () => {
  let value: unknown = 'Here'
  for (let level = 0; level < 29; level++) value = [value]
  const answers = [{ key: 'deep', label: 'Deep', value }]
  await assertRoundTrip(pool, {
    ...baseBundle,
    notes: [note({ answers, revisions: [{ notes: 'a', date: '2026-11-01', answers }] })],
  })
})

describe('what a note leaves out', () => {
  test('by default is General, has the source import and the date of its creation', async () => {
    // In Sydney it is the next day.
    const orgId = await withNotes(note({ created_at: '2026-11-02T14:00:00Z' }))
    const [row] = await notesOf(orgId)
    assert.deepEqual(withoutTimestamps(row!), {
      id: 70,
      kind: 'General',
      client_id: 7,
      ...noteDefaults,
      date: '2026-11-03',
    })
    await query(`update note set date = '2026-01-01' where org_id = $1`, orgId)
    assert.equal((await importTo(pool, orgId, { notes: [note()] })).counts.notes!.unchanged, 1)
  })

  test('an unknown template is created from the first note that names it; an existing one stays', async () => {
    const orgId = await withNotes(
      note({ template: { id: 8, name: 'Handover' }, answers: [{ key: 'mood', value: null }] }),
      note({ id: 1, kind: 'Task', task_id: 50, template: { id: 8, name: 'Other' } }),
    )
    const again = note({ id: 71, template: { id: 8, name: 'Renamed' } })
    const { counts } = await importTo(pool, orgId, { notes: [again] })
    assert.equal(counts.note_templates, undefined)
    const { note_templates, notes } = await exportedBundle(pool, orgId)
    assert.deepEqual(note_templates.map(withoutTimestamps), [{ id: 8, name: 'Handover', questions: [] }])
    assert.deepEqual(
      notes.map((row: Row) => row.template),
      Array(3).fill({ id: 8, name: 'Handover' }),
    )
    assert.deepEqual(notes[0].answers, [{ key: 'mood', label: 'mood', value: null }])
  })

  test('revisions stay unless the row has others', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, completeBundle)
    const general: Row = completeBundle.notes[0]!
    const { revisions, ...without } = general
    await importTo(pool, orgId, { notes: [{ ...without, title: 'Other' }] })
    assert.deepEqual((await notesOf(orgId))[0]!.revisions, revisions)
    await importTo(pool, orgId, { notes: [{ ...without, revisions: [revisions[1]] }] })
    assert.deepEqual((await notesOf(orgId))[0]!.revisions, [revisions[1]])
    await importTo(pool, orgId, { notes: [{ ...without, revisions: [] }] })
    assert.equal((await notesOf(orgId))[0]!.revisions, undefined)
  })
})

describe('importing notes alone', () => {
  test('changes the task or shift that shows them, and nothing else of it', async () => {
    const old = '2026-01-01T00:00:00.000000Z'
    const orgId = await withNotes()
    await query('update task set updated_at = $2 where org_id = $1', orgId, old)
    await query('update shift set updated_at = $2 where org_id = $1', orgId, old)
    const before = await exportedBundle(pool, orgId)
    const notes = [
      note({ kind: 'Task', task_id: 50, title: 'Call' }),
      note({ kind: 'Appointment', shift_id: 102, title: 'Walk' }),
    ]
    const touched = async () => {
      const { tasks, shifts } = await exportedBundle(pool, orgId)
      return [tasks, shifts].map((rows: Row[]) => rows.filter((row) => row.updated_at !== old).map(({ id }) => id))
    }
    await importTo(pool, orgId, { notes })
    assert.deepEqual(await touched(), [[50], [102]])
    const now = await exportedBundle(pool, orgId)
    for (const list of ['tasks', 'shifts'])
      assert.deepEqual(now[list].map(withoutTimestamps), before[list].map(withoutTimestamps))
    await query('update task set updated_at = $2 where org_id = $1', orgId, old)
    await importTo(pool, orgId, { notes })
    assert.deepEqual((await touched())[0], [])
    // A note that moves to another task changes both tasks.
    await importTo(pool, orgId, { notes: [{ ...notes[0], task_id: 51, client_id: null }] })
    assert.deepEqual((await touched())[0], [50, 51])
  })

  test('moves them between clients and streams', async () => {
    const orgId = await withNotes(note(), note({ kind: 'Appointment', shift_id: 102 }))
    await importTo(pool, orgId, {
      notes: [note({ client_id: 9 }), note({ kind: 'Appointment', shift_id: 102, client_id: 8 })],
    })
    const stream = await streamOf(orgId)
    assert.deepEqual(
      stream.map(({ client_id, kind }) => [client_id, kind]),
      [
        [8, 3],
        [9, 1],
      ],
    )
  })
})

test('an import seals the blocks it fills, and searches return the same notes', async () => {
  const notes = Array.from({ length: 600 }, (_, index) =>
    note({ id: index + 1, notes: `Walk number ${index}, ${index % 3 === 0 ? 'sunny' : 'rain'}` }),
  )
  const orgId = await withNotes(...notes)
  const [state] = await query('select notes, next_ordinal, sealed from client_note_state where org_id = $1', orgId)
  assert.deepEqual(state, { notes: 600, next_ordinal: 600, sealed: 2 })
  const [{ sunny }] = await query(
    `select sum(bit_count(bits))::int as sunny from client_note_bits where org_id = $1 and word = 'wsunny'`,
    orgId,
  )
  const [{ left }] = await query(
    `select count(*)::int as left from client_note s join note n on n.org_id = s.org_id and n.id = s.key >> 2
     where s.org_id = $1 and s.ordinal >= 512 and n.notes like '%sunny%'`,
    orgId,
  )
  assert.equal(sunny + left, 200)
})

test('when the organisation’s zone changes, notes without a date of their own are of the days there', async () => {
  const created_at = '2026-11-02T14:30:00Z'
  const stamped = { created_at, updated_at: created_at }
  const orgId = await withNotes(
    note({ kind: 'Task', task_id: 50, ...stamped }),
    note({ kind: 'Task', id: 71, task_id: 50, date: '2026-11-01', ...stamped }),
    note({ kind: 'Appointment', shift_id: 101, ...stamped }),
  )
  const days = async () => (await streamOf(orgId)).map(({ date }) => date)
  assert.deepEqual(await days(), ['2026-11-03', '2026-11-01', '2026-11-03'])
  const organisation = { name: 'Acme Care', timezone: 'Australia/Perth' }
  await importTo(pool, orgId, { organisation }, { withSettings: true })
  assert.deepEqual(await days(), ['2026-11-02', '2026-11-01', '2026-11-02'])
})
