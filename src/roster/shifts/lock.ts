import { type Call, send } from '../../db/pipeline.ts'
import { retryTransaction } from '../../db/transaction.ts'
import { invalid } from '../../http/contract/errors.ts'
import * as seriesSql from '../series/series.sql.ts'
import { dayOf } from '../series/series.ts'
import { parseRef } from './refs.ts'
import type { Scope } from './shifts.schema.ts'
import { type LockedShift, lockMany, maxLocked, type ResolvedRef, resolve } from './shifts.sql.ts'

/**
 * Locks the shifts of the refs to the end of the transaction; for `this_and_following` also their series and the later
 * shifts of those. It locks series before shifts, because the job that creates shifts locks series.
 */
export function* lockShifts(orgId: number, refs: readonly string[], scope: Scope) {
  const parsed = refs.flatMap((ref) => parseRef(ref) ?? [])
  const ids = (isAppointment: boolean) =>
    parsed.filter((ref) => ref.isAppointment === isAppointment).map(({ id }) => id)
  const resolveCall = resolve.call(orgId, ids(true), ids(false))
  const [resolved] = yield* send(resolveCall)
  const withLater = scope === 'this_and_following'
  const { rows, series } = withLater ? yield* lockSeries(orgId, resolved, resolveCall) : { rows: resolved, series: [] }
  const rowOf = new Map(rows.map((row) => [row.ref, row]))
  const [locked] = yield* send(
    lockMany.call(
      orgId,
      rows.map(({ shift_id }) => shift_id),
      withLater,
    ),
  )
  if (locked.length > maxLocked) throw tooMany()
  const byId = new Map(locked.map((shift) => [shift.id, shift]))
  // A shift has joined a series after its ref was resolved, so that series is not locked.
  if (withLater && locked.some(({ series_id }) => !isLocked(series_id, series))) throw retryTransaction()
  return {
    series: new Map(series.map((row) => [row.id, row])),
    locked,
    shiftOf: (ref: string): LockedShift | undefined => byId.get(rowOf.get(ref)?.shift_id ?? 0),
    /** Later by the day in the series, even if a shift was moved to another date: the rule ends at that day. */
    laterOf: (first: LockedShift): LockedShift[] =>
      first.series_id === null
        ? []
        : locked
            .filter((shift) => shift.series_id === first.series_id && !shift.is_deleted && dayOf(shift) > dayOf(first))
            .sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1)),
  }
}

const tooMany = () => invalid({ scope: [`scope must reach at most ${maxLocked} shifts at once; send fewer refs.`] })

const isLocked = (id: number | null, series: readonly seriesSql.SeriesRow[]) =>
  id === null || series.some((row) => row.id === id)

/**
 * Locks the series of shifts. The previous owner of a lock may have split the series, so this resolves the refs again
 * until all their series are locked. A split-off series has a higher id, so the locks are still in the order of ids.
 */
function* lockSeries(orgId: number, resolved: ResolvedRef[], resolveCall: Call<ResolvedRef>) {
  let rows = resolved
  let series: seriesSql.SeriesRow[] = []
  while (rows.some(({ series_id }) => !isLocked(series_id, series))) {
    const missing = [...new Set(rows.flatMap(({ series_id }) => (isLocked(series_id, series) ? [] : series_id!)))]
    const [more, again] = yield* send(seriesSql.lock.call(orgId, missing), resolveCall)
    series = [...series, ...more]
    rows = again
  }
  return { rows, series }
}
