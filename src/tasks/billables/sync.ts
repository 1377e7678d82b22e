import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { unknownClient } from '../price-codes/price-codes.schema.ts'
import { clientType } from '../price-codes/price-codes.sql.ts'
import { lock } from '../tasks/tasks.sql.ts'
import { type BillablesSync, maxInWindow } from './billables.schema.ts'
import {
  findForSync,
  insertBillables,
  inWindow,
  inWindowOf,
  recordBillables,
  type SyncCharge,
  type SyncTask,
} from './billables.sql.ts'

/** A body names either tasks or days. */
function bodyErrors({ task_ids, from, to, client_id }: BillablesSync): FieldErrors {
  const hasWindow = from !== undefined || to !== undefined || client_id !== undefined
  if (task_ids && hasWindow) return { task_ids: ['task_ids cannot be sent together with from, to or client_id.'] }
  if (task_ids) return {}
  if (!hasWindow) return { task_ids: ['task_ids is required, or from and to.'] }
  return {
    ...(from === undefined && { from: ['from is required where there are no task_ids.'] }),
    ...(to === undefined && { to: ['to is required where there are no task_ids.'] }),
  }
}

interface Window {
  from: string
  to: string
  client_id?: number
}

/** The billable tasks of some days. They are not locked yet. */
function* idsInWindow(orgId: number, { from, to, client_id }: Window) {
  const [[client], tasks] = yield* send(
    client_id === undefined ? undefined : clientType.call(orgId, client_id),
    client_id === undefined
      ? inWindow.call(orgId, from, to, maxInWindow + 1)
      : inWindowOf.call(orgId, from, to, maxInWindow + 1, client_id),
  )
  if (client_id !== undefined && !client) throw invalid({ client_id: [unknownClient] })
  if (tasks.length > maxInWindow) {
    const message = `to must end a period of at most ${maxInWindow} billable tasks; this one has more, so choose a shorter one.`
    throw invalid({ to: [message] })
  }
  return tasks.map(({ id }) => id)
}

/** Another request may have moved or changed a task between the search and the lock. */
const isInWindow = ({ from, to, client_id }: Window, task: SyncTask): boolean =>
  task.billable && from <= task.date && task.date <= to && (client_id === undefined || task.client_id === client_id)

/** Why a task cannot be billed, as a sentence; undefined when it can. */
function billingError(task: SyncTask | undefined): string | undefined {
  if (!task) return 'Task not found.'
  if (!task.completed) return 'Complete the task first.'
  if (!task.billable) return 'The task is not billable.'
  return task.charges ? undefined : 'The task has no charges.'
}

function resultMessage(created: number, isDryRun: boolean): string {
  if (created === 0) return 'Nothing new to bill.'
  const what = created === 1 ? '1 billable' : `${created} billables`
  if (isDryRun) return `${what} would be created.`
  return `${what} ${created === 1 ? 'was' : 'were'} created.`
}

/** The existing or created billable of a charge, if any. A billable of a dry run has no id: it was rolled back. */
function billableOf(
  { charge_id, total_cost, id }: SyncCharge,
  createdOf: ReadonlyMap<number, number>,
  isDryRun: boolean,
) {
  const billableId = id ?? createdOf.get(charge_id)
  if (billableId === undefined) return []
  return id === null && isDryRun ? [{ charge_id, total_cost }] : [{ id: billableId, charge_id, total_cost }]
}

/** Creates a billable for each charge of completed, billable tasks that has none. */
export function syncBillables(db: Queryable, { orgId, connectionId }: Caller, now: number, body: BillablesSync) {
  const errors = bodyErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { task_ids, dry_run = false } = body
  const window = task_ids ? undefined : (body as Window)
  return pipeline(db, function* () {
    const ids = task_ids ?? (yield* idsInWindow(orgId, window!))
    const [, rows] = ids.length > 0 ? yield* send(lock.call(orgId, ids), findForSync.call(orgId, ids)) : [[], []]
    const tasks = new Map(rows.map((task) => [task.id, task]))
    const isSelected = (id: number) => !window || (tasks.has(id) && isInWindow(window, tasks.get(id)!))
    const selected = ids
      .filter(isSelected)
      .map((id) => ({ id, task: tasks.get(id), error: billingError(tasks.get(id)) }))

    const chargeIds = selected.flatMap(({ task, error }) =>
      error ? [] : task!.charges!.filter(({ id }) => id === null).map(({ charge_id }) => charge_id),
    )
    const at = new Date(now).toISOString()
    const [created] = yield* sendLast(
      chargeIds.length > 0 ? insertBillables.call(orgId, chargeIds, at) : undefined,
      chargeIds.length > 0 ? recordBillables.call(orgId, connectionId, chargeIds) : undefined,
    )
    const createdOf = new Map(created.map(({ id, charge_id }) => [charge_id, id]))

    const results = selected.map(({ id, task, error }) => {
      const charges = task?.charges ?? []
      const newCharges = charges.filter(({ charge_id }) => createdOf.has(charge_id)).length
      const billables = charges.flatMap((charge) => billableOf(charge, createdOf, dry_run))
      return error
        ? { task: id, ok: false, error, billables }
        : { task: id, ok: true, message: resultMessage(newCharges, dry_run), billables }
    })
    const failed = selected.filter(({ error }) => error).length
    return { succeeded: selected.length - failed, failed, results }
  })
}
