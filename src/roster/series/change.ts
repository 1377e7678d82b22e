import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { clockOn, placeOn } from '../../recurrence/occurrence-times.ts'
import { normalise, type Rule, ruleErrors } from '../../recurrence/recurrence.ts'
import { dateOf } from '../../time/local-time.ts'
import { moveSegments } from '../shifts/insert.ts'
import { lay, sameIds } from '../shifts/patch.ts'
import { isSameTime, type Plan } from '../shifts/plan.ts'
import { refOf } from '../shifts/refs.ts'
import type { ShiftPatch } from '../shifts/shifts.schema.ts'
import type { ShiftRow } from '../shifts/shifts.sql.ts'
import { standing } from '../shifts/standing.ts'
import { type ClockTimes, type Occurrence, upcoming } from './occurrences.ts'
import type { SeriesRow } from './series.sql.ts'
import { dayOf } from './series.ts'

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
