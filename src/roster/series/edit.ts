import type { Caller } from '../../access/tokens.ts'
import { type Pipeline, send, sendLast } from '../../db/pipeline.ts'
import { startOver } from '../../db/transaction.ts'
import { found, refusedField } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { clockOn, placeOn } from '../../recurrence/occurrence-times.ts'
import { normalise, type Rule, ruleErrors } from '../../recurrence/recurrence.ts'
import { dateOf } from '../../time/local-time.ts'
import { findPairs, type PairRow } from '../appointments/appointments.sql.ts'
import {
  type Accepted,
  acceptedIn,
  type Found,
  findConflicts,
  groupBy,
  overrideErrors,
  told,
} from '../conflicts/conflicts.ts'
import { insertCall, moveSegments } from '../shifts/insert.ts'
import { holdShifts } from '../shifts/lock.ts'
import { refusal } from '../shifts/moves.ts'
import { broughtBy, changedNames, judge, lay, sameIds, startedErrors, withClients } from '../shifts/patch.ts'
import { isSameTime, type Plan, planErrors, standing } from '../shifts/plan.ts'
import { shiftRecord } from '../shifts/record.ts'
import { refOf } from '../shifts/refs.ts'
import type { EditedShift, ShiftPatch } from '../shifts/shifts.schema.ts'
import { findMany, remove, type ShiftRow } from '../shifts/shifts.sql.ts'
import { rewriteCalls } from '../shifts/update.ts'
import { type ClockTimes, type Occurrence, tooMany, upcoming } from './occurrences.ts'
import type { SeriesRow } from './series.sql.ts'
import * as seriesSql from './series.sql.ts'
import { dayOf, type NextSeries, nextSeries, stopCall } from './series.ts'

/** Changes a shift and the later ones of its series, which splits there; or makes a shift repeat that did not. */
export function* editSeries(caller: Caller, now: number, seen: ShiftRow, body: ShiftPatch): Pipeline<EditedShift> {
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

/** A shift that a change reaches: as it is and as it shall be. */
export interface Member {
  row: ShiftRow
  before: Plan
  after: Plan
}

/** All that a change to a shift and the later ones of its series comes to, before anything is looked up or written. */
export interface SeriesChange {
  /** The shift itself, and the later ones that follow it. */
  members: Member[]
  /** Later shifts that are left as they are, and why. */
  kept: ShiftRow[]
  skipped: { ref: string; reason: string }[]
  /** With a new rule: later shifts that go, and those that come. */
  removed: ShiftRow[]
  made: Occurrence[]
  rule: Rule | null | undefined
  startsOn: string
  next_on: string | null
  /** The clock times that the series has from here on. */
  clock: ClockTimes
  errors: FieldErrors
}

export function seriesChange(
  { shift, later, series }: { shift: ShiftRow; later: readonly ShiftRow[]; series: SeriesRow | undefined },
  body: ShiftPatch,
  now: number,
  zone: string,
): SeriesChange {
  const kept = later.filter((row) => whyKept(row) !== undefined)
  const open = later.filter((row) => whyKept(row) === undefined)
  const before = standing(shift)
  const after = lay(before, body, zone)
  const startsOn = dateOf(after.starts)
  const self = { row: shift, before, after }
  const clock = askedTimes(body, before, series, zone)
  const skipped = kept.map((row) => ({ ref: refOf(row), reason: whyKept(row)! }))
  if (!changesRule(body, series, dateOf(before.starts) !== startsOn)) {
    const members = [self, ...open.map((row) => follower(row, body, self, clock, zone))]
    const errors = { ...movedErrors(before, after), ...tightErrors(members, isSameTime(before, after)) }
    return { members, kept, skipped, removed: [], made: [], rule: undefined, startsOn, next_on: null, clock, errors }
  }
  const change = { members: [self], kept, skipped, removed: open, startsOn, clock }
  if (body.recurrence === null) return { ...change, made: [], rule: null, next_on: null, errors: {} }
  const rule = normalise(body.recurrence!)
  const errors = ruleErrors(rule, startsOn)
  const isSound = Object.keys(errors).length === 0 && Date.parse(after.ends_at) > Date.parse(after.starts_at)
  if (!isSound) return { ...change, made: [], rule, next_on: null, errors }
  const { occurrences, ...rest } = upcoming(rule, startsOn, clock, after, now, zone)
  const isFree = ({ day }: Occurrence) => day !== startsOn && !kept.some((row) => dayOf(row) === day)
  return { ...change, made: occurrences.filter(isFree), rule, ...rest }
}

/** A rule that is sent back as it is changes nothing, unless the days move and it has to be counted from another. */
function changesRule({ recurrence }: ShiftPatch, series: SeriesRow | undefined, isMoved: boolean): boolean {
  if (!recurrence || !series || isMoved) return recurrence !== undefined
  return JSON.stringify(normalise(recurrence)) !== JSON.stringify(normalise(series.recurrence))
}

/** What has happened stays, and so does what somebody has changed for itself. */
function whyKept({ status, edited_alone }: ShiftRow): string | undefined {
  if (status !== 'draft' && status !== 'scheduled') return `It is ${status}.`
  return edited_alone ? 'It was edited alone.' : undefined
}

/** The days of a series are its rule's. */
function movedErrors(before: Plan, after: Plan): FieldErrors {
  const day = dateOf(before.starts)
  if (day === dateOf(after.starts)) return {}
  return { start: [`start must stay on ${day} with scope this_and_following; send recurrence too to move the days.`] }
}

/** The shifts of a series are not looked up among the conflicts, because all of them move. */
function tightErrors(members: readonly Member[], isUnmoved: boolean): FieldErrors {
  const isTight = members.some(({ after }, place) => {
    const following = members[place + 1]?.after
    return following !== undefined && Date.parse(after.ends_at) > Date.parse(following.starts_at)
  })
  return isTight && !isUnmoved ? { end: ['end must not be later than the start of the next shift of the series.'] } : {}
}

/** The clock times sent; for one that was not, that of the series, which a day that skips it does not show. */
function askedTimes({ start, end }: ShiftPatch, before: Plan, series: SeriesRow | undefined, zone: string): ClockTimes {
  const day = dateOf(before.starts)
  const { starts, ends } = series ?? {}
  const isUsual = starts && ends && isSameTime(placeOn(day, { starts, ends }, zone), before)
  const own = isUsual ? clockOn(day, { starts, ends }) : before
  return { starts: start ?? own.starts, ends: end ?? own.ends }
}

/** A later shift with the change laid over it: the new clock times on its own day. */
function follower(row: ShiftRow, body: ShiftPatch, first: Member, clock: ClockTimes, zone: string): Member {
  const { start, end, segments, ...rest } = body
  const before = standing(row)
  const isMoved = start !== undefined || end !== undefined
  const times = isMoved ? placeOn(dateOf(row.starts), clock, zone) : before
  const after = lay(before, isMoved ? { ...rest, start: times.starts, end: times.ends } : rest, zone)
  if (!segments) return { row, before, after: withOwnPeople(after) }
  const own = moveSegments(first.after.segments, first.after, after, zone).map(({ id: _, ...segment }) => segment)
  const moved = withOwnPeople({ ...after, segments: own })
  return { row, before, after: { ...moved, segments: sameIds(moved.segments, before.segments) } }
}

/** A shift that was made without somebody has their services and segments without them. */
function withOwnPeople(plan: Plan): Plan {
  const isOn = (id: number | null) => id !== null && plan.staff_ids.includes(id)
  return {
    ...plan,
    services: plan.services.map((one) => (isOn(one.staff_id) ? one : { ...one, staff_id: null })),
    segments: plan.segments.map((one) => ({ ...one, staff_ids: one.staff_ids.filter(isOn) })),
  }
}
