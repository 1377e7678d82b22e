import { localTimeText, organisationTimezone } from '../../db/local-time.ts'
import { statement } from '../../db/statement.ts'
import type { EventType } from '../../events/catalogue.ts'
import { noteBytes } from '../../http/contract/record-limits.ts'

/** The size of a task's notes and the number of its documents. The caller has locked the task. */
export const attached = statement<[orgId: number, taskId: number], { note_bytes: number; documents: number }>(
  'tasks.attached',
  `select (select ${noteBytes()} from task_note where org_id = $1 and task_id = $2) as note_bytes,
     (select count(*) from task_document where org_id = $1 and task_id = $2) as documents`,
)

/** Adds a note or a document to a task, with its event. $4 is the time. The caller has locked the task. */
const addStatement = <Values extends string[], Row extends object>(
  name: string,
  { table, columns, event, key, further = {} }: Attachment,
) =>
  statement<[orgId: number, connectionId: number, taskId: number, at: string, ...values: Values], Row>(
    name,
    `with t as (update task set updated_at = statement_timestamp() where org_id = $1 and id = $3 returning id),
     added as (
       insert into ${table} (org_id, task_id, created_at, ${[...columns, ...Object.keys(further)].join(', ')})
       select $1, id, $4, ${[...columns.map((_, i) => `$${i + 5}`), ...Object.values(further)].join(', ')} from t returning *),
     recorded as (
       insert into event (org_id, type, subject_id, detail, connection_id)
       select $1, '${event}', task_id, jsonb_build_object('${key}', id), $2 from added)
     select id, ${columns.join(', ')}, ${localTimeText('created_at', organisationTimezone)} as created_at from added`,
  )

interface Attachment {
  table: string
  /** Columns with a value from the body, and further columns with their SQL. */
  columns: string[]
  further?: Record<string, string>
  event: EventType
  key: string
}

/** The author is the connection, by its current name: the body does not name one. */
const noteSource = {
  source: `'api'`,
  author_name: '(select name from connection where org_id = $1 and id = $2)',
  updated_at: '$4',
}

export const addNote = addStatement<
  [type: string, notes: string],
  { id: number; type: string; notes: string; created_at: string }
>('tasks.add_note', {
  table: 'task_note',
  columns: ['type', 'notes'],
  further: noteSource,
  event: 'task.note_added',
  key: 'note_id',
})

export const addDocument = addStatement<[name: string], { id: number; name: string; created_at: string }>(
  'tasks.add_document',
  { table: 'task_document', columns: ['name'], event: 'task.document_added', key: 'document_id' },
)
