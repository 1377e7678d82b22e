import { list } from '../../db/list.ts'
import { asRows } from '../../db/shape.ts'
import { type BillableRow, billableColumns } from './billables.sql.ts'

export const listBillables = list({
  name: 'billables.list',
  table: 'billable',
  counters: 'billables',
  filters: {
    status: { sql: 'status = ?', counts: 'status = ?' },
    client_id: { sql: 'client_id = ?' },
    task_id: { sql: 'task_id = ?' },
    invoice_number: { sql: 'invoice_number = ?' },
    from: { sql: 'date >= ?' },
    to: { sql: 'date <= ?' },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
  },
  shape: asRows<BillableRow>('r.*', billableColumns),
})
