import type { Call } from '../../db/pipeline.ts'
import { follow, takeBack } from '../billables/billables.sql.ts'
import { insertCharge, updateCharge } from '../charges/charges.sql.ts'
import type { TaskChange } from './change.ts'
import { hasPending } from './record.ts'
import { updateTask } from './tasks.sql.ts'

/** Writes a changed task with its charges and, if there are any, its pending billables. */
export function writeCalls(
  orgId: number,
  connectionId: number,
  { row, after, charges }: TaskChange,
  updated: string[],
  seriesId: number | null,
): Call[] {
  const { title, date, client_id, assignee_id, minutes, billable, completed } = after
  const isPending = hasPending(row)
  const isDue = completed && billable
  const fields = [title, date, client_id, assignee_id, minutes, billable, completed] as const
  return [
    // Counts of billables are locked before those of tasks, by everybody.
    ...(isPending && !isDue ? [takeBack.call(orgId, connectionId, [row.id], null)] : []),
    ...charges.map(({ id, price, name, minutes, claim_type, fields }) =>
      id === undefined
        ? insertCharge.call(orgId, connectionId, row.id, price.id, name, minutes, claim_type, true)
        : updateCharge.call(orgId, connectionId, id, price.id, name, minutes, claim_type, true, fields),
    ),
    updateTask.call(orgId, connectionId, row.id, ...fields, seriesId, eventOf(row.completed, completed), updated),
    ...(isPending && isDue ? [follow.call(orgId, connectionId, row.id)] : []),
  ]
}

const eventOf = (before: boolean, after: boolean) =>
  before === after ? 'task.updated' : after ? 'task.completed' : 'task.reopened'
