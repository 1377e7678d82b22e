import { ask } from '../db/conversation.ts'
import { parseRef } from './refs.ts'
import * as seriesSql from './series.sql.ts'
import type { Scope } from './shifts.bodies.ts'
import { type Held, hold, resolve } from './shifts.delete.sql.ts'

/**
 * Holds the shifts that refs point at, and for `this_and_following` their series and the later shifts of those, to the
 * end of the transaction. The series come first: they are what the job that makes shifts waits for.
 */
export function* holdShifts(orgId: number, refs: readonly string[], scope: Scope) {
  const parsed = refs.flatMap((ref) => parseRef(ref) ?? [])
  const ids = (isAppointment: boolean) =>
    parsed.filter((ref) => ref.isAppointment === isAppointment).map(({ id }) => id)
  const [rows] = yield* ask(resolve.call(orgId, ids(true), ids(false)))
  const pointed = new Map(rows.map((row) => [row.ref, row]))
  const withLater = scope === 'this_and_following'
  const seriesIds = withLater ? [...new Set(rows.flatMap(({ series_id }) => series_id ?? []))] : []
  const [series, held] = yield* ask(
    seriesIds.length > 0 ? seriesSql.hold.call(orgId, seriesIds) : undefined,
    hold.call(
      orgId,
      rows.map(({ shift_id }) => shift_id),
      withLater,
    ),
  )
  const byId = new Map(held.map((shift) => [shift.id, shift]))
  return {
    series: new Map(series.map((row) => [row.id, row])),
    held,
    shiftOf: (ref: string): Held | undefined => byId.get(pointed.get(ref)?.shift_id ?? 0),
    /** In the order in which they are. */
    laterOf: ({ id, series_id, starts }: Held): Held[] =>
      held
        .filter((shift) => shift.series_id === series_id && shift.id !== id && shift.starts > starts)
        .sort((a, b) => (a.starts < b.starts ? -1 : 1)),
  }
}
