import type { Call } from '../../db/pipeline.ts'
import { shorten } from '../../recurrence/recurrence.ts'
import { addDays } from '../../time/local-time.ts'
import { isBilled } from '../tasks/record.ts'
import type { TaskRow } from '../tasks/tasks.sql.ts'
import { deleteIfEmpty, type SeriesRow, writeRule } from './series.sql.ts'

/** Why a change to a series leaves one of its later tasks as it is; undefined when it does not. */
export function keptReason(row: TaskRow): string | undefined {
  if (isBilled(row)) return 'The task is billed.'
  return row.completed ? 'The task is completed.' : undefined
}

/** Ends a series before a day of it, once its tasks from that day on are gone or elsewhere; with no task left it goes. */
export function stopCalls(orgId: number, { id, recurrence, starts_on }: SeriesRow, day: string): Call[] {
  // A series that ends before it begins has no last day to show.
  const rule = day <= starts_on ? recurrence : shorten(recurrence, starts_on, addDays(day, -1))
  return [writeRule.call(orgId, id, rule, null), deleteIfEmpty.call(orgId, id)]
}
