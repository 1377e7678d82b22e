import { type FilterValues, filteredIds } from '../db/filtered.ts'
import { listing } from '../db/listing.ts'
import type { PageNumber } from '../db/page.ts'
import { asRows } from '../db/shape.ts'
import type { Queryable } from '../db/statement.ts'

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

/** The ids of a page of tasks: the record of a task is much larger than what it is found by. */
export async function listTasks(
  db: Queryable,
  orgId: number,
  query: PageNumber,
  values: FilterValues<Filter>,
): Promise<{ ids: number[]; total: number }> {
  const asked = { ...values, completed: values.completed?.toString(), billable: values.billable?.toString() }
  const isOfState = (name: Filter) => ['completed', 'billable', 'updated_since'].includes(name)
  if (!filtered.usedIn(asked).every(isOfState)) return filtered.find(db, orgId, query, asked)
  const { rows, total } = await byState(db, orgId, query, asked)
  return { ids: rows.map(({ id }) => id), total }
}
