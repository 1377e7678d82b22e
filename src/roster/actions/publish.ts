import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { invalid } from '../../http/contract/errors.ts'
import type { Conflict } from '../conflicts/conflicts.schema.ts'
import {
  type AcceptedConflicts,
  acceptedConflicts,
  blockingConflicts,
  type ConflictMatch,
  findConflicts,
  groupBy,
  listConflicts,
  maxListed,
  overrideErrors,
} from '../conflicts/conflicts.ts'
import { tooManyPublished } from '../series/occurrences.ts'
import { lockShifts } from '../shifts/lock.ts'
import { statusError } from '../shifts/moves.ts'
import type { ShiftPublish, ShiftUnpublish } from '../shifts/shifts.schema.ts'
import { findPlanned, type LockedShift, setStatus } from '../shifts/shifts.sql.ts'
import { type BulkResult, bulkResponse, type PublishResult } from './bulk.ts'

/** Why a draft is not published. */
type Rejection = string | { conflicts: Conflict[]; blocking: Conflict[] }

/** A response lists no more conflicts than this: 50 groups of 50 people could have 5,000, in 7 MB. */
const maxInResponse = 500
const seeConflicts = 'The shift has conflicts that are not listed here: GET /shifts/{ref}/conflicts lists them.'

/** Publishes drafts one by one. A draft with a conflict, or a ref of no draft, is reported and does not stop the others. */
export function publishShifts(db: Queryable, caller: Caller, body: ShiftPublish) {
  const errors = overrideErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { refs, scope = 'this', dry_run } = body
  const { orgId } = caller
  const was = dry_run ? 'would be' : 'was'
  return pipeline(db, function* () {
    const { shiftOf, laterOf, locked } = yield* lockShifts(orgId, refs, scope)
    const drafts = locked.filter(({ status, is_deleted }) => status === 'draft' && !is_deleted)
    const matches = drafts.length > 0 ? yield* conflictsOf(orgId, drafts) : new Map<number, ConflictMatch[]>()
    const published = new Map<number, AcceptedConflicts>()

    /** Marks a shift as published, or returns why it cannot be. */
    const publish = (shift: LockedShift): Rejection | undefined => {
      if (shift.is_deleted) return 'The shift is deleted.'
      const notAllowed = statusError('publish', published.has(shift.id) ? 'scheduled' : shift.status)
      if (notAllowed) return notAllowed
      const conflicts = (matches.get(shift.id) ?? [])
        .filter(({ isAccepted }) => !isAccepted)
        .map(({ conflict }) => conflict)
      const blocking = blockingConflicts(conflicts, body.override_conflicts)
      if (blocking.length > 0) return { conflicts, blocking }
      published.set(shift.id, acceptedConflicts(conflicts, body))
      return undefined
    }
    let listed = 0
    const reasonOf = (rejection: Rejection): Pick<PublishResult, 'error' | 'conflicts'> => {
      if (typeof rejection === 'string') return { error: rejection }
      const { conflicts = [] } = listConflicts(rejection.conflicts, rejection.blocking)
      if (listed + conflicts.length > maxInResponse) return { error: seeConflicts }
      listed += conflicts.length
      const messages = rejection.blocking.slice(0, maxListed).map(({ message }) => message)
      return { error: messages.join(' '), conflicts }
    }
    const results = refs.map((ref): PublishResult => {
      const shift = shiftOf(ref)
      if (!shift) return { ref, ok: false, error: 'Shift not found.' }
      const rejection = publish(shift)
      if (rejection) return { ref, ok: false, ...reasonOf(rejection) }
      if (scope === 'this') return { ref, ok: true, message: `The shift ${was} published.` }
      const later = laterOf(shift).filter(({ status }) => status === 'draft')
      const failed = later.filter((one) => publish(one) !== undefined).length
      const message = `The shift ${was} published, with ${later.length - failed} of ${later.length} later drafts of its series.`
      return { ref, ok: true, message }
    })
    yield* sendLast(...publishCalls(caller, published))
    return bulkResponse(results)
  })
}

/** One change for all shifts with the same accepted conflicts, which most often are none. */
function publishCalls({ orgId, connectionId }: Caller, published: Map<number, AcceptedConflicts>) {
  const groups = new Map<string, { ids: number[]; accepted: AcceptedConflicts }>()
  for (const [id, accepted] of published) {
    const key = JSON.stringify(accepted)
    const group = groups.get(key) ?? { ids: [], accepted }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ ids, accepted }) =>
    setStatus(orgId, connectionId, {
      ids,
      status: 'scheduled',
      type: 'shift.published',
      fields: ['status'],
      ...accepted,
    }),
  )
}

/** The conflicts of shifts by their ids, without those that were accepted for them before. */
function* conflictsOf(orgId: number, shifts: readonly LockedShift[]) {
  const [planned] = yield* send(
    findPlanned.call(
      orgId,
      shifts.map(({ id }) => id),
    ),
  )
  const tooMany = tooManyPublished(planned)
  if (tooMany) throw invalid({ refs: [tooMany] })
  const { matches } = yield* findConflicts(orgId, planned)
  const isNew = ({ index, conflict }: ConflictMatch) => !planned[index]!.overridden.includes(conflict.code)
  const byIndex = groupBy(matches.filter(isNew), ({ index }) => index)
  return new Map(planned.map(({ id }, index) => [id, byIndex.get(index) ?? []]))
}

/** Makes scheduled shifts drafts again. */
export function unpublishShifts(db: Queryable, { orgId, connectionId }: Caller, { refs, dry_run }: ShiftUnpublish) {
  return pipeline(db, function* () {
    const { shiftOf } = yield* lockShifts(orgId, refs, 'this')
    const unpublished = new Set<number>()
    const results = refs.map((ref): BulkResult => {
      const shift = shiftOf(ref)
      if (!shift) return { ref, ok: false, error: 'Shift not found.' }
      if (shift.is_deleted) return { ref, ok: false, error: 'The shift is deleted.' }
      const error = statusError('unpublish', unpublished.has(shift.id) ? 'draft' : shift.status)
      if (error) return { ref, ok: false, error }
      unpublished.add(shift.id)
      return { ref, ok: true, message: `The shift ${dry_run ? 'would be' : 'is'} a draft again.` }
    })
    const change = { ids: [...unpublished], status: 'draft', type: 'shift.unpublished', fields: ['status'] } as const
    yield* sendLast(...(unpublished.size > 0 ? setStatus(orgId, connectionId, change) : []))
    return bulkResponse(results)
  })
}
