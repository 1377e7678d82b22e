import type { Billable } from './billables.schema.ts'
import type { BillableRow } from './billables.sql.ts'

/** The record of a billable in responses. JSON leaves out undefined fields. */
export function billableRecord(row: BillableRow): Billable {
  return {
    id: row.id,
    task_id: row.task_id ?? undefined,
    charge_id: row.charge_id ?? undefined,
    client: row.client ?? undefined,
    date: row.date,
    name: row.name,
    price_code: row.price_code,
    code: row.code,
    minutes: row.minutes,
    claim_type: row.claim_type,
    total_cost: row.total_cost,
    status: row.status,
    invoice_number: row.invoice_number ?? undefined,
    void_reason: row.void_reason ?? undefined,
    at: row.at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  } as Billable
}
