import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, invalid, refused } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { applyLocation, checkLocation, type Location, noLocation } from '../spaces/location.ts'
import { lockSpaces, type Space } from '../spaces/spaces.sql.ts'
import { checkSpec, type SpecCheck } from '../spec/check.ts'
import type { Spec } from '../spec/spec.schema.ts'
import type { InsightCreate, InsightPatch } from './insights.schema.ts'
import { type InsightRow, insert, lock, type Settings, settable, update, valuesOf } from './insights.sql.ts'
import { errorsIn } from './validate.ts'

export const isProtected = 'This insight is protected and cannot be edited.'

export function createInsight(db: Queryable, { orgId, connectionId, access }: Caller, body: InsightCreate) {
  return pipeline(db, function* () {
    const location = applyLocation(noLocation, body)
    const checked = checkSpec(body.spec, { access })
    const problems = yield* errorsIn({ orgId, access }, checked)
    const [spaces] = isSame(location, noLocation) ? [[]] : yield* send(lockSpaces.call(orgId))
    const { spec, ...placed } = validated(checked, problems, spaces, noLocation, location)
    const settings = { name: body.name.trim(), description: body.description ?? null, spec, ...placed }
    const [[row]] = yield* sendLast(insert.call(orgId, connectionId, Object.keys(body), ...valuesOf(settings)))
    return row!
  })
}

/** Applies a patch to an insight. Writes nothing if nothing changes. */
export function editInsight(
  db: Queryable,
  { orgId, connectionId, access }: Caller,
  id: number,
  body: InsightPatch,
): Promise<InsightRow> {
  return pipeline(db, function* () {
    const isMoved = body.space_id !== undefined || body.subfolder_id !== undefined
    const [spaces, [row]] = yield* send(isMoved ? lockSpaces.call(orgId) : undefined, lock.call(orgId, id))
    const before = found(row, 'Insight')
    if (before.protected) throw refused(isProtected)
    const checked =
      body.spec === undefined ? { spec: before.spec } : checkSpec(body.spec, { access, stored: before.spec })
    const problems = yield* errorsIn({ orgId, access }, checked, before.spec)
    const after: Settings = {
      name: body.name?.trim() ?? before.name,
      description: body.description === undefined ? before.description : body.description,
      ...validated(checked, problems, spaces, before, applyLocation(before, body)),
    }
    const changed = settable.filter((field) => !isSame(after[field], before[field]))
    if (changed.length === 0) return before
    const [[updated]] = yield* sendLast(update.call(orgId, connectionId, changed, ...valuesOf(after), id))
    return updated!
  })
}

/**
 * Throws all errors at once. A location that does not change is not checked, because an import may have removed its
 * subfolder.
 */
function validated(
  checked: SpecCheck,
  ofSpec: FieldErrors,
  spaces: readonly Space[],
  { space_id, subfolder_id }: Location,
  location: Location,
): { spec: Spec } & Location {
  const isMoved = !isSame(location, { space_id, subfolder_id })
  const problems: FieldErrors = { ...ofSpec, ...(isMoved && checkLocation(spaces, location).problems) }
  if ('problems' in checked || Object.keys(problems).length > 0) throw invalid(problems)
  return { spec: checked.spec, ...location }
}

/** Compares as stored: without regard to the order of properties. */
const isSame = (next: unknown, before: unknown): boolean => isDeepStrictEqual(JSON.parse(JSON.stringify(next)), before)
