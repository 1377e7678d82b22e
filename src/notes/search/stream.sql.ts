import { type ChunkRow, firstChunkSql } from '../../db/chunk.ts'
import { localTimeText, organisationTimezone } from '../../db/local-time.ts'
import { statement } from '../../db/statement.ts'
import { maxId } from '../../http/contract/schema.ts'
import type { NoteRow } from '../notes/record.ts'
import { hasTied } from './submissions.sql.ts'

/** The organisation and the client, for every statement on a client's stream. */
export const ofClient = (alias = '') => {
  const prefix = alias && `${alias}.`
  return `${prefix}org_id = $1::bigint and ${prefix}client_id = $2::bigint`
}

const name = (person: string) => `${person}.first_name || ' ' || ${person}.last_name`
/** A kind of notes, for a statement on one note. A stream has all three kinds. */
export type KindNumber = NoteRow['kind']
/** The alias of each kind's row. */
export const aliasOf = { 1: 'g', 2: 'k', 3: 'h' } as const

/** A column of a note: of the row of its kind or, for mixed kinds, of the row that is not null. */
const valueIn =
  (kind?: KindNumber) =>
  (column: string, { task = column, shift = column }: { task?: string; shift?: string } = {}) => {
    const columns = { 1: `g.${column}`, 2: `k.${task}`, 3: `h.${shift}` }
    return kind ? columns[kind] : `coalesce(${Object.values(columns).join(', ')})`
  }

/** `offset 0` makes PostgreSQL read staff one by one: a join may read all staff of the organisation for a page. */
export const staffMember = (id: string) =>
  `select first_name, last_name from staff where org_id = $1 and id = ${id} offset 0`
const nameOf = (id: string) => `(select ${name('p')} from (${staffMember(id)}) p)`

/** The form submissions that belong to a note of one kind. */
const submissionsBy = (column: string, id: string) => `
    (select json_agg(json_build_object('id', f.id, 'form_id', f.form_id,
       'form', (select name from form where org_id = $1 and id = f.form_id), 'status', f.status,
       'submitted_at', ${localTimeText('f.submitted_at', organisationTimezone)}) order by f.id)
     from form_submission f where f.org_id = $1 and f.${column} = ${id})`
const submissionsOf = (kind: KindNumber) => {
  const column = { 1: 'note_id', 2: 'task_note_id', 3: 'shift_note_id' }[kind]
  return submissionsBy(column, `${aliasOf[kind]}.id`)
}

/** Most notes have none of these, and even an empty subquery takes time for each note. */
const whereSet = (id: string, query: string) => `case when ${id} is not null then (${query}) end`

/**
 * The columns of a note's record, for `page p (key, date)` and the sources below. For one kind it takes a third of the time:
 * PostgreSQL prepares every subquery at each call, even those that the note does not need.
 */
export function recordColumnsOf(kind?: KindNumber): string {
  const any = valueIn(kind)
  const author = any('author_id', { shift: 'staff_id' })
  const employee =
    kind === 1 || kind === 2
      ? any('employee_id')
      : kind === 3
        ? 'coalesce(h.employee_id, h.staff_id)'
        : 'coalesce(g.employee_id, k.employee_id, h.employee_id, h.staff_id)'
  const template = any('template_id')
  const task =
    kind === 1 || kind === 3
      ? 'null'
      : whereSet('k.task_id', 'select title from task where org_id = $1 and id = k.task_id')
  const shift = whereSet(
    'h.shift_id',
    `select case when s.type = 'single' then 'a:' || (select min(id) from appointment where org_id = $1 and shift_id = s.id) else 'g:' || s.id end
     from shift s where s.org_id = $1 and s.id = h.shift_id`,
  )
  return `
  (p.key & 3)::int as kind, p.key >> 2 as id, p.date, ${any('title')} as title, ${any('note_type', { task: 'type' })} as note_type, ${any('notes')} as notes,
  ${author} as author_id, coalesce(${whereSet(author, nameOf(author))}, ${any('author_name')}) as author,
  ${employee} as employee_id, ${whereSet(employee, nameOf(employee))} as employee, ${any('source')} as source, ${any('attachments')} as attachments,
  ${template} as template_id, ${whereSet(template, `select name from note_template where org_id = $1 and id = ${template}`)} as template,
  ${any('answers')} as answers, ${kind ? submissionsOf(kind) : 'null::json'} as submissions,
  ${any('shift_cautions')} as shift_cautions, ${kind === 1 || kind === 3 ? 'null::bigint' : 'k.task_id'} as task_id, ${task} as task,
  ${kind === 1 || kind === 2 ? 'null' : shift} as shift,
  ${any('created_at')} as created_at, ${any('updated_at')} as updated_at`
}
/** For a list, whose submissions are read once for all of its notes (submissions.sql.ts). */
export const listColumns = recordColumnsOf()
/** Null for a note of another kind, so that PostgreSQL reads nothing for it. */
const idOf = (kind: number) => `case when p.key & 3 = ${kind} then p.key >> 2 end`
export const recordSources = `
  left join note g on g.org_id = $1 and g.id = ${idOf(1)}
  left join task_note k on k.org_id = $1 and k.id = ${idOf(2)}
  left join shift_note h on h.org_id = $1 and h.id = ${idOf(3)}`

/** A page begins after this note. The first page begins after a position newer than all notes. */
export type Position = readonly [date: string, id: number, kind: number]
export const newest: Position = ['infinity', maxId, 3]
/** SQL computes the key, because it can be larger than JavaScript's safe integers. */
export const after = `(date, key) < ($4::date, $5::bigint * 4 + $6::int)`

export type PageValues = [orgId: number, clientId: number, take: number, ...after: Position]

/** The records of `page`, newest first, up to 1 MB: that takes 20 ms of the thread, and 100 long notes have 10 MB. */
export const pageRecords = firstChunkSql({
  records: `select ${listColumns} from page p ${recordSources}`,
  order: 'date desc, id desc, kind desc',
  large: ['to_json(notes)', 'answers'],
  bytes: 1_000_000,
})
/** Pages up to this limit have 3 MB at most, so they are not measured: measuring takes a fifth of a page's time. */
const maxUnmeasured = 25

const pageKeys = `page as materialized (
  select key, date from client_note where ${ofClient()} and ${after}
  order by date desc, key desc limit $3::int)`
const short = statement<PageValues, NoteRow & { found?: number }>(
  'notes.page',
  `with ${pageKeys} select ${listColumns} from page p ${recordSources} order by p.date desc, p.key desc`,
)
const long = statement<PageValues, ChunkRow<NoteRow>>('notes.long_page', `with ${pageKeys} ${pageRecords}`)

/** A page of all notes of a client. */
export const pageFor = (limit: number) => (limit <= maxUnmeasured ? short : long)

/** The texts of notes, for rows `s` with `date, key, ordinal`. `offset 0` makes PostgreSQL read them one by one. */
export const textOf = (s: string) => `
  select ${s}.date, ${s}.key, ${s}.ordinal, n.* from ${s} cross join lateral (
    select * from note_text where org_id = $1 and kind = ${s}.key & 3 and id = ${s}.key >> 2 offset 0) n`

/** CTEs: `open_note` has the notes that are in no sealed block. */
export const openNotes = `
  open_place as materialized (
    select date, key, ordinal from client_note
    where ${ofClient()} and ordinal >= coalesce((select sealed << 8 from client_note_state where ${ofClient()}), 0)),
  open_note as (${textOf('open_place')})`

export interface Head {
  name: string
  total: number
  has_tied: boolean
}

/** The client, the number of their notes, and whether any note of the organisation has submissions. */
export const head = statement<[orgId: number, clientId: number], Head>(
  'notes.head',
  `select ${name('c')} as name,
     coalesce((select notes from client_note_state where org_id = $1 and client_id = $2), 0) as total, ${hasTied} as has_tied
   from client c where c.org_id = $1 and c.id = $2`,
)
