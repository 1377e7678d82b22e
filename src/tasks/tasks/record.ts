import { found, rejected } from '../../http/contract/errors.ts'
import { normalise } from '../../recurrence/recurrence.ts'
import type { Task, TaskCharge } from './tasks.schema.ts'
import type { BilledRow, ChargeRow, TaskRow } from './tasks.sql.ts'

/** A task is billed while it has an invoiced billable. */
export const isBilled = ({ billables }: TaskRow): boolean =>
  billables?.some(({ status }) => status === 'invoiced') ?? false

export const hasPending = ({ billables }: TaskRow): boolean =>
  billables?.some(({ status }) => status === 'pending') ?? false

export const primaryOf = ({ charges }: TaskRow): ChargeRow | undefined => charges?.find(({ primary }) => primary)

/** The record of a task in responses. JSON leaves out undefined fields. */
export function taskRecord(row: TaskRow): Task {
  const primary = primaryOf(row)
  const billables = row.billables ?? []
  return {
    id: row.id,
    title: row.title,
    date: row.date,
    client: row.client ? { id: row.client.id, name: row.client.name } : undefined,
    assignee: row.assignee ?? undefined,
    minutes: row.minutes,
    price_code: primary?.price_code,
    charge: primary?.name,
    billable: row.billable,
    completed: row.completed,
    can_edit: !isBilled(row),
    charges: (row.charges ?? []).map((charge) => chargeRecord(charge, billables)),
    notes: row.notes ?? [],
    documents: row.documents ?? [],
    recurrence: row.recurrence ? normalise(row.recurrence) : undefined,
  } as Task
}

function chargeRecord(charge: ChargeRow, billables: BilledRow[]): TaskCharge {
  const own = billables.filter(({ charge_id }) => charge_id === charge.id)
  if (!own.some(({ status }) => status === 'invoiced')) return charge as TaskCharge
  const billed_statuses = own.map(({ id, status, invoice_number, at }) => ({
    status,
    billable_id: id,
    ...(invoice_number !== null && { invoice_number }),
    at,
  }))
  return { ...charge, billed_statuses } as TaskCharge
}

const rejectedWith = (message: string) => rejected(message, { error: message })

export const cannotEdit = 'This task is billed and cannot be edited.'
export const cannotDelete = 'This task is billed and cannot be deleted.'

/** The task, if it exists and is not billed. */
export function editable(row: TaskRow | undefined, record = 'Task'): TaskRow {
  const task = found(row, record)
  if (isBilled(task)) throw rejectedWith(cannotEdit)
  return task
}

export function deletable(row: TaskRow | undefined): TaskRow {
  const task = found(row, 'Task')
  if (isBilled(task)) throw rejectedWith(cannotDelete)
  return task
}
