import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../access/tokens.ts'
import { type Pipeline, pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { recordEvent } from '../../events/outbox.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { draftFields } from '../definition/parts.ts'
import type { FormEdit, Operation } from '../edit/edit.schema.ts'
import { applyOperations } from '../edit/edit.ts'
import { addAddress, countAddresses, find, findAddresses, lock, update, valuesOf } from './forms.sql.ts'
import { formRecord } from './record.ts'
import { type References, unknownReferences } from './references.ts'

/** Edits a form: all operations or none. A dry run returns the same and writes nothing. */
export function editForm(
  db: Queryable,
  { orgId, connectionId }: Caller,
  origin: string,
  id: number,
  { operations, dry_run }: FormEdit,
) {
  return pipeline(db, function* () {
    const [[row]] = yield* send(lock.call(orgId, id))
    const before = found(row, 'Form')
    const { draft, notes, errors } = applyOperations(before, operations)
    const address = draft.address === before.address ? null : draft.address
    const all = {
      ...errors,
      ...(yield* unknownReferences(orgId, operations.map(referencesIn), before)),
      ...(yield* takeAddress(orgId, id, operations, address, dry_run)),
    }
    if (Object.keys(all).length > 0) throw invalid(all)

    const changed = draftFields.filter((field) => !isSame(draft[field], before[field]))
    const isStored = changed.length > 0 && !dry_run
    const [, , [after]] = isStored
      ? yield* sendLast(
          update.call(orgId, id, ...valuesOf(draft)),
          recordEvent.call(orgId, connectionId, 'form.updated', id, changed, null),
          find.call(orgId, id),
        )
      : [[], [], [{ ...before, ...draft }]]
    const { issues, ...form } = formRecord(after!, origin)
    return { ...(dry_run && { dry_run }), updated: id, ...form, notes, issues }
  })
}

/** How many addresses a form may have had: all of them go on working, and a bundle has them. */
const maxAddresses = 100

/**
 * Stores the new address of a form, and returns errors for addresses that other forms have, or for one too many. The unique
 * index decides between two requests at once: the second waits in the insert, and then finds the address with the other form.
 */
function* takeAddress(
  orgId: number,
  id: number,
  operations: readonly Operation[],
  address: string | null,
  isDryRun = false,
): Pipeline<FieldErrors> {
  const named = operations.flatMap((operation, i) =>
    operation.op === 'set_address' && operation.address !== null ? [{ i, address: operation.address }] : [],
  )
  if (named.length === 0) return {}
  const [[earlier], , owners] = yield* send(
    address === null ? undefined : countAddresses.call(orgId, id, address),
    address === null || isDryRun ? undefined : addAddress.call(orgId, id, address),
    findAddresses.call(
      orgId,
      named.map((one) => one.address),
    ),
  )
  const errors: FieldErrors = {}
  if (earlier && !earlier.has && earlier.count >= maxAddresses) {
    const path = `operations.${named.at(-1)!.i}.address`
    errors[path] = [`${path} must be one that the form has had: it has had ${maxAddresses}, and all go on working.`]
  }
  const taken = named.flatMap(({ i, address }) => {
    const owner = owners.find((one) => one.address === address && one.form_id !== id)
    const path = `operations.${i}.address`
    return owner ? [[path, [`${path} must be one that no other form has had; form ${owner.form_id} has it.`]]] : []
  })
  return { ...errors, ...Object.fromEntries(taken) }
}

/** Compares as stored: without regard to the order of properties. */
const isSame = (next: unknown, before: unknown): boolean => isDeepStrictEqual(JSON.parse(JSON.stringify(next)), before)

/** What an operation names outside the form. */
function referencesIn(operation: Operation, i: number): References {
  const path = `operations.${i}`
  if (operation.op === 'update_settings') {
    return { settings: { path: `${path}.settings`, assignee_id: operation.settings.assignee_id } }
  }
  if (operation.op === 'set_prospect' && operation.prospect) {
    return { prospect: { path: `${path}.prospect`, ...operation.prospect } }
  }
  return {}
}
