import { list } from '../../db/list.ts'
import { asIds } from '../../db/shape.ts'

/** The ids of a page of tasks: the record of a task is much larger than what it is found by. */
export const listTasks = list({
  name: 'tasks.list',
  table: 'task',
  counters: 'tasks',
  filters: {
    client_id: { sql: 'client_id = ?' },
    assignee_id: { sql: 'assignee_id = ?' },
    from: { sql: 'date >= ?' },
    to: { sql: 'date <= ?' },
    // The counters have the text of a boolean.
    completed: { sql: 'completed = ?::boolean', counts: 'status = ?::boolean::text' },
    billable: { sql: 'billable = ?::boolean', counts: 'kind = ?::boolean::text' },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
  },
  shape: asIds,
})
