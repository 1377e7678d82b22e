import { type ChunkRow, firstChunkSql } from '../../db/chunk.ts'
import { organisationTimezone } from '../../db/local-time.ts'
import { statement } from '../../db/statement.ts'
import { noteBytes } from '../../http/contract/record-limits.ts'
import { aliasOf, type KindNumber, recordColumnsOf } from '../search/stream.sql.ts'
import type { NoteRow } from './record.ts'

export interface Template {
  id: number
  name: string
  questions: { key: string; label: string }[]
}

export const templates = statement<[orgId: number], Template>(
  'notes.templates',
  'select id, name, questions from note_template where org_id = $1 order by id',
)

/** The content of a new note. */
export type Content = [
  title: string | null,
  noteType: string,
  notes: string,
  date: string | null,
  templateId: number | null,
  answers: string,
]

/** Creates a general note; returns no row if the client does not exist. $10 is the connection's name, $11 the fields of the body. */
export const create = statement<
  [orgId: number, connectionId: number, clientId: number, ...content: Content, connection: string, fields: string[]],
  NoteRow
>(
  'notes.create',
  `with made as (
     insert into note (org_id, client_id, title, note_type, notes, date, template_id, answers, author_name, source)
     select $1, id, $4, $5, $6, $7, $8, $9, $10, 'api' from client where org_id = $1 and id = $3 returning *),
   recorded as (
     insert into event (org_id, type, subject_id, fields, detail, connection_id)
     select $1, 'note.created', id, $11::text[], jsonb_build_object('client', $3::bigint), $2 from made)
   select ${recordColumnsOf(1)} from made g cross join lateral (select g.id * 4 + 1 as key, g.date) p`,
)

const localDate = (instant: string) => `(${instant} at time zone ${organisationTimezone})::date`

const findIn = (name: string, table: string, kind: KindNumber) => {
  const note = aliasOf[kind]
  const date = kind === 1 ? 'g.date' : `coalesce(${note}.date, ${localDate(`${note}.created_at`)})`
  return statement<[orgId: number, id: number], NoteRow>(
    name,
    `select ${recordColumnsOf(kind)} from ${table} ${note}
     cross join lateral (select ${note}.id * 4 + ${kind} as key, ${date} as date) p
     where ${note}.org_id = $1 and ${note}.id = $2`,
  )
}
/** One note by its id, with or without a client. */
export const find = {
  1: findIn('notes.find_general', 'note', 1),
  2: findIn('notes.find_task', 'task_note', 2),
  3: findIn('notes.find_appointment', 'shift_note', 3),
}

/** The values of a patch. Title and template can become null, so a flag tells whether the patch has them. Other nulls change nothing. */
export type PatchValues = [
  hasTitle: boolean,
  title: string | null,
  noteType: string | null,
  notes: string | null,
  date: string | null,
  hasTemplate: boolean,
  templateId: number | null,
  answers: string | null,
]

/**
 * Applies a patch to a note, stores the earlier state as a revision and records the changed fields, in one statement that
 * reads the note after it has waited for its lock. Returns no row if nothing changes or the note does not exist. $12 is the
 * connection's name.
 */
const updateStatement = (name: string, { table, type, day, revisionKey, kind, lock = '', touch = '' }: NoteTable) => {
  const [alias, number] = kind === 'General' ? (['g', 1] as const) : (['k', 2] as const)
  return statement<
    [orgId: number, connectionId: number, id: number, ...patch: PatchValues, connection: string],
    NoteRow
  >(
    name,
    `with ${lock}
     old as materialized (
       select n.*, ${day} as day, clock_timestamp() as locked_at from ${table} n
       where n.org_id = $1 and n.id = $3 ${lock && 'and exists (select from locked)'} for no key update),
     next as materialized (
       select x.*, o.locked_at, array_remove(array[
         case when o.title is distinct from x.title then 'title' end, case when o.${type} <> x.${type} then 'note_type' end,
         case when o.notes <> x.notes then 'notes' end, case when o.day <> x.date then 'date' end,
         case when o.template_id is distinct from x.template_id then 'template_id' end,
         case when o.answers <> x.answers then 'answers' end], null) as fields
       from old o cross join lateral (
         select case when $4::boolean then $5 else o.title end as title, coalesce($6, o.${type}) as ${type}, coalesce($7, o.notes) as notes,
           coalesce($8, o.day) as date, case when $9::boolean then $10::bigint else o.template_id end as template_id,
           coalesce($11, o.answers) as answers) x),
     revision as (
       insert into note_revision (org_id, ${revisionKey}, title, note_type, notes, date, template_id, answers, by_name, created_at)
       select $1, id, title, ${type}, notes, day, template_id, answers, $12, locked_at
       from old where (select fields from next) <> '{}'),
     changed as (
       update ${table} r set title = n.title, ${type} = n.${type}, notes = n.notes, template_id = n.template_id, answers = n.answers,
         date = case when 'date' = any (fields) then n.date else r.date end, updated_at = n.locked_at
       from next n where r.org_id = $1 and r.id = $3 and fields <> '{}' returning r.*),
     ${touch}
     recorded as (
       insert into event (org_id, type, subject_id, fields, detail, connection_id)
       select $1, 'note.updated', $3, fields, jsonb_build_object('kind', '${kind}'), $2 from next where fields <> '{}')
     select ${recordColumnsOf(number)}
     from changed ${alias} cross join lateral (select ${alias}.id * 4 + ${number} as key, next.date from next) p`,
  )
}
interface NoteTable {
  table: string
  type: string
  /** SQL for the date of the note `n`. */
  day: string
  /** The column of a revision that has the note's id. */
  revisionKey: string
  kind: 'General' | 'Task'
  /** CTEs that lock and touch the task of a task's note. */
  lock?: string
  touch?: string
}

export const updateGeneral = updateStatement('notes.change_general', {
  table: 'note',
  type: 'note_type',
  day: 'n.date',
  revisionKey: 'note_id',
  kind: 'General',
})
const lockOfTask = (noteId: string) =>
  `select id from task where org_id = $1 and id = (select task_id from task_note where org_id = $1 and id = ${noteId}) for no key update`
/** Locks the task first, as every change to a task's notes does, and sets its updated_at: its record has its notes. */
export const updateTaskNote = updateStatement('notes.change_task', {
  table: 'task_note',
  type: 'type',
  day: `coalesce(n.date, ${localDate('n.created_at')})`,
  revisionKey: 'task_note_id',
  kind: 'Task',
  lock: `locked as materialized (${lockOfTask('$3')}),`,
  touch:
    'touched as (update task t set updated_at = changed.updated_at from changed where t.org_id = $1 and t.id = changed.task_id),',
})

/** Locks the task of a note until the end of the transaction. */
export const lockTaskOf = statement<[orgId: number, id: number], object>('notes.lock_task_of', lockOfTask('$2'))

/** The bytes of a task note's text, and of the task's other notes. */
export const bytesInTask = statement<[orgId: number, id: number], { own: number | null; others: number }>(
  'notes.bytes_in_task',
  `select (select octet_length(notes) from task_note where org_id = $1 and id = $2) as own,
     (select ${noteBytes()} from task_note where org_id = $1 and id <> $2
        and task_id = (select task_id from task_note where org_id = $1 and id = $2)) as others`,
)

export interface Revision {
  id: number
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
  statement<[orgId: number, id: number], { id: number }>(
    name,
    `select id from note_revision where org_id = $1 and ${column} = $2 order by id`,
  )
export const revisionsOfGeneral = revisionsOf('notes.revisions_of_general', 'note_id')
export const revisionsOfTask = revisionsOf('notes.revisions_of_task', 'task_note_id')

/** The first of the revisions with these ids, up to the size of one part. */
export const revisionsPart = statement<[orgId: number, ids: number[]], ChunkRow<Revision>>(
  'notes.revisions_part',
  firstChunkSql({
    records: `
      select r.id, r.title, r.note_type, r.notes, r.date, r.template_id, t.name as template, r.answers, r.by_name as replaced_by,
        r.created_at as replaced_at
      from note_revision r left join note_template t on t.org_id = $1 and t.id = r.template_id
      where r.org_id = $1 and r.id = any ($2::bigint[])`,
    order: 'id',
    large: ['to_json(notes)', 'answers'],
  }),
)
