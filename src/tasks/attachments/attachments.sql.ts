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
type Add = [orgId: number, id: number, taskId: number, at: string]
type Find = [orgId: number, id: number, timezone: string]
const createdAt = `${localTimeText('created_at', '$3::text')} as created_at`

/** The author is the connection: the body does not name one. */
export const addNote = statement<[...Add, type: string, notes: string, connection: string], object>(
  'tasks.add_note',
  `insert into task_note (org_id, id, task_id, created_at, updated_at, type, notes, author_name, source)
   values ($1, $2, $3, $4, statement_timestamp(), $5, $6, $7, 'api')`,
)
export const findNote = statement<Find, { id: number; type: string; notes: string; created_at: string }>(
  'tasks.find_note',
  `select id, type, notes, ${createdAt} from task_note where org_id = $1 and id = $2`,
)

export const addDocument = statement<[...Add, name: string], object>(
  'tasks.add_document',
  'insert into task_document (org_id, id, task_id, created_at, name) values ($1, $2, $3, $4, $5)',
)
export const findDocument = statement<Find, { id: number; name: string; created_at: string }>(
  'tasks.find_document',
  `select id, name, ${createdAt} from task_document where org_id = $1 and id = $2`,
)
