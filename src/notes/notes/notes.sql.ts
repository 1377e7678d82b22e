import { type ChunkRow, firstChunkSql } from '../../db/chunk.ts'
import { organisationTimezone } from '../../db/local-time.ts'
import { type Queryable, statement } from '../../db/statement.ts'
import { noteBytes } from '../../http/contract/record-limits.ts'
import { aliasOf, type KindNumber, recordColumnsOf } from '../search/stream.sql.ts'
import type { NoteRow } from './record.ts'

/** The content of a new note. */
export type Content = [
  title: string | null,
  noteType: string,
  notes: string,
  date: string | null,
  templateId: number | null,
  answers: string,
]

/** Creates a general note. The caller knows the name of its template; other records do not belong to it yet. */
export const insert = statement<
  [orgId: number, clientId: number, ...content: Content, connection: string],
  Omit<NoteRow, 'template'>
>(
  'notes.insert',
  `insert into note (org_id, client_id, title, note_type, notes, date, template_id, answers, author_name, source)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'api')
   returning 1 as kind, id, title, note_type, notes, date, author_id, author_name as author, employee_id, null as employee,
     source, attachments, template_id, answers, null as submissions, shift_cautions, null as task_id, null as task,
     null as shift, created_at, updated_at`,
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

const findClients = statement<[orgId: number, id: number, kind: number], { client_id: number }>(
  'notes.find_clients',
  'select client_id from client_note where org_id = $1 and key = $2::bigint * 4 + $3::int',
)
/** The clients in whose notes it is. */
export const clientsOfNote = async (db: Queryable, orgId: number, kind: KindNumber, id: number): Promise<number[]> =>
  (await findClients.rows(db, orgId, id, kind)).map(({ client_id }) => client_id)

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

/** The event of the note that `insert` has created in this transaction. */
export const recordCreated = statement<
  [orgId: number, connectionId: number, fields: readonly string[], detail: string],
  object
>(
  'notes.record_created',
  `insert into event (org_id, type, subject_id, ref, fields, detail, connection_id)
   values ($1, 'note.created', currval('note_id_seq'), 'general:' || currval('note_id_seq'), $3, $4, $2)`,
)

interface NoteTable {
  kind: 'General' | 'Task'
  table: string
  type: string
  /** SQL for the date of the note `n`. */
  day: string
  /** The column of a revision that has the note's id. */
  revisionKey: string
  /** SQL for the detail of its events, with the note `old`. */
  detail: string
  /** A CTE that sets updated_at of the task of the note in `changed`. */
  touch?: string
}
type Patch<By> = [orgId: number, id: number, ...patch: PatchValues, by: By]

/** CTEs: the note before the patch and after it, with the names of the fields that differ. */
const comparedSql = ({ table, type, day }: NoteTable, lock = '') => `
  old as materialized (
    select n.*, ${day} as day, statement_timestamp() as changed_at from ${table} n where n.org_id = $1 and n.id = $2 ${lock}),
  next as materialized (
    select x.*, o.changed_at, array_remove(array[
      case when o.title is distinct from x.title then 'title' end, case when o.${type} <> x.${type} then 'note_type' end,
      case when o.notes <> x.notes then 'notes' end, case when o.day <> x.date then 'date' end,
      case when o.template_id is distinct from x.template_id then 'template_id' end,
      case when o.answers <> x.answers then 'answers' end], null) as fields
    from old o cross join lateral (
      select case when $3::boolean then $4 else o.title end as title, coalesce($5, o.${type}) as ${type}, coalesce($6, o.notes) as notes,
        coalesce($7, o.day) as date, case when $8::boolean then $9::bigint else o.template_id end as template_id,
        coalesce($10, o.answers) as answers) x)`

/**
 * A patch of a note, in two statements of one batch: the first locks the note and records the changed fields, the second
 * updates it and stores its earlier state as a revision of the same time. Both do nothing if nothing changes or the note does
 * not exist.
 */
const patchStatements = (name: string, note: NoteTable) => ({
  record: statement<Patch<number>, object>(
    `${name}_event`,
    `with ${comparedSql(note, 'for no key update')}
     insert into event (org_id, type, subject_id, ref, fields, detail, connection_id)
     select $1, 'note.updated', $2, '${note.kind.toLowerCase()}:' || $2, fields, ${note.detail}, $11 from next, old where fields <> '{}'`,
  ),
  /** `by` is the connection's name. */
  store: statement<Patch<string>, object>(
    name,
    `with ${comparedSql(note)},
     changed as (
       update ${note.table} r set title = n.title, ${note.type} = n.${note.type}, notes = n.notes, template_id = n.template_id,
         answers = n.answers, date = case when 'date' = any (fields) then n.date else r.date end, updated_at = n.changed_at
       from next n where r.org_id = $1 and r.id = $2 and fields <> '{}' returning r.*)${note.touch ?? ''}
     insert into note_revision (org_id, ${note.revisionKey}, title, note_type, notes, date, template_id, answers, by_name, created_at)
     select $1, id, title, ${note.type}, notes, day, template_id, answers, $11, changed_at
     from old where (select fields from next) <> '{}'`,
  ),
})

/** The caller has locked the task of a task's note. Its record has its notes, so its updated_at is set too. */
export const patchOf = {
  1: patchStatements('notes.change_general', {
    kind: 'General',
    table: 'note',
    type: 'note_type',
    day: 'n.date',
    revisionKey: 'note_id',
    detail: `jsonb_build_object('kind', 'General')`,
  }),
  2: patchStatements('notes.change_task', {
    kind: 'Task',
    table: 'task_note',
    type: 'type',
    day: `coalesce(n.date, ${localDate('n.created_at')})`,
    revisionKey: 'task_note_id',
    detail: `jsonb_build_object('kind', 'Task', 'task_id', old.task_id)`,
    touch: `,
     touched as (update task t set updated_at = changed.updated_at from changed where t.org_id = $1 and t.id = changed.task_id)`,
  }),
}

/** Locks the task of a note until the end of the transaction. */
export const lockTaskOf = statement<[orgId: number, id: number], object>(
  'notes.lock_task_of',
  `select id from task where org_id = $1 and id = (select task_id from task_note where org_id = $1 and id = $2)
   for no key update`,
)

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
