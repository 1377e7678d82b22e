import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { startOver } from '../../db/transaction.ts'
import { found, refusedField } from '../../http/contract/errors.ts'
import { find, findStates, invoice, lockTasksOf, makeVoid } from './billables.sql.ts'
import { moveError } from './moves.ts'
import { billableRecord } from './record.ts'

/** Holds the tasks of billables and gives the billables as they stand then, by id. */
function* lockBillables(orgId: number, ids: number[]) {
  const [held, rows] = yield* send(lockTasksOf.call(orgId, ids), findStates.call(orgId, ids))
  const tasks = new Set(held.map(({ id }) => id))
  // One that was made between the two statements: its task was not there to be held.
  if (rows.some(({ task_id }) => task_id !== null && !tasks.has(task_id))) throw startOver()
  return new Map(rows.map((row) => [row.id, row]))
}

interface Bill {
  ids: number[]
  invoice_number: string
}

/** Puts pending billables on an invoice; one that is not pending is told and holds nothing up. */
export function bill(db: Queryable, { orgId, connectionId }: Caller, now: number, { ids, invoice_number }: Bill) {
  return pipeline(db, function* () {
    const standingOf = yield* lockBillables(orgId, ids)
    const results = ids.map((id) => {
      const billable = standingOf.get(id)
      const error = billable ? moveError('bill', billable) : 'Billable not found.'
      return error ? { id, ok: false, error } : { id, ok: true, message: `Invoiced on ${invoice_number}.` }
    })
    const invoiced = results.filter(({ ok }) => ok).map(({ id }) => id)
    const at = new Date(now).toISOString()
    const [[sum]] = yield* sendLast(
      invoiced.length > 0 ? invoice.call(orgId, connectionId, invoiced, invoice_number, at) : undefined,
    )
    const [succeeded, failed] = [invoiced.length, ids.length - invoiced.length]
    return { succeeded, failed, total_cost: sum?.total_cost ?? 0, results }
  })
}

/** Makes an invoiced billable void, which lets its task be edited again when nothing else of it is invoiced. */
export function voidBillable(db: Queryable, caller: Caller, now: number, id: number, reason: string) {
  const { orgId, connectionId } = caller
  return pipeline(db, function* () {
    const billable = found((yield* lockBillables(orgId, [id])).get(id), 'Billable')
    const no = moveError('void', billable)
    if (no) throw refusedField('status', no)
    const [, [row]] = yield* sendLast(
      makeVoid.call(orgId, connectionId, id, reason, new Date(now).toISOString()),
      find.call(orgId, id),
    )
    return { data: billableRecord(row!) }
  })
}
