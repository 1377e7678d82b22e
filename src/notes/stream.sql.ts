import { statement, unseen } from '../db/statement.ts'
import { largestId } from '../http/schema.ts'
import type { NoteRow } from './note.record.ts'

/** The organisation and the client, for every statement on a client's stream. */
export const ofClient = (alias = '') => {
  const prefix = alias && `${alias}.`
  return `${prefix}org_id = ${unseen('$1::bigint')} and ${prefix}client_id = ${unseen('$2::bigint')}`
}

const name = (person: string) => `${person}.first_name || ' ' || ${person}.last_name`
const any = (column: string, others: { task?: string; shift?: string } = {}) =>
  `coalesce(g.${column}, k.${others.task ?? column}, h.${others.shift ?? column})`

const author = any('author_id', { shift: 'staff_id' })
const employee = 'coalesce(g.employee_id, k.employee_id, h.employee_id, h.staff_id)'
/** Looked up one by one: joined, all staff of the organisation may be read for a page. */
export const staffMember = (id: string) =>
  `select first_name, last_name from staff where org_id = $1 and id = ${id} offset 0`
const nameOf = (id: string) => `(select ${name('p')} from (${staffMember(id)}) p)`

/**
 * The form submissions that belong to a note of one kind. Few organisations tie any to notes, so whether there is one is asked
 * once for all notes of an answer, and only then note by note. By the order of the index, because PostgreSQL would look for
 * just any one from the beginning of the table.
 */
const submissionsBy = (column: string, id: string) => `
  case when (select ${column} from form_submission where org_id = $1 and ${column} is not null order by ${column} limit 1) is not null then
    (select json_agg(json_build_object('id', f.id, 'form_id', f.form_id,
       'form', (select name from form where org_id = $1 and id = f.form_id), 'status', f.status,
       'submitted_at', to_char(f.submitted_at at time zone (select timezone from organisation where id = $1), 'YYYY-MM-DD HH24:MI:SS')) order by f.id)
     from form_submission f where f.org_id = $1 and f.${column} = ${id}) end`
const submissions = `
  case p.key & 3 when 1 then ${submissionsBy('note_id', 'g.id')}
    when 2 then ${submissionsBy('task_note_id', 'k.id')} else ${submissionsBy('shift_note_id', 'h.id')} end`

/** Most notes have none of these, and even a look for nothing costs PostgreSQL something for each note. */
const ifAny = (id: string, look: string) => `case when ${id} is not null then (${look}) end`
/** Everything the record of a note is made of, for `page p (key, date)`. */
export const recordColumns = `
  (p.key & 3)::int as kind, p.key >> 2 as id, p.date, ${any('title')} as title, ${any('note_type', { task: 'type' })} as note_type, ${any('notes')} as notes,
  ${author} as author_id, coalesce(${ifAny(author, nameOf(author))}, ${any('author_name')}) as author,
  ${employee} as employee_id, ${ifAny(employee, nameOf(employee))} as employee, ${any('source')} as source, ${any('attachments')} as attachments,
  ${any('template_id')} as template_id,
  ${ifAny(any('template_id'), `select name from note_template where org_id = $1 and id = ${any('template_id')}`)} as template,
  ${any('answers')} as answers, ${submissions} as submissions,
  ${any('shift_cautions')} as shift_cautions, k.task_id, ${ifAny('k.task_id', 'select title from task where org_id = $1 and id = k.task_id')} as task,
  ${ifAny(
    'h.shift_id',
    `select case when s.type = 'single' then 'a:' || (select min(id) from appointment where org_id = $1 and shift_id = s.id) else 'g:' || s.id end
     from shift s where s.org_id = $1 and s.id = h.shift_id`,
  )} as shift,
  ${any('created_at')} as created_at, ${any('updated_at')} as updated_at`
/** Null for a note of another kind, which PostgreSQL then does not look for. */
const idOf = (kind: number) => `case when p.key & 3 = ${kind} then p.key >> 2 end`
/** What a statement has just written is in its own `changed` and not yet in the table. */
export const recordSourcesFrom = ({ general = 'note', task = 'task_note' }: { general?: string; task?: string }) => `
  left join ${general} g on g.org_id = $1 and g.id = ${idOf(1)}
  left join ${task} k on k.org_id = $1 and k.id = ${idOf(2)}
  left join shift_note h on h.org_id = $1 and h.id = ${idOf(3)}`
export const recordSources = recordSourcesFrom({})

/** Where a page begins: after this note. The first page begins after one that is newer than any. */
export type Place = readonly [date: string, id: number, kind: number]
export const newest: Place = ['infinity', largestId, 3]
/** The key is put together here, because it can be larger than JavaScript's numbers. */
export const after = `(date, key) < (${unseen('$4::date')}, ${unseen('$5::bigint * 4 + $6::int')})`

export type PageValues = [orgId: number, clientId: number, take: number, ...after: Place]

/** A page of all notes of a client. */
export const page = statement<PageValues, NoteRow>(
  'notes.page',
  `with page as materialized (
     select key, date from client_note where ${ofClient()} and ${after}
     order by date desc, key desc limit ${unseen('$3::int')})
   select ${recordColumns} from page p ${recordSources} order by p.date desc, p.key desc`,
)

/** What notes say, for rows `s` with `date, key, ordinal`. Looked up one by one, whatever the planner thinks of their number. */
export const textOf = (s: string) => `
  select ${s}.date, ${s}.key, ${s}.ordinal, n.* from ${s} cross join lateral (
    select * from note_text where org_id = $1 and kind = ${s}.key & 3 and id = ${s}.key >> 2 offset 0) n`

/** Notes that are in no sealed block, as `open_note`, for `with`. */
export const openNotes = `
  open_place as materialized (
    select date, key, ordinal from client_note
    where ${ofClient()} and ordinal >= coalesce((select sealed << 8 from client_note_state where ${ofClient()}), 0)),
  open_note as (${textOf('open_place')})`

export interface Head {
  name: string
  total: number
}

/** The client and how many notes there are. */
export const head = statement<[orgId: number, clientId: number], Head>(
  'notes.head',
  `select ${name('c')} as name,
     coalesce((select notes from client_note_state where org_id = $1 and client_id = $2), 0) as total
   from client c where c.org_id = $1 and c.id = $2`,
)
