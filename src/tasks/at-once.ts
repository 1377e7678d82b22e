import type { Caller } from '../access/tokens.ts'
import { askLast, converse } from '../db/conversation.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { type Asked, namesOf } from './asked.ts'
import type { Edited } from './editing.ts'
import { taskRecord } from './task.record.ts'
import { lockOne, type TaskRow, taskColumns } from './tasks.read.sql.ts'

type Change = [
  ...[orgId: number, connectionId: number, id: number, title: string | null],
  ...[isAssigned: boolean, assigneeId: number | null, timezone: string],
]

/**
 * Lays a title and an assignee over a task that its caller holds, where nobody has to be asked: none of it is billed or about to
 * be, and the assignee is staff or stays. Writes exactly what the rules of edit.ts let pass and gives the task, or nothing and
 * gives no row, as when nothing differs.
 */
const change = statement<Change, TaskRow & { fields: string[] }>(
  'tasks.change_at_once',
  `with compared as materialized (
     select array_remove(array[
       case when t.title <> $4::text then 'title' end,
       case when $5::boolean and t.assignee_id is distinct from $6::bigint then 'assignee' end], null) as fields
     from task t where t.org_id = $1 and t.id = $3
       and not exists (select from billable b where b.org_id = $1 and b.task_id = $3 and b.status in ('pending', 'invoiced'))
       and (not $5 or $6 is null or $6 = t.assignee_id
            or exists (select from staff s where s.org_id = $1 and s.id = $6 and not s.supplier))),
   changed as (
     update task set title = coalesce($4, title), assignee_id = case when $5 then $6 else assignee_id end,
       series_id = null, updated_at = clock_timestamp()
     from compared where org_id = $1 and id = $3 and fields <> '{}' returning task.*, fields),
   recorded as (
     insert into event (org_id, type, subject_id, fields, connection_id)
     select $1, 'task.updated', $3, fields, $2 from changed)
   select fields, ${taskColumns('$7::text')} from changed t`,
)

/** What touches neither time nor money. A task that is changed alone leaves its series. */
const plain = new Set(['title', 'assignee'])

/** Changes such fields in one round trip; undefined where it takes a closer look, which costs only such a change a second one. */
export async function editAtOnce(
  db: Queryable,
  { orgId, connectionId, timezone }: Caller,
  id: number,
  asked: Asked,
): Promise<Edited | undefined> {
  if (namesOf(asked).some((name) => !plain.has(name))) return undefined
  const { title = null, assignee } = asked
  // Held by a statement of its own, so that the next one sees what whoever held it before has written.
  const [, [row]] = await converse(db, () =>
    askLast(
      lockOne.call(orgId, id),
      change.call(orgId, connectionId, id, title, assignee !== undefined, assignee ?? null, timezone),
    ),
  )
  return row && { updated: row.fields, data: taskRecord(row) }
}
