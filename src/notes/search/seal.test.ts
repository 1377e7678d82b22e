import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listed, matches, type NewNote, notesOf, queryOf, storeNotes } from '../../../test/factories/notes/notes.ts'
import { rosterOf } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'
import type { Field, Operator } from './filters.ts'
import { sealNotes } from './seal.ts'
import type { NotesFilter } from './search.sql.ts'

const { db, organisation } = await harness()

const long = '長'.repeat(300)
const special: Partial<NewNote>[] = [
  { notes: 'Gave 50µg, then ½ a tablet in 12m² of room' },
  { notes: `${long}尾 and more`, title: `x${'y'.repeat(300)}z` },
  { notes: 'Ends in a sign!', title: '!!' },
  { notes: '100% of C:\\dir\\*.txt [a-b] (c|d) ^$ {2}' },
  { notes: 'İstanbul, ΟΔΟΣ and ǅ' },
  { notes: '© 2026 ™ № 5', note_type: 'x'.repeat(300) },
  { notes: 'a file', attachments: [{ id: 1, name: `${'f'.repeat(300)}.pdf` }] },
  { notes: 'a caution', shift_cautions: [{ code: 'long', text: `${'c'.repeat(300)} at the end` }] },
  { notes: 'a bot', author_name: `${'b'.repeat(300)} bot` },
  { notes: "2026-11-15T10:30:00+11:00 a@b.example_c d’e d'e" },
]

/** One client whose notes are sealed and one with the same notes that are not. */
async function duplicates() {
  const org = await organisation()
  const { client } = rosterOf(db, org)
  const [sealed, open] = [await client('Joan'), await client('Max')]
  const more = Array.from({ length: 256 - special.length }, (_, index) => ({ notes: `plain ${index}` }))
  const notes = [...special, ...more].map((note) => ({ kind: 1 as const, date: '2026-11-02', ...note }))
  await storeNotes(
    db,
    org,
    notes.map((note) => ({ ...note, of: sealed })),
  )
  await sealNotes(db)
  await storeNotes(
    db,
    org,
    notes.slice(0, 40).map((note) => ({ ...note, of: open })),
  )
  return { org, clients: [sealed, open] }
}

const keyword = (operator: Operator, value: string): NotesFilter => ({
  filters: [{ field: 'keyword', operator, value }],
})
const text = (field: Field, operator: Operator, value: string): NotesFilter => ({
  filters: [{ field, operator, value }],
})
const filters: NotesFilter[] = [
  ...[
    '50µg',
    'µ',
    'µg',
    '½',
    'm²',
    '²',
    '½ a',
    '長長',
    '長尾',
    '尾',
    '尾 and',
    '長',
    'yz',
    'Z',
    '!',
    '!!',
    '%',
    '\\',
    '\\*',
    '[a-b]',
  ].map((value) => keyword('contains', value)),
  ...['µg', '尾', '[a-b]', 'lain 1'].map((value) => keyword('does_not_contain', value)),
  ...['z', 'yz', '尾 and more', 'sign!', '!', '!!', 'room', '}'].map((value) => keyword('ends_with', value)),
  ...['lain 1', 'ain 10', 'n 1', ' 7', 'plain ', '1\nplain', 'nds in a sig', 'f c:\\di'].flatMap((value) => [
    keyword('contains', value),
    keyword('ends_with', value),
    keyword('starts_with', value),
  ]),
  ...['pla', 'plain 1', 'plain 12'].flatMap((value) => [
    keyword('starts_with', value),
    keyword('is', value),
    keyword('is_not', value),
  ]),
  ...['長', 'xyy', 'gave 50µ', '100%', '!', '©'].map((value) => keyword('starts_with', value)),
  ...['İstanbul', 'ΟΔΟΣ', 'ǅ', '©', '№'].map((value) => keyword('contains', value)),
  ...(['attachments', 'shift_cautions', 'author', 'note_type'] as const).flatMap((field) =>
    ['.pdf', 'ff', 'at the end', 'cc', 'bot', 'bb', 'x'].flatMap((value) => [
      text(field, 'contains', value),
      text(field, 'ends_with', value),
    ]),
  ),
  ...[
    '50µg',
    '½ tablet',
    '長',
    `${'長'.repeat(200)}`,
    'yy',
    'x',
    '© 2026',
    "d'e",
    'd’e',
    'a@b',
    '10:30',
    'bot',
    'file 2026',
  ].map((search) => ({ search })),
]

test('text after the 255th character and around signs is found in sealed notes as in others', async () => {
  const { org, clients } = await duplicates()
  for (const [index, id] of clients.entries()) {
    const notes = await notesOf(db, org, id)
    for (const filter of filters) {
      const expected = notes.filter((note) => matches(note, filter)).map(({ ref }) => ref)
      const list = await listed(org, id, filter)
      const what = `${index === 0 ? 'sealed' : 'open'}: ${JSON.stringify(filter)}`
      assert.deepEqual(list, { total: expected.length, refs: expected }, what)
    }
  }
})

test('a search without a word, even of signs that Unicode calls letters, is a 422', async () => {
  const org = await organisation()
  const id = await rosterOf(db, org).client()
  for (const search of ['½', 'µ', '²', 'ª º', '々', '!?', '😀', ' ', '']) {
    const { status, body } = await org.get(`/clients/${id}/notes${queryOf({ search })}`)
    assert.equal(status, 422, search)
    assert.deepEqual(body.errors, { search: ['search must have at least one letter or digit.'] }, search)
  }
})

test('sealing analyzes new tables, so that PostgreSQL uses the right index', async () => {
  const org = await organisation()
  const id = await rosterOf(db, org).client()
  await storeNotes(
    db,
    org,
    Array.from({ length: 256 }, () => ({ kind: 1, of: id, notes: 'well', date: '2026-11-02' })),
  )
  await sealNotes(db)
  const { rows } = await db.query(
    `select relname from pg_class where relname in ('client_note', 'client_note_word', 'client_note_bits') and reltuples < 0`,
  )
  assert.deepEqual(rows, [])
})

test('a client whose notes cannot be sealed does not stop the others, and the failure is reported', async () => {
  const org = await organisation()
  const { client } = rosterOf(db, org)
  const [broken, sound] = [await client('Joan'), await client('Max')]
  for (const of of [broken, sound]) {
    await storeNotes(
      db,
      org,
      Array.from({ length: 256 }, () => ({ kind: 1, of, notes: 'well', date: '2026-11-02' })),
    )
  }
  await db.query(`update note set attachments = '{}' where org_id = $1 and client_id = $2`, [org.orgId, broken])
  await assert.rejects(sealNotes(db), /cannot extract elements/)
  const { rows } = await db.query(
    'select client_id, sealed from client_note_state where org_id = $1 order by client_id',
    [org.orgId],
  )
  assert.deepEqual(rows, [
    { client_id: broken, sealed: 0 },
    { client_id: sound, sealed: 1 },
  ])
})
