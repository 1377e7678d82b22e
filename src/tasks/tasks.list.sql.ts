import { type FilterValues, filteredIds } from '../db/filtered.ts'
import { listing } from '../db/listing.ts'
import type { PageNumber } from '../db/page.ts'
import { asRows } from '../db/shape.ts'
import type { Queryable } from '../db/statement.ts'
import { findMany, type TaskRow } from './tasks.read.sql.ts'

/** A list of tasks is found as ids first: the record of a task is much larger than what it is found by. */
const byState = listing({
  name: 'tasks.list',
  table: 'task',
  shape: asRows<{ id: number }>('id'),
  tally: { list: 'tasks' },
  filters: {
    // Of booleans the tally keeps the text.
    completed: { sql: 'completed = ?::text::boolean', tally: 'status' },
    billable: { sql: 'billable = ?::text::boolean', tally: 'kind' },
    updated_since: { since: 'updated_at' },
  },
})

const filters = {
  client_id: 'client_id = ?',
  assignee_id: 'assignee_id = ?',
  from: 'date >= ?',
  to: 'date <= ?',
  completed: 'completed = ?::text::boolean',
  billable: 'billable = ?::text::boolean',
  updated_since: 'updated_at >= ?',
} as const
type Filter = keyof typeof filters
const filtered = filteredIds<Filter>({ name: 'tasks.list', table: 'task', filters })

export async function listTasks(
  db: Queryable,
  orgId: number,
  query: PageNumber,
  values: FilterValues<Filter>,
): Promise<{ rows: TaskRow[]; total: number }> {
  const texts = { completed: values.completed?.toString(), billable: values.billable?.toString() }
  const { ids, total } = await findIds(db, orgId, query, { ...values, ...texts })
  return { total, rows: ids.length > 0 ? await findMany.rows(db, orgId, ids) : [] }
}

async function findIds(db: Queryable, orgId: number, query: PageNumber, values: FilterValues<Filter>) {
  const isOfState = (name: Filter) => ['completed', 'billable', 'updated_since'].includes(name)
  if (!filtered.usedIn(values).every(isOfState)) return filtered.find(db, orgId, query, values)
  const { rows, total } = await byState(db, orgId, query, values)
  return { ids: rows.map(({ id }) => id), total }
}
