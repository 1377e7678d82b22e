import type { Caller } from '../../access/tokens.ts'
import { type Pipeline, send, sendLast } from '../../db/pipeline.ts'
import { startOver } from '../../db/transaction.ts'
import { found, refusedField } from '../../http/contract/errors.ts'
import { dateOf } from '../../time/local-time.ts'
import { findPairs, type PairRow } from '../appointments/appointments.sql.ts'
import { type Found, findConflicts, groupBy, told } from '../conflicts/conflicts.ts'
import { type Accepted, acceptedIn, overrideErrors } from '../conflicts/override.ts'
import { broughtBy, judge, startedErrors } from '../shifts/check.ts'
import type { Edited } from '../shifts/edit.ts'
import { insertCall } from '../shifts/insert.ts'
import { holdShifts } from '../shifts/lock.ts'
import { refusal } from '../shifts/moves.ts'
import { changedNames, withClients } from '../shifts/patch.ts'
import { isSameTime, planErrors } from '../shifts/plan.ts'
import { shiftRecord } from '../shifts/record.ts'
import { refOf } from '../shifts/refs.ts'
import type { ShiftPatch } from '../shifts/shifts.schema.ts'
import { findMany, remove, type ShiftRow } from '../shifts/shifts.sql.ts'
import { rewriteCalls } from '../shifts/update.ts'
import { type Member, type SeriesChange, seriesChange } from './change.ts'
import { tooMany } from './occurrences.ts'
import * as seriesSql from './series.sql.ts'
import { dayOf, type NextSeries, nextSeries, stopCall } from './series.ts'

/** Changes a shift and the later ones of its series, which splits there; or makes a shift repeat that did not. */
export function* editSeries(caller: Caller, now: number, seen: ShiftRow, body: ShiftPatch): Pipeline<Edited> {
  const { orgId } = caller
  const { shift, later, series } = yield* holdFrom(orgId, seen)
  // It began to repeat since it was looked up, and what may be sent for it is another question.
  if (seen.series_id === null && shift.series_id !== null) throw startOver()
  const no = refusal('edit', shift.status)
  if (no) throw refusedField('status', no)
  const change = seriesChange({ shift, later, series }, body, now, caller.timezone)
  const { members, made, removed, skipped } = change

  const planned = [
    ...members.map(({ after }) => after),
    ...made.map(({ times }) => ({ ...members[0]!.after, ...times, id: 0 })),
  ]
  const { people, found: against } = yield* findConflicts(orgId, planned, {
    except: [...removed, ...members.map(({ row }) => row)].map(({ id }) => id),
  })
  for (const member of members) member.after = withClients(member.after, member.before, people)
  const plan = members[0]!.after
  const errors = {
    ...overrideErrors(body),
    ...change.errors,
    ...tooMany(made.length, members[0]!.after),
    ...planErrors(plan, people, members[0]!.before),
    ...startedErrors(shift, plan),
  }
  const conflicts = judge(errors, broughtByMembers(members, against), body)

  const changes = members.map(({ before, after }) => changedNames(before, after))
  const updated = [...changes[0]!, ...(isNewRule(change, series) ? ['recurrence'] : [])]
  const followed = changes.slice(1).filter((names) => names.length > 0).length
  const changed = change.rule === undefined ? followed : removed.length
  if (updated.length + changed === 0) return { updated, data: shiftRecord(shift), series: { changed, skipped } }

  const next = nextSeries(series, dayOf(shift), change)
  const seriesId = yield* settle(orgId, next, dayOf(shift))
  const [pairs] = yield* send(
    findPairs.call(
      orgId,
      members.map(({ row }) => row.id),
    ),
  )
  const names = [updated, ...changes.slice(1)]
  const shown = yield* writeChange(caller, change, names, pairs, seriesId, acceptedIn(conflicts, body))
  const created = change.rule === undefined ? {} : { created: made.length }
  return { updated, data: shiftRecord(shown), series: { changed, ...created, skipped }, ...told(conflicts) }
}

/** Holds a shift, its series and the later shifts of that, and reads them as they are then. */
function* holdFrom(orgId: number, seen: ShiftRow) {
  const { held, series } = yield* holdShifts(orgId, [refOf(seen)], 'this_and_following')
  const ids = held.filter(({ is_deleted }) => !is_deleted).map(({ id }) => id)
  const [rows] = yield* send(findMany.call(orgId, ids, seen.id))
  const shift = found(
    rows.find(({ id }) => id === seen.id),
    'Shift',
  )
  const later = rows.filter((row) => dayOf(row) > dayOf(shift)).sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1))
  return { shift, later, series: series.get(shift.series_id ?? 0) }
}

/** A shift that is made answers for all its conflicts, one that is changed for those that the change brings. */
const broughtByMembers = (members: Member[], against: readonly Found[]) =>
  against.filter((one) => {
    const member = members[one.place]
    return member === undefined || broughtBy(member.before, member.after, [one]).length > 0
  })

/** A rule that is there is new; none is news as long as the series goes on. */
const isNewRule = ({ rule, removed }: SeriesChange, series: seriesSql.SeriesRow | undefined): boolean =>
  rule === null ? removed.length > 0 || series?.next_on !== null : rule !== undefined

/** Writes what becomes of the series, and gives the id of the one that the shifts belong to from here on. */
function* settle(orgId: number, { id, stopped, written, inserted }: NextSeries, day: string) {
  const [, , [made]] = yield* send(
    stopped && stopCall(orgId, stopped, day),
    written &&
      seriesSql.write.call(orgId, written.id, written.rule, written.next_on, written.clock.starts, written.clock.ends),
    inserted &&
      seriesSql.insert.call(
        orgId,
        inserted.rule,
        inserted.starts_on,
        inserted.next_on,
        inserted.clock.starts,
        inserted.clock.ends,
      ),
  )
  return made?.id ?? id!
}

/** Everything but the series, in one turn; gives the shift as it is then. */
function* writeChange(
  { orgId, connectionId, timezone: zone }: Caller,
  { members, kept, removed, made, rule, startsOn }: SeriesChange,
  names: string[][],
  pairs: PairRow[],
  seriesId: number,
  { overridden, detail }: Accepted,
): Pipeline<ShiftRow> {
  const { row: shift, after: plan } = members[0]!
  const rewritten = members.filter((_, place) => place === 0 || names[place]!.length > 0)
  const adopted = [...kept, ...members.filter((member) => !rewritten.includes(member)).map(({ row }) => row)]
  const status = shift.status === 'draft' ? 'draft' : 'scheduled'
  const pairsOf = groupBy(pairs, ({ shift_id }) => shift_id)
  const answers = yield* sendLast(
    removed.length > 0
      ? remove.call(
          orgId,
          connectionId,
          removed.map(({ id }) => id),
        )
      : undefined,
    adopted.length > 0
      ? seriesSql.adopt.call(
          orgId,
          seriesId,
          adopted.map(({ id }) => id),
          dateOf(plan.starts),
          kept.map(({ id }) => id),
        )
      : undefined,
    ...rewritten.flatMap(({ row, before, after }) =>
      rewriteCalls(orgId, connectionId, {
        id: row.id,
        plan: after,
        pairs: pairsOf.get(row.id) ?? [],
        changed: names[members.findIndex((member) => member.row === row)]!,
        series_id: seriesId,
        day: row === shift && rule ? startsOn : row.occurrence_on,
        edited_alone: false,
        overridden: [...new Set([...(isSameTime(before, after) ? row.overridden : []), ...overridden])],
        detail,
      }),
    ),
    made.length > 0
      ? insertCall(orgId, connectionId, { plan, zone, status, fields: names[0]!, overridden, detail }, made, seriesId)
      : undefined,
    findMany.call(orgId, [shift.id], shift.id),
  )
  return (answers.at(-1) as ShiftRow[])[0]!
}
