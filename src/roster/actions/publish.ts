import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { invalid } from '../../http/contract/errors.ts'
import { acceptedIn, blocks, type Found, findConflicts, groupBy, overrideErrors } from '../conflicts/conflicts.ts'
import { tooManyPairs } from '../series/occurrences.ts'
import { holdShifts } from '../shifts/lock.ts'
import { refusal } from '../shifts/moves.ts'
import type { Overriding, Scope } from '../shifts/shifts.schema.ts'
import { findPlanned, type Held, move } from '../shifts/shifts.sql.ts'
import { bulkAnswer, type Item } from './bulk.ts'

/** Publishes drafts one by one; one that conflicts, or is no draft, is told and holds nothing up. */
export function publishShifts(db: Queryable, caller: Caller, body: Overriding & { refs: string[]; scope?: Scope }) {
  const errors = overrideErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { refs, scope = 'this' } = body
  const { orgId } = caller
  return pipeline(db, function* () {
    const { shiftOf, laterOf, held } = yield* holdShifts(orgId, refs, scope)
    const drafts = held.filter(({ status, is_deleted }) => status === 'draft' && !is_deleted)
    const found = drafts.length > 0 ? yield* conflictsOf(orgId, drafts) : new Map<number, Found[]>()
    const published = new Map<number, ReturnType<typeof acceptedIn>>()

    /** Why a shift stays as it is; undefined when it is published. */
    const publish = (shift: Held): string | undefined => {
      if (shift.is_deleted) return 'The shift is deleted.'
      const no = published.has(shift.id) ? refusal('publish', 'scheduled') : refusal('publish', shift.status)
      if (no) return no
      const conflicts = (found.get(shift.id) ?? [])
        .filter(({ isAccepted }) => !isAccepted)
        .map(({ conflict }) => conflict)
      const blocking = blocks(conflicts, body.override_conflicts)
      if (blocking.length > 0) return blocking.map(({ message }) => message).join(' ')
      published.set(shift.id, acceptedIn(conflicts, body))
      return undefined
    }
    const results = refs.map((ref): Item => {
      const shift = shiftOf(ref)
      if (!shift) return { ref, ok: false, error: 'Shift not found.' }
      const error = publish(shift)
      if (error) return { ref, ok: false, error }
      if (scope === 'this') return { ref, ok: true, message: 'The shift was published.' }
      const later = laterOf(shift).filter(({ status, is_deleted }) => status === 'draft' && !is_deleted)
      const kept = later.filter((one) => publish(one) !== undefined).length
      const message = `The shift was published, with ${later.length - kept} of ${later.length} later drafts of its series.`
      return { ref, ok: true, message }
    })
    yield* sendLast(...movesOf(caller, published))
    return bulkAnswer(results)
  })
}

/** Shifts that nothing was accepted for, or the same, are moved together. */
function movesOf({ orgId, connectionId }: Caller, published: Map<number, ReturnType<typeof acceptedIn>>) {
  const together = new Map<string, { ids: number[]; accepted: ReturnType<typeof acceptedIn> }>()
  for (const [id, accepted] of published) {
    const key = JSON.stringify(accepted)
    const same = together.get(key) ?? { ids: [], accepted }
    same.ids.push(id)
    together.set(key, same)
  }
  return [...together.values()].map(({ ids, accepted: { overridden, detail } }) =>
    move.call(
      orgId,
      connectionId,
      ids,
      'scheduled',
      '[]',
      overridden,
      'shift.published',
      detail && JSON.stringify(detail),
    ),
  )
}

/** What speaks against shifts as they stand, by their ids, less what was accepted for them before. */
function* conflictsOf(orgId: number, shifts: readonly Held[]) {
  const [rows] = yield* send(
    findPlanned.call(
      orgId,
      shifts.map(({ id }) => id),
    ),
  )
  const no = tooManyPairs(rows)
  if (no) throw invalid({ refs: [no] })
  const { found } = yield* findConflicts(orgId, rows)
  const isNew = ({ place, conflict }: Found) => !rows[place]!.overridden.includes(conflict.code)
  const byPlace = groupBy(found.filter(isNew), ({ place }) => place)
  return new Map(rows.map(({ id }, place) => [id, byPlace.get(place) ?? []]))
}

/** Takes published shifts back to drafts; nobody may have clocked in. */
export function unpublishShifts(db: Queryable, { orgId, connectionId }: Caller, refs: string[]) {
  return pipeline(db, function* () {
    const { shiftOf } = yield* holdShifts(orgId, refs, 'this')
    const taken = new Set<number>()
    const results = refs.map((ref): Item => {
      const shift = shiftOf(ref)
      if (!shift) return { ref, ok: false, error: 'Shift not found.' }
      if (shift.is_deleted) return { ref, ok: false, error: 'The shift is deleted.' }
      const error = refusal('unpublish', taken.has(shift.id) ? 'draft' : shift.status)
      if (error) return { ref, ok: false, error }
      taken.add(shift.id)
      return { ref, ok: true, message: 'The shift is a draft again.' }
    })
    yield* sendLast(
      taken.size > 0
        ? move.call(orgId, connectionId, [...taken], 'draft', '[]', [], 'shift.unpublished', null)
        : undefined,
    )
    return bulkAnswer(results)
  })
}
