import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { recordEvent } from '../../events/outbox.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import { draftFields } from '../definition/parts.ts'
import type { FormEdit, Operation } from '../edit/edit.schema.ts'
import { applyOperations } from '../edit/edit.ts'
import { find, lock, update, valuesOf } from './forms.sql.ts'
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
    const all = { ...errors, ...(yield* unknownReferences(orgId, operations.map(referencesIn), before)) }
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
