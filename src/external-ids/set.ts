import type { Caller } from '../access/tokens.ts'
import { pipeline, send, sendLast } from '../db/pipeline.ts'
import type { Queryable } from '../db/statement.ts'
import { retryTransaction } from '../db/transaction.ts'
import { invalid } from '../http/contract/errors.ts'
import type { Ref } from '../roster/shifts/refs.ts'
import type { RecordType } from './external-ids.schema.ts'
import { recordChanges, removeById, type StoredExternalId, statements } from './external-ids.sql.ts'

interface Name {
  system: string
  type: RecordType
  external_id: string
}

/**
 * Sets the record of an external id, and removes the other external id that the record had in the system. It locks the record
 * first, then what both sides have, in the order of ids: two requests that swap their external ids wait for each other.
 */
export function putExternalId(
  db: Queryable,
  { orgId, connectionId }: Caller,
  { system, type, external_id }: Name,
  ref: Ref | undefined,
): Promise<{ isNew: boolean; stored: StoredExternalId }> {
  const { lockRecord, lockSides, insert, update, find } = statements[type]
  if (!ref) {
    throw invalid({ id: [`id must be ${type === 'shift' ? 'a ref such as a:801 or g:110' : 'a whole number'}.`] })
  }
  return pipeline(db, function* () {
    const [[record]] = yield* send(lockRecord(orgId, ref))
    if (!record) throw invalid({ id: [`id must be ${idRules[type]} of this organisation.`] })
    const [sides] = yield* send(lockSides.call(orgId, system, external_id, record.id))
    const before = sides.find((side) => side.external_id === external_id)
    const other = sides.find((side) => side.external_id !== external_id)
    const remove = other && removeById.call(orgId, other.id)
    const read = find.call(orgId, system, [external_id])
    if (before) {
      if (before.record_id === record.id) {
        const [[stored]] = yield* sendLast(read)
        return { isNew: false, stored: stored! }
      }
      const [, , , [stored]] = yield* sendLast(
        remove,
        update.call(orgId, before.id, record.id),
        recordChanges(orgId, connectionId, type, [before.record_id, record.id]),
        read,
      )
      return { isNew: false, stored: stored! }
    }
    const [, [inserted]] = yield* send(remove, insert.call(orgId, system, external_id, record.id))
    if (!inserted) throw retryTransaction()
    const [, [stored]] = yield* sendLast(recordChanges(orgId, connectionId, type, [record.id]), read)
    return { isNew: true, stored: stored! }
  })
}

/** Removes an external id. Undefined: there is none. */
export function removeExternalId(db: Queryable, { orgId, connectionId }: Caller, { system, type, external_id }: Name) {
  return pipeline(db, function* () {
    const [[removed]] = yield* send(statements[type].remove.call(orgId, system, external_id))
    if (removed) yield* sendLast(recordChanges(orgId, connectionId, type, [removed.record_id]))
    return removed
  })
}

const idRules: Record<RecordType, string> = {
  client: 'the id of a client',
  staff: 'the id of a staff member',
  site: 'the id of a site',
  shift: 'the ref of a shift',
  task: 'the id of a task',
  prospect: 'the id of a prospect',
}
