import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  assertRoundTrip,
  emptyOrganisation,
  exportedBundle,
  exportText,
  importTo,
  type Row,
} from '../../../test/factories/bundles/bundles.ts'
import { baseBundle, note } from '../../../test/factories/bundles/notes.ts'
import { task } from '../../../test/factories/bundles/tasks.ts'
import { shift } from '../../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const query = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows
const exported = (orgId: number) => exportedBundle(pool, orgId)
const at = '2026-11-01 10:00:00'

/** A task and a shift with their notes in a bundle. */
const owners = [
  {
    of: 'task',
    kind: 'Task',
    owner: (notes: object[], fields: object = {}) => ({ tasks: [task({ id: 50, client_id: 7, notes, ...fields })] }),
    nestedOf: ({ tasks }: Row): Row[] => tasks.find(({ id }: Row) => id === 50).notes,
    link: { task_id: 50 },
    of_columns: { author_id: '31' },
  },
  {
    of: 'shift',
    kind: 'Appointment',
    owner: (notes: object[], fields: object = {}) => ({ shifts: [shift({ id: 101, notes, ...fields })] }),
    nestedOf: ({ shifts }: Row): Row[] => shifts.find(({ id }: Row) => id === 101).notes,
    link: { shift_id: 101 },
    of_columns: { client_id: '7', note_type: `'Call'` },
  },
]

for (const { of, kind, owner, nestedOf, link, of_columns } of owners) {
  const rich = (fields: object = {}) => note({ id: 80, kind, ...link, title: 'Call', ...fields })
  async function withOwner(nested: object[], ...notes: object[]): Promise<number> {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, { ...baseBundle, ...owner(nested), notes })
    return orgId
  }
  const placesOf = async (orgId: number) => {
    const bundle = await exported(orgId)
    return { nested: nestedOf(bundle).map(({ id }) => id), rows: bundle.notes.map(({ id }: Row) => id) }
  }

  describe(`a note of a ${of}`, () => {
    test('without further fields is nested, and no row of notes', async () => {
      const orgId = await withOwner(
        [{ id: 79, notes: 'Call first', created_at: at }],
        note({ id: 80, kind, ...link, client_id: null }),
      )
      assert.deepEqual(await placesOf(orgId), { nested: [79, 80], rows: [] })
      assert.equal(nestedOf(await exported(orgId))[0]!.created_at, at)
      await importTo(pool, orgId, owner([{ id: 79, notes: 'Changed', created_at: '2026-11-02 10:00:00' }]))
      assert.deepEqual(await placesOf(orgId), { nested: [79], rows: [] })
    })

    test('with further fields is a row of notes, and not nested', async () => {
      const columns = {
        ...{ title: `'T'`, date: `'2026-11-01'`, author_name: `'Care app'`, employee_id: '31', source: `'api'` },
        ...{
          attachments: `'[{"id": 1, "name": "a"}]'`,
          template_id: '4',
          answers: `'[{"key": "a", "label": "a", "value": 1}]'`,
        },
        ...{
          shift_cautions: `'[{"code": "falls", "text": "Falls"}]'`,
          updated_at: `(created_at at time zone 'UTC' + interval '1 s') at time zone 'UTC'`,
        },
        ...{ notes: `repeat('é', 10001)`, ...of_columns },
      }
      const ids = Object.keys(columns).map((_, index) => 79 + index)
      const orgId = await withOwner(ids.map((id) => ({ id, notes: 'Call first', created_at: at })))
      await query(`insert into note_template (org_id, id, name) values ($1, 4, 'Daily')`, orgId)
      for (const [index, [column, value]] of Object.entries(columns).entries()) {
        assert.ok((await placesOf(orgId)).nested.includes(ids[index]), column)
        await query(`update ${of}_note set ${column} = ${value} where org_id = $1 and id = $2`, orgId, ids[index])
        assert.deepEqual(await placesOf(orgId), { nested: ids.slice(index + 1), rows: ids.slice(0, index + 1) }, column)
      }
      await assertRoundTrip(pool, await exported(orgId))
    })

    test('with further fields stays when its parent is imported again; unlisted nested notes are deleted', async () => {
      const orgId = await withOwner([{ id: 79, notes: 'Old', created_at: at }], rich(), rich({ id: 81, notes: 'Same' }))
      const [before] = (await exported(orgId)).notes
      await importTo(pool, orgId, owner([{ notes: 'Same', created_at: at }], { title: 'Renamed' }))
      const bundle = await exported(orgId)
      assert.deepEqual([bundle.notes[0], bundle.notes.length], [before, 2])
      const [only, ...others] = nestedOf(bundle)
      assert.deepEqual([only!.notes, others.length], ['Same', 0])
      assert.ok(![79, 80, 81].includes(only!.id))
      // Such notes do not count as a difference either.
      const text = await exportText(pool, orgId)
      await importTo(pool, orgId, owner([{ notes: 'Same', created_at: at }], { title: 'Renamed' }))
      assert.equal(await exportText(pool, orgId), text)
    })

    test('with further fields is updated by a nested note with its id', async () => {
      const stamps = { created_at: '2026-11-01T00:00:00.123456Z', updated_at: '2026-11-01T00:00:00.123456Z' }
      const orgId = await withOwner([], rich({ shift_cautions: [{ code: 'falls', text: 'Falls' }], ...stamps }))
      await importTo(pool, orgId, owner([{ id: 80, notes: 'Joan is well.', created_at: '2026-11-01 11:00:00' }]))
      const [same] = (await exported(orgId)).notes
      assert.deepEqual([same.created_at, same.updated_at], [stamps.created_at, stamps.updated_at])
      await importTo(pool, orgId, owner([{ id: 80, notes: 'Better said' }]))
      const bundle = await exported(orgId)
      const [row] = bundle.notes
      assert.deepEqual(
        [row.notes, row.title, row.shift_cautions.length, row.created_at],
        ['Better said', 'Call', 1, stamps.created_at],
      )
      assert.ok(row.updated_at > stamps.updated_at)
      assert.deepEqual(nestedOf(bundle), [])
    })

    test('that is a row of notes stays, although its parent does not list it', async () => {
      const bundle = {
        ...baseBundle,
        ...owner([{ id: 79, notes: 'Nested', created_at: at }]),
        notes: [note({ id: 80, kind, ...link, client_id: null })],
      }
      const orgId = await emptyOrganisation(pool)
      await importTo(pool, orgId, bundle)
      const before = await exportText(pool, orgId)
      const { counts } = await importTo(pool, orgId, bundle)
      assert.ok(Object.values(counts).every(({ created, updated }) => created + updated === 0))
      assert.equal(await exportText(pool, orgId), before)
    })

    test('stays at its position in the stream when another field of its parent changes', async () => {
      const orgId = await withOwner([{ id: 79, notes: 'Nested', created_at: at }], rich())
      const ordinals = () => query('select key, ordinal from client_note where org_id = $1 order by key', orgId)
      const before = await ordinals()
      await importTo(pool, orgId, owner([{ id: 79, notes: 'Nested', created_at: at }], { title: 'Renamed' }))
      assert.deepEqual(await ordinals(), before)
    })
  })
}

test('a note of a segment that goes is one of the shift, and one of a client who has left says so', async () => {
  const orgId = await emptyOrganisation(pool)
  const [first, second] = [
    note({ id: 80, kind: 'Appointment', shift_id: 101, client_id: 7, segment_id: 201 }),
    note({ id: 81, kind: 'Appointment', shift_id: 102, client_id: 8 }),
  ]
  await importTo(pool, orgId, { ...baseBundle, notes: [first, second] })
  await importTo(pool, orgId, { shifts: [shift({ id: 101 }), { ...baseBundle.shifts[1], client_ids: [7, 9] }] })
  const { notes } = await exported(orgId)
  assert.deepEqual(
    notes.map(({ client_id, segment_id, client_left }: Row) => [client_id, segment_id, client_left]),
    [
      [7, undefined, undefined],
      [8, undefined, true],
    ],
  )
  await assertRoundTrip(pool, await exported(orgId))
})
