import { type Call, send } from '../../db/pipeline.ts'
import { startOver } from '../../db/transaction.ts'
import { invalid } from '../../http/contract/errors.ts'
import * as seriesSql from '../series/series.sql.ts'
import { dayOf } from '../series/series.ts'
import { parseRef } from './refs.ts'
import type { Scope } from './shifts.schema.ts'
import { type Held, hold, mostHeld, type Resolved, resolve } from './shifts.sql.ts'

/**
 * Holds the shifts that refs point at, and for `this_and_following` their series and the later shifts of those, to the
 * end of the transaction. The series come first: they are what the job that makes shifts waits for.
 */
export function* holdShifts(orgId: number, refs: readonly string[], scope: Scope) {
  const parsed = refs.flatMap((ref) => parseRef(ref) ?? [])
  const ids = (isAppointment: boolean) =>
    parsed.filter((ref) => ref.isAppointment === isAppointment).map(({ id }) => id)
  const resolving = resolve.call(orgId, ids(true), ids(false))
  const [seen] = yield* send(resolving)
  const withLater = scope === 'this_and_following'
  const { rows, series } = withLater ? yield* holdSeries(orgId, seen, resolving) : { rows: seen, series: [] }
  const pointed = new Map(rows.map((row) => [row.ref, row]))
  const [held] = yield* send(
    hold.call(
      orgId,
      rows.map(({ shift_id }) => shift_id),
      withLater,
    ),
  )
  if (held.length > mostHeld) throw tooMany()
  const byId = new Map(held.map((shift) => [shift.id, shift]))
  // One that did not repeat when it was looked up, and does now: its series was not held before it.
  const isOvertaken = ({ series_id }: Held) => withLater && !isHeld(series_id, series)
  if (held.some(isOvertaken)) throw startOver()
  return {
    series: new Map(series.map((row) => [row.id, row])),
    held,
    shiftOf: (ref: string): Held | undefined => byId.get(pointed.get(ref)?.shift_id ?? 0),
    /** Later by their days in the series, wherever they were moved, as the rule is cut by them. */
    laterOf: (first: Held): Held[] =>
      first.series_id === null
        ? []
        : held
            .filter((shift) => shift.series_id === first.series_id && dayOf(shift) > dayOf(first))
            .sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1)),
  }
}

const tooMany = () => invalid({ scope: [`scope must reach at most ${mostHeld} shifts at once; send fewer refs.`] })

const isHeld = (id: number | null, series: readonly seriesSql.SeriesRow[]) =>
  id === null || series.some((row) => row.id === id)

/**
 * Holds the series of shifts. Whoever held one before may have split it, so the shifts are looked up again until all
 * their series are held. A part split off has a higher id, so series are still held in the order of their ids.
 */
function* holdSeries(orgId: number, seen: Resolved[], resolving: Call<Resolved>) {
  let rows = seen
  let series: seriesSql.SeriesRow[] = []
  while (rows.some(({ series_id }) => !isHeld(series_id, series))) {
    const missing = [...new Set(rows.flatMap(({ series_id }) => (isHeld(series_id, series) ? [] : series_id!)))]
    const [more, again] = yield* send(seriesSql.hold.call(orgId, missing), resolving)
    series = [...series, ...more]
    rows = again
  }
  return { rows, series }
}
