import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { unknownClient } from '../price-codes/price-codes.schema.ts'
import { clientType } from '../price-codes/price-codes.sql.ts'
import { lock } from '../tasks/tasks.sql.ts'
import { type BillablesSync, maxInWindow } from './billables.schema.ts'
import { findForSync, insertBillables, inWindow, inWindowOf, type SyncCharge, type SyncTask } from './billables.sql.ts'

/** What is wrong with the fields of an order beside each other: it names tasks, or days. */
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

/** The tasks of some days, which are not held yet. */
function* idsInWindow(orgId: number, { from, to, client_id }: Window) {
  const [[client], tasks] = yield* send(
    client_id === undefined ? undefined : clientType.call(orgId, client_id),
    client_id === undefined
      ? inWindow.call(orgId, from, to, maxInWindow + 1)
      : inWindowOf.call(orgId, from, to, maxInWindow + 1, client_id),
  )
  if (client_id !== undefined && !client) throw invalid({ client_id: [unknownClient] })
  if (tasks.length > maxInWindow) {
    const sentence = `to must end a period of at most ${maxInWindow} billable tasks; this one has more, so choose a shorter one.`
    throw invalid({ to: [sentence] })
  }
  return tasks.map(({ id }) => id)
}

/** A task that was moved or changed before it was held has left the window. */
const isInWindow = ({ from, to, client_id }: Window, task: SyncTask): boolean =>
  task.billable && from <= task.date && task.date <= to && (client_id === undefined || task.client_id === client_id)

/** Why a task gets no billables, as a sentence; undefined when it can. */
function billingError(task: SyncTask | undefined): string | undefined {
  if (!task) return 'Task not found.'
  if (!task.completed) return 'Complete the task first.'
  if (!task.billable) return 'The task is not billable.'
  return task.charges ? undefined : 'The task has no charges.'
}

function resultMessage(made: number, isDryRun: boolean): string {
  if (made === 0) return 'Nothing new to bill.'
  const what = made === 1 ? '1 billable' : `${made} billables`
  if (isDryRun) return `${what} would be created.`
  return `${what} ${made === 1 ? 'was' : 'were'} created.`
}

/** The billable of a charge, if it has one or was given one. What a dry run made is gone by now, and so is its id. */
function billableOf({ charge_id, total_cost, id }: SyncCharge, madeOf: ReadonlyMap<number, number>, isDryRun: boolean) {
  const known = id ?? madeOf.get(charge_id)
  if (known === undefined) return []
  return id === null && isDryRun ? [{ charge_id, total_cost }] : [{ id: known, charge_id, total_cost }]
}

/** Gives each charge of completed, billable tasks its billable; run again, it makes nothing twice. */
export function syncBillables(db: Queryable, { orgId, connectionId }: Caller, now: number, order: BillablesSync) {
  const errors = bodyErrors(order)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { task_ids, dry_run = false } = order
  const window = task_ids ? undefined : (order as Window)
  return pipeline(db, function* () {
    const ids = task_ids ?? (yield* idsInWindow(orgId, window!))
    const [, rows] = ids.length > 0 ? yield* send(lock.call(orgId, ids), findForSync.call(orgId, ids)) : [[], []]
    const tasks = new Map(rows.map((task) => [task.id, task]))
    const isWanted = (id: number) => !window || (tasks.has(id) && isInWindow(window, tasks.get(id)!))
    const wanted = ids.filter(isWanted).map((id) => ({ id, task: tasks.get(id), error: billingError(tasks.get(id)) }))

    const due = wanted.flatMap(({ task, error }) =>
      error ? [] : task!.charges!.filter(({ id }) => id === null).map(({ charge_id }) => charge_id),
    )
    const at = new Date(now).toISOString()
    const [made] = yield* sendLast(due.length > 0 ? insertBillables.call(orgId, connectionId, due, at) : undefined)
    const madeOf = new Map(made.map(({ id, charge_id }) => [charge_id, id]))

    const results = wanted.map(({ id, task, error }) => {
      const charges = task?.charges ?? []
      const fresh = charges.filter(({ charge_id }) => madeOf.has(charge_id)).length
      const billables = charges.flatMap((charge) => billableOf(charge, madeOf, dry_run))
      return error
        ? { task: id, ok: false, error, billables }
        : { task: id, ok: true, message: resultMessage(fresh, dry_run), billables }
    })
    const failed = wanted.filter(({ error }) => error).length
    return { succeeded: wanted.length - failed, failed, results }
  })
}
