import { statement } from '../db/statement.ts'
import type { NoteRow } from './note.record.ts'
import { recordColumns, recordSources } from './stream.sql.ts'

export interface Template {
  id: number
  name: string
  questions: { key: string; label: string }[]
}

export const templates = statement<[orgId: number], Template>(
  'notes.templates',
  'select id, name, questions from note_template where org_id = $1 order by id',
)

/** What a note says, as it is written. */
export type Content = [
  title: string | null,
  noteType: string,
  notes: string,
  date: string | null,
  templateId: number | null,
  answers: string,
]
interface Written {
  id: number
  date: string
  created_at: string
  updated_at: string
}

/** A general note of a client, or no row when there is no such client. $10 names the connection, $11 the fields that were sent. */
export const create = statement<
  [orgId: number, connectionId: number, clientId: number, ...content: Content, connection: string, fields: string[]],
  Written
>(
  'notes.create',
  `with made as (
     insert into note (org_id, client_id, title, note_type, notes, date, template_id, answers, author_name, source)
     select $1, id, $4, $5, $6, $7, $8, $9, $10, 'api' from client where org_id = $1 and id = $3
     returning id, date, created_at, updated_at),
   recorded as (
     insert into event (org_id, type, subject_id, fields, detail, connection_id)
     select $1, 'note.created', id, $11::text[], jsonb_build_object('client', $3::bigint), $2 from made)
   select id, date, created_at, updated_at from made`,
)

const local = (column: string) => `(${column} at time zone (select timezone from organisation where id = $1))::date`

/** One note by its kind ($2) and id, whether or not it belongs to a client. */
export const find = statement<[orgId: number, kind: number, id: number], NoteRow>(
  'notes.find',
  `select ${recordColumns} from (
     select $3::bigint * 4 + $2::int as key, case $2::int
       when 1 then (select date from note where org_id = $1 and id = $3)
       when 2 then (select coalesce(date, ${local('created_at')}) from task_note where org_id = $1 and id = $3)
       else (select coalesce(date, ${local('created_at')}) from shift_note where org_id = $1 and id = $3) end as date) p
   ${recordSources} where p.date is not null`,
)

/** Holds what is changed with a note: the note, or the task it is of, before anything is read. */
export const holdGeneral = statement<[orgId: number, id: number], object>(
  'notes.hold_general',
  'select from note where org_id = $1 and id = $2 for no key update',
)
export const holdTask = statement<[orgId: number, id: number], object>(
  'notes.hold_task',
  `select from task where org_id = $1 and id = (select task_id from task_note where org_id = $1 and id = $2) for no key update`,
)

/** Changes a note that is held, keeps what it was, and records which fields ($10) changed. $11 names the connection. */
const changing = (name: string, { table, type, revised, kind, also }: Changed) =>
  statement<
    [orgId: number, connectionId: number, id: number, ...content: Content, fields: string[], connection: string],
    { updated_at: string }
  >(
    name,
    `with old as (
       insert into note_revision (org_id, ${revised}, title, note_type, notes, date, template_id, answers, by_name, created_at)
       select org_id, id, title, ${type}, notes, coalesce(date, ${local('created_at')}), template_id, answers, $11, clock_timestamp()
       from ${table} where org_id = $1 and id = $3),
     changed as (
       update ${table} set title = $4, ${type} = $5, notes = $6, date = coalesce($7, date), template_id = $8, answers = $9,
         updated_at = clock_timestamp()
       where org_id = $1 and id = $3 returning *),
     ${also}
     recorded as (
       insert into event (org_id, type, subject_id, fields, detail, connection_id)
       select $1, 'note.updated', id, $10::text[], jsonb_build_object('kind', '${kind}'), $2 from changed)
     select updated_at from changed`,
  )
interface Changed {
  table: string
  type: string
  revised: string
  kind: string
  also: string
}

export const changeGeneral = changing('notes.change_general', {
  table: 'note',
  type: 'note_type',
  revised: 'note_id',
  kind: 'General',
  also: '',
})
/** The record of a task shows its notes, so the task has changed too. */
export const changeTask = changing('notes.change_task', {
  table: 'task_note',
  type: 'type',
  revised: 'task_note_id',
  kind: 'Task',
  also: 'touched as (update task t set updated_at = clock_timestamp() from changed where t.org_id = $1 and t.id = changed.task_id),',
})

export interface Revision {
  title: string | null
  note_type: string
  notes: string
  date: string
  template_id: number | null
  template: string | null
  answers: NoteRow['answers']
  replaced_by: string | null
  replaced_at: string
}
const revisionsOf = (name: string, column: string) =>
  statement<[orgId: number, id: number], Revision>(
    name,
    `select r.title, r.note_type, r.notes, r.date, r.template_id, t.name as template, r.answers, r.by_name as replaced_by, r.created_at as replaced_at
     from note_revision r left join note_template t on t.org_id = $1 and t.id = r.template_id
     where r.org_id = $1 and r.${column} = $2 order by r.id`,
  )
export const revisionsOfGeneral = revisionsOf('notes.revisions_of_general', 'note_id')
export const revisionsOfTask = revisionsOf('notes.revisions_of_task', 'task_note_id')
