import { statement } from '../db/statement.ts'
import { type Due, dueSeries } from '../recurrence/job.ts'
import type { Rule } from '../recurrence/recurrence.ts'
import { type TaskRow, taskColumns } from './tasks.read.sql.ts'

/** What every task of a series is made with. */
export interface Template {
  title: string
  client_id: number | null
  assignee_id: number | null
  minutes: number
  billable: boolean
  price_code: number | null
}
export interface SeriesRow extends Template {
  id: number
  recurrence: Rule
  starts_on: string
  next_on: string | null
}
const template = ['title', 'client_id', 'assignee_id', 'minutes', 'billable', 'price_code'] as const
const columns = ['id', 'recurrence', 'starts_on', 'next_on', ...template]

/** The values of a template, in the order of the parameters of a write. */
export const valuesOf = ({ title, client_id, assignee_id, minutes, billable, price_code }: Template) =>
  [title, client_id, assignee_id, minutes, billable, price_code] as const

type Values = ReturnType<typeof valuesOf>

export const insertSeries = statement<
  [orgId: number, recurrence: Rule, startsOn: string, nextOn: string | null, ...Values],
  { id: number }
>(
  'task_series.insert',
  `insert into task_series (org_id, recurrence, starts_on, next_on, ${template.join(', ')})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
)

/** Holds a series until the end of the transaction: whoever makes, splits or stops one does so alone. */
export const holdSeries = statement<[orgId: number, id: number], SeriesRow>(
  'task_series.hold',
  `select ${columns.join(', ')} from task_series where org_id = $1 and id = $2 for no key update`,
)

/** Holds the tasks of a series from a day on. They are read after this, by a statement of its own. */
export const lockFrom = statement<[orgId: number, seriesId: number, day: string], { id: number }>(
  'tasks.lock_from',
  'select id from task where org_id = $1 and series_id = $2 and date >= $3 order by id for no key update',
)
export const findFrom = statement<[orgId: number, seriesId: number, day: string], TaskRow>(
  'tasks.find_from',
  `select ${taskColumns} from task t where t.org_id = $1 and t.series_id = $2 and t.date >= $3 order by t.date`,
)

export const writeRule = statement<[orgId: number, id: number, recurrence: Rule, nextOn: string | null], object>(
  'task_series.write_rule',
  'update task_series set recurrence = $3, next_on = $4, updated_at = clock_timestamp() where org_id = $1 and id = $2',
)

export const writeTemplate = statement<[orgId: number, id: number, ...Values], object>(
  'task_series.write_template',
  `update task_series set (${template.join(', ')}) = row ($3, $4, $5, $6, $7, $8), updated_at = clock_timestamp()
   where org_id = $1 and id = $2`,
)

/** Deletes a series that has no tasks. */
export const deleteIfEmpty = statement<[orgId: number, id: number], object>(
  'task_series.delete',
  `delete from task_series r where r.org_id = $1 and r.id = $2
     and not exists (select from task t where t.org_id = $1 and t.series_id = $2)`,
)

/** What hinders a series: a client who has left, and an assignee who has. */
export const leavers = statement<[orgId: number, clientId: number | null, assigneeId: number | null], Leavers>(
  'task_series.leavers',
  `select exists (select from client where org_id = $1 and id = $2 and status = 'Archived') as client_left,
     exists (select from staff where org_id = $1 and id = $3 and status = 'Archived') as assignee_left`,
)
export interface Leavers {
  client_left: boolean
  assignee_left: boolean
}

export type DueSeries = SeriesRow & Due
export const due = dueSeries<DueSeries>('task_series.due', 'task_series', columns)
