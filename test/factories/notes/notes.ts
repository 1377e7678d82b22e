import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Filter } from '../../../src/notes/search/filters.ts'
import type { NotesFilter } from '../../../src/notes/search/search.sql.ts'
import type { Organisation } from '../../harness/harness.ts'

/** The fields of a note that a search or a filter can use. */
export interface NoteData {
  ref: string
  kind: number
  id: number
  date: string
  title: string | null
  note_type: string
  notes: string
  author: string | null
  employee: string | null
  source: string
  attachments: string[]
  shift_cautions: string[]
  has_template: boolean
}

/** A filter as a query string, in one of the two spellings, with further parameters such as the limit. */
export function queryOf(
  { filters, ...plain }: NotesFilter,
  asJson = false,
  more: Record<string, string | number> = {},
) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...plain, ...more })) query.append(name, String(value))
  if (filters && asJson) query.append('filters', JSON.stringify(filters))
  else
    for (const [index, filter] of (filters ?? []).entries())
      for (const [name, value] of Object.entries(filter)) query.append(`filters[${index}][${name}]`, String(value))
  return `?${query}`
}

/** Whether a note matches a filter, implemented from the contract alone. */
export function matches(note: NoteData, { search, filters, from, to }: NotesFilter): boolean {
  if (from !== undefined && note.date < from) return false
  if (to !== undefined && note.date > to) return false
  if (search !== undefined) {
    const noteWords = wordsOf([note.title, note.notes, note.note_type, note.author].join(' '))
    if (!wordsOf(search).every((part) => noteWords.some((word) => word.startsWith(part)))) return false
  }
  if (!filters) return true
  // `and` binds tighter: each `or` begins an alternative.
  let [anyMatches, allMatch] = [false, true]
  for (const [index, filter] of filters.entries()) {
    if (index > 0 && filter.combinator === 'or') {
      anyMatches ||= allMatch
      allMatch = true
    }
    allMatch &&= matchesFilter(note, filter)
  }
  return anyMatches || allMatch
}

/** Runs of letters, digits and pictures. Latin-1's signs are no letters, even if Unicode says so. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/[\u0080-\u00bf]/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]+/gu) ?? []

const valuesOf = (note: NoteData): Record<string, (string | null)[]> => ({
  author: [note.author],
  source: [note.source],
  keyword: [note.title, note.notes],
  note_type: [note.note_type],
  attachments: note.attachments,
  shift_cautions: note.shift_cautions,
  employee: [note.employee],
})

function matchesFilter(note: NoteData, { field, operator, value }: Filter): boolean {
  if (field === 'has_attachments') return String(note.attachments.length > 0) === String(value)
  if (field === 'has_template') return String(note.has_template) === String(value)
  const wanted = String(value ?? '').toLowerCase()
  if (field === 'date') {
    if (operator === 'is') return note.date === wanted
    return operator === 'on_or_after' ? note.date >= wanted : note.date <= wanted
  }
  const values = valuesOf(note)
    [field]!.filter((one) => one !== null)
    .map((one) => one.toLowerCase())
  switch (operator) {
    case 'contains':
      return values.some((one) => one.includes(wanted))
    case 'does_not_contain':
      return !values.some((one) => one.includes(wanted))
    case 'starts_with':
      return values.some((one) => one.startsWith(wanted))
    case 'ends_with':
      return values.some((one) => one.endsWith(wanted))
    case 'is':
      return values.includes(wanted)
    case 'is_not':
      return !values.includes(wanted)
    case 'empty':
      return values.length === 0
    case 'not_empty':
      return values.length > 0
    default:
      throw new Error(`${operator} does not fit ${field}`)
  }
}

const sharedColumns =
  'n.author_id, n.author_name, n.employee_id, n.source, n.attachments, n.template_id, n.shift_cautions'
const dayOf = 'coalesce(n.date, (n.created_at at time zone (select timezone from organisation where id = $1))::date)'
const notesSql = `
  select n.*, coalesce(a.first_name || ' ' || a.last_name, n.author_name) as author, e.first_name || ' ' || e.last_name as employee
  from (
    select 1 as kind, 'general:' || n.id as ref, n.id, n.date, n.title, n.note_type, n.notes, ${sharedColumns}
    from note n where n.org_id = $1 and n.client_id = $2
    union all
    select 2, 'task:' || n.id, n.id, ${dayOf}, n.title, n.type, n.notes, ${sharedColumns}
    from task_note n join task t on t.org_id = n.org_id and t.id = n.task_id where n.org_id = $1 and t.client_id = $2
    union all
    select 3, 'appointment:' || n.id, n.id, ${dayOf}, n.title, n.note_type, n.notes, n.staff_id, n.author_name, coalesce(n.employee_id, n.staff_id),
      n.source, n.attachments, n.template_id, n.shift_cautions
    from shift_note n where n.org_id = $1 and case when n.client_id is not null then n.client_id = $2
      else exists (select from shift_client c where c.org_id = $1 and c.shift_id = n.shift_id and c.client_id = $2) end
  ) n left join staff a on a.org_id = $1 and a.id = n.author_id left join staff e on e.org_id = $1 and e.id = n.employee_id`

/** A client's notes read from their three tables, newest first: by date, then by id. */
export async function notesOf(db: pg.Pool, { orgId }: Organisation, clientId: number): Promise<NoteData[]> {
  const { rows } = await db.query(notesSql, [orgId, clientId])
  return rows
    .map((row) => ({
      ...row,
      attachments: row.attachments.map(({ name }: { name: string }) => name),
      shift_cautions: row.shift_cautions.flatMap(({ code, text }: { code: string; text: string }) => [code, text]),
      has_template: row.template_id !== null,
    }))
    .sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id || b.kind - a.kind)
}

/** The refs of all pages of a list, and its total, which must be the same on every page. */
export async function listed(org: Organisation, clientId: number, filter: NotesFilter, limit = 100, asJson = false) {
  const refs: string[] = []
  const totals = new Set<number>()
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const more = { limit, ...(cursor !== undefined && { cursor }) }
    const { status, body, text } = await org.get(`/clients/${clientId}/notes${queryOf(filter, asJson, more)}`)
    assert.equal(status, 200, text)
    refs.push(...body.notes.map(({ ref }: { ref: string }) => ref))
    totals.add(body.total)
    cursor = body.next_cursor
    assert.ok(cursor === undefined || body.notes.length === limit, 'a page before the last is full')
    assert.ok(refs.length <= body.total, 'a walk ends')
  }
  assert.equal(totals.size, 1)
  return { total: [...totals][0]!, refs }
}

/** A note to be stored; `of` is the id of its client, task or shift. */
export interface NewNote {
  kind: 1 | 2 | 3
  of: number
  [column: string]: unknown
}

const columns = {
  title: 'text',
  note_type: 'text',
  notes: 'text',
  date: 'date',
  author_id: 'bigint',
  author_name: 'text',
  employee_id: 'bigint',
  source: 'text',
  attachments: 'jsonb',
  template_id: 'bigint',
  shift_cautions: 'jsonb',
}
const tables = {
  1: { table: 'note', parent: 'client_id', names: {}, columns },
  2: { table: 'task_note', parent: 'task_id', names: { note_type: 'type' }, columns },
  // A note of a shift can be about one of its clients.
  3: {
    table: 'shift_note',
    parent: 'shift_id',
    names: { author_id: 'staff_id' },
    columns: { ...columns, client_id: 'bigint' },
  },
} as const

/** Stores many notes at once, in the order of the array for each kind. */
export async function storeNotes(db: pg.Pool, { orgId }: Organisation, notes: NewNote[]): Promise<void> {
  for (const [kind, { table, parent, names, columns }] of Object.entries(tables)) {
    const rows = notes.filter((note) => note.kind === Number(kind))
    const own = Object.keys(columns).map((column) => (names as Record<string, string>)[column] ?? column)
    const typed = Object.entries(columns).map(([column, type]) => `${column} ${type}`)
    const values = Object.keys(columns).map((column) => {
      if (column === 'attachments' || column === 'shift_cautions') return `coalesce(r.${column}, '[]')`
      return (
        { note_type: `coalesce(r.note_type, 'General')`, source: `coalesce(r.source, 'import')` }[column] ??
        `r.${column}`
      )
    })
    await db.query(
      `insert into ${table} (org_id, ${parent}, ${own}) select $1, r.of, ${values}
       from rows from (jsonb_to_recordset($2) as (of bigint, ${typed})) with ordinality r (of, ${Object.keys(columns)}, place) order by place`,
      [orgId, JSON.stringify(rows)],
    )
  }
}

/** The differences between the streams of an organisation and its notes. */
const inconsistenciesSql = `
  with stream as (select client_id, (key & 3)::int as kind, key >> 2 as id, date from client_note where org_id = $1),
  place as (select client_id, kind, id, date from client_note_place where org_id = $1),
  state as (select * from client_note_state where org_id = $1),
  used as (
    select s.client_id, b as block, coalesce(bit_or(set_bit(repeat('0', 256)::bit(256), n.ordinal & 255, 1)), repeat('0', 256)::bit(256)) as bits
    from state s cross join generate_series(0, s.sealed - 1) b
      left join client_note n on n.org_id = $1 and n.client_id = s.client_id and n.ordinal >> 8 = b group by 1, 2),
  kept as (select client_id, block, bits from client_note_bits where org_id = $1 and word = '')
  select 'not in the stream' as what, p::text from (select * from place except all select * from stream) p
  union all select 'only in the stream', p::text from (select * from stream except all select * from place) p
  union all select 'counted wrong', (s.client_id, s.notes)::text from state s
    where s.notes <> (select count(*) from stream n where n.client_id = s.client_id)
  union all select 'not counted', client_id::text from stream where client_id not in (select client_id from state)
  union all select 'an ordinal to come', (n.client_id, n.ordinal)::text from client_note n join state s using (client_id)
    where n.org_id = $1 and n.ordinal not between 0 and s.next_ordinal - 1
  union all select 'in use and not kept', (u.client_id, u.block)::text from (select * from used except all select * from kept) u
  union all select 'kept and not in use', (u.client_id, u.block)::text from (select * from kept except all select * from used) u
  union all select 'bits of a block that is not sealed', (b.client_id, b.block, b.word)::text from client_note_bits b join state s using (client_id)
    where b.org_id = $1 and b.block >= s.sealed`

export async function assertStream(db: pg.Pool, { orgId }: Organisation): Promise<void> {
  assert.deepEqual((await db.query(inconsistenciesSql, [orgId])).rows, [])
}
