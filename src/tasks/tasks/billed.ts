import { found, refused } from '../../http/contract/errors.ts'
import { isBilled } from './record.ts'
import type { TaskRow } from './tasks.sql.ts'

const refusedAs = (sentence: string) => refused(sentence, { error: sentence })

export const cannotEdit = 'This task is billed and cannot be edited.'
export const cannotDelete = 'This task is billed and cannot be deleted.'

/** A task that is there and may be changed. */
export function editable(row: TaskRow | undefined, record = 'Task'): TaskRow {
  const task = found(row, record)
  if (isBilled(task)) throw refusedAs(cannotEdit)
  return task
}

export function deletable(row: TaskRow | undefined): TaskRow {
  const task = found(row, 'Task')
  if (isBilled(task)) throw refusedAs(cannotDelete)
  return task
}
