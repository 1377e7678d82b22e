import { statement } from '../../db/statement.ts'
import { type Due, dueSeries } from '../../recurrence/job.ts'
import type { Rule } from '../../recurrence/recurrence.ts'
import { type TaskRow, taskColumns } from '../tasks/tasks.sql.ts'

/** The fields that every new task of a series gets. */
export interface Template {
  title: string
  client_id: number | null
  assignee_id: number | null
  minutes: number
  billable: boolean
  price_code: number | null
  /** The claim type of the charge if its price code allows it; null for the usual one. */
  claim_type: string | null
}
export interface SeriesRow extends Template {
  id: number
  recurrence: Rule
  starts_on: string
  next_on: string | null
}
const template = ['title', 'client_id', 'assignee_id', 'minutes', 'billable', 'price_code', 'claim_type'] as const
const columns = ['id', 'recurrence', 'starts_on', 'next_on', ...template]

/** The values of a template, in the order of the statements' parameters. */
export const valuesOf = (of: Template) =>
  [of.title, of.client_id, of.assignee_id, of.minutes, of.billable, of.price_code, of.claim_type] as const

type Values = ReturnType<typeof valuesOf>

export const insertSeries = statement<
  [orgId: number, recurrence: Rule, startsOn: string, nextOn: string | null, ...Values],
  { id: number }
>(
  'task_series.insert',
  `insert into task_series (org_id, recurrence, starts_on, next_on, ${template.join(', ')})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
)

/** Locks a series until the end of the transaction. Creating its tasks, splitting it and ending it need this lock. */
export const lockSeries = statement<[orgId: number, id: number], SeriesRow>(
  'task_series.lock',
  `select ${columns.join(', ')} from task_series where org_id = $1 and id = $2 for no key update`,
)

/** The same for the series of a task, if it has one. The task is locked and read afterwards. */
export const lockSeriesOf = statement<[orgId: number, taskId: number], { id: number }>(
  'task_series.lock_of_task',
  `select id from task_series where org_id = $1 and id = (select series_id from task where org_id = $1 and id = $2)
   for no key update`,
)

/** Locks the tasks of a series from a day on. A later statement reads them. */
export const lockFrom = statement<[orgId: number, seriesId: number, day: string], { id: number }>(
  'tasks.lock_from',
  'select id from task where org_id = $1 and series_id = $2 and date >= $3 order by id for no key update',
)
/** The tasks of a series from a day on. Notes and documents are read for one of them: a series has hundreds of tasks. */
export const findFrom = statement<
  [orgId: number, seriesId: number, day: string, taskIdWithNotes: number | null],
  TaskRow
>(
  'tasks.find_from',
  `select ${taskColumns(undefined, 't.id = $4')} from task t where t.org_id = $1 and t.series_id = $2 and t.date >= $3 order by t.date`,
)

/** The days from $3 on that a series has a task on. */
export const findDays = statement<[orgId: number, seriesId: number, day: string], { date: string }>(
  'tasks.days_from',
  'select date from task where org_id = $1 and series_id = $2 and date >= $3',
)

export const updateRule = statement<[orgId: number, id: number, recurrence: Rule, nextOn: string | null], object>(
  'task_series.update_rule',
  'update task_series set recurrence = $3, next_on = $4, updated_at = statement_timestamp() where org_id = $1 and id = $2',
)

/** Records that `recurrence` of the tasks of a series changed. */
export const recordNewRule = statement<[orgId: number, connectionId: number, seriesId: number], object>(
  'task_series.record_new_rule',
  `with t as materialized (select id from task where org_id = $1 and series_id = $3)
   insert into event (org_id, type, subject_id, fields, connection_id)
   select $1, 'task.updated', t.id, '{recurrence}', $2 from t order by t.id`,
)

export const updateTemplate = statement<[orgId: number, id: number, ...Values], object>(
  'task_series.update_template',
  `update task_series set (${template.join(', ')}) = row ($3, $4, $5, $6, $7, $8, $9), updated_at = statement_timestamp()
   where org_id = $1 and id = $2`,
)

/** Deletes a series that has no tasks. */
export const deleteIfEmpty = statement<[orgId: number, id: number], object>(
  'task_series.delete',
  `delete from task_series r where r.org_id = $1 and r.id = $2
     and not exists (select from task t where t.org_id = $1 and t.series_id = $2)`,
)

/** Whether the client and the assignee of a series are archived, and the client's type. */
export const findArchived = statement<
  [orgId: number, clientId: number | null, assigneeId: number | null],
  ArchivedPeople
>(
  'task_series.leavers',
  `select (select status from client where org_id = $1 and id = $2) = 'Archived' as client_left,
     (select client_type from client where org_id = $1 and id = $2) as client_type,
     exists (select from staff where org_id = $1 and id = $3 and status = 'Archived') as assignee_left`,
)
export interface ArchivedPeople {
  client_left: boolean | null
  client_type: string | null
  assignee_left: boolean
}

export type DueSeries = SeriesRow & Due
export const due = dueSeries<DueSeries>('task_series', columns)
