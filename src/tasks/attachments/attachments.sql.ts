import { localTimeText } from '../../db/local-time.ts'
import { statement } from '../../db/statement.ts'
import { noteBytes } from '../../http/contract/record-limits.ts'

/** The size of a task's notes and the number of its documents. The caller has locked the task. */
export const attached = statement<[orgId: number, taskId: number], { note_bytes: number; documents: number }>(
  'tasks.attached',
  `select (select ${noteBytes()} from task_note where org_id = $1 and task_id = $2) as note_bytes,
     (select count(*) from task_document where org_id = $1 and task_id = $2) as documents`,
)

/** Statements that add to a task. The caller has locked it. */
type Add = [orgId: number, id: number, taskId: number, at: string, timezone: string]
const createdAt = `${localTimeText('created_at', '$5::text')} as created_at`

/** The author is the connection: the body does not name one. */
export const addNote = statement<
  [...Add, type: string, notes: string, connection: string],
  { id: number; type: string; notes: string; created_at: string }
>(
  'tasks.add_note',
  `insert into task_note (org_id, id, task_id, created_at, updated_at, type, notes, author_name, source)
   values ($1, $2, $3, $4, $4, $6, $7, $8, 'api') returning id, type, notes, ${createdAt}`,
)

export const addDocument = statement<[...Add, name: string], { id: number; name: string; created_at: string }>(
  'tasks.add_document',
  `insert into task_document (org_id, id, task_id, created_at, name) values ($1, $2, $3, $4, $6)
   returning id, name, ${createdAt}`,
)
