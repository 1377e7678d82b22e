import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { recordEvent, recordInsertedEvent } from '../../events/outbox.ts'
import { found, invalid, rejected } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { applyLocation, checkLocation, type Location, noLocation } from '../spaces/location.ts'
import { lockSpaces, type Space } from '../spaces/spaces.sql.ts'
import { checkSpec, type SpecCheck } from '../spec/check.ts'
import type { Spec } from '../spec/spec.schema.ts'
import type { InsightCreate, InsightPatch } from './insights.schema.ts'
import { find, type InsightRow, insert, lock, type Settings, settable, update, valuesOf } from './insights.sql.ts'
import { errorsIn } from './validate.ts'

const protectedMessage = 'This insight is protected and cannot be edited.'

export function createInsight(
  db: Queryable,
  { orgId, connectionId, access }: Caller,
  body: InsightCreate,
): Promise<InsightRow> {
  return pipeline(db, function* () {
    const location = applyLocation(noLocation, body)
    const checked = checkSpec(body.spec, { access })
    const errors = yield* errorsIn({ orgId, access }, checked)
    const [spaces] = isSame(location, noLocation) ? [[]] : yield* send(lockSpaces.call(orgId))
    const { spec, ...stored } = validated(checked, errors, spaces, noLocation, location)
    const settings = { name: body.name.trim(), description: body.description ?? null, spec, ...stored }
    const [[row]] = yield* sendLast(
      insert.call(orgId, ...valuesOf(settings)),
      recordInsertedEvent.call(orgId, connectionId, 'insight.created', 'insight_id_seq', Object.keys(body), null),
    )
    return { ...row!, space: spaces.find(({ id }) => id === row!.space_id)?.name ?? null }
  })
}

/** Applies a patch to an insight. Writes nothing if nothing changes. */
export function editInsight(
  db: Queryable,
  { orgId, connectionId, access }: Caller,
  id: number,
  patch: InsightPatch,
): Promise<InsightRow> {
  return pipeline(db, function* () {
    const isMoved = patch.space_id !== undefined || patch.subfolder_id !== undefined
    const [spaces, [row]] = yield* send(isMoved ? lockSpaces.call(orgId) : undefined, lock.call(orgId, id))
    const before = found(row, 'Insight')
    if (before.protected) throw rejected(protectedMessage)
    const checked =
      patch.spec === undefined ? { spec: before.spec } : checkSpec(patch.spec, { access, stored: before.spec })
    const errors = yield* errorsIn({ orgId, access }, checked, before.spec)
    const after: Settings = {
      name: patch.name?.trim() ?? before.name,
      description: patch.description === undefined ? before.description : patch.description,
      ...validated(checked, errors, spaces, before, applyLocation(before, patch)),
    }
    const changed = settable.filter((field) => !isSame(after[field], before[field]))
    if (changed.length === 0) return before
    const [, , [updated]] = yield* sendLast(
      update.call(orgId, id, ...valuesOf(after)),
      recordEvent.call(orgId, connectionId, 'insight.updated', id, changed, null),
      find.call(orgId, id),
    )
    return updated!
  })
}

/**
 * Throws all errors at once. A location that does not change is not checked, because an import may have removed its
 * subfolder.
 */
function validated(
  checked: SpecCheck,
  specErrors: FieldErrors,
  spaces: readonly Space[],
  { space_id, subfolder_id }: Location,
  location: Location,
): { spec: Spec } & Location {
  const isMoved = !isSame(location, { space_id, subfolder_id })
  const errors: FieldErrors = { ...specErrors, ...(isMoved && checkLocation(spaces, location).problems) }
  if ('problems' in checked || Object.keys(errors).length > 0) throw invalid(errors)
  return { spec: checked.spec, ...location }
}

/** Compares as stored: without regard to the order of properties. */
const isSame = (next: unknown, before: unknown): boolean => isDeepStrictEqual(JSON.parse(JSON.stringify(next)), before)
