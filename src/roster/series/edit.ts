import type { Caller } from '../../access/tokens.ts'
import { type Pipeline, send, sendLast } from '../../db/pipeline.ts'
import { retryTransaction } from '../../db/transaction.ts'
import { found, invalid, rejectedField } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { type LocalTimes, localTimesOn, timesOn } from '../../recurrence/occurrence-times.ts'
import { normalise, type Rule } from '../../recurrence/recurrence.ts'
import { dateOf } from '../../time/local-time.ts'
import { findPairs, type PairRow } from '../appointments/appointments.sql.ts'
import {
  type AcceptedConflicts,
  acceptedConflicts,
  type ConflictMatch,
  checkConflicts,
  findConflicts,
  groupBy,
  listConflicts,
  overrideErrors,
} from '../conflicts/conflicts.ts'
import { lockShifts } from '../shifts/lock.ts'
import { statusError } from '../shifts/moves.ts'
import { applyPatch, changedFields, newConflicts, reuseIds, startedErrors, withClients } from '../shifts/patch.ts'
import { isSameTime, moveSegments, type Plan, planErrors } from '../shifts/plan.ts'
import { planFromRow, shiftRecord } from '../shifts/record.ts'
import { refOf } from '../shifts/refs.ts'
import type { EditedShift, ShiftPatch } from '../shifts/shifts.schema.ts'
import { findMany, insertShifts, lockNotes, remove, type ShiftRow } from '../shifts/shifts.sql.ts'
import { updateCalls } from '../shifts/update.ts'
import { type Occurrence, occurrencesOf, tooManyErrors } from './occurrences.ts'
import * as seriesSql from './series.sql.ts'
import { dayOf, type NextSeries, nextSeries, stopSeries } from './series.ts'

/** Edits a shift and the later ones of its series, which splits there; or starts a series with a shift. */
export function* editSeries(caller: Caller, now: number, read: ShiftRow, patch: ShiftPatch): Pipeline<EditedShift> {
  const { orgId } = caller
  const { shift, later, series } = yield* lockFrom(orgId, read)
  // Another request has made it part of a series since it was read, so other rules apply to the patch.
  if (read.series_id === null && shift.series_id !== null) throw retryTransaction()
  const notAllowed = statusError('edit', shift.status)
  if (notAllowed) throw rejectedField('status', notAllowed)
  const edit = planSeriesEdit({ shift, later, series }, patch, now, caller.timezone)
  const { members, created, removed, skipped } = edit

  const planned = [
    ...members.map(({ after }) => after),
    ...created.map(({ times }) => ({ ...members[0]!.after, ...times, id: 0 })),
  ]
  const { people, matches, ids } = yield* findConflicts(orgId, planned, {
    except: [...removed, ...members.map(({ row }) => row)].map(({ id }) => id),
  })
  for (const member of members) member.after = withClients(member.after, member.before, people)
  const plan = members[0]!.after
  const errors = {
    ...overrideErrors(patch),
    ...edit.errors,
    ...tooManyErrors(created.length, plan),
    ...planErrors(plan, people, members[0]!.before),
    ...startedErrors(shift, plan),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const conflicts = checkConflicts(newConflictsOf(members, matches), patch)

  const memberFields = members.map(({ before, after }) => changedFields(before, after))
  const updated = [...memberFields[0]!, ...(isNewRule(edit, series) ? ['recurrence'] : [])]
  const changedLater = memberFields.slice(1).filter((fields) => fields.length > 0).length
  const changed = edit.rule === undefined ? changedLater : removed.length
  if (updated.length + changed === 0) return { updated, data: shiftRecord(shift), series: { changed, skipped } }

  const next = nextSeries(series, dayOf(shift), edit)
  const seriesId = yield* storeSeries(orgId, next, dayOf(shift))
  const updatedRows = members.filter((_, index) => index === 0 || memberFields[index]!.length > 0).map(({ row }) => row)
  const withEvent = [...removed, ...updatedRows].map(({ id }) => id)
  const [pairs] = yield* send(
    findPairs.call(
      orgId,
      members.map(({ row }) => row.id),
    ),
    // The series ends here, and later shifts may go to another one.
    series && (next.stopped || edit.rule === null)
      ? seriesSql.recordNewRule.call(orgId, caller.connectionId, series.id, withEvent)
      : undefined,
  )
  const fields = [updated, ...memberFields.slice(1)]
  const accepted = acceptedConflicts(conflicts, patch)
  const edited = yield* storeShifts(caller, { ...edit, ids }, fields, pairs, seriesId, accepted)
  const count = edit.rule === undefined ? {} : { created: created.length }
  return { updated, data: shiftRecord(edited), series: { changed, ...count, skipped }, ...listConflicts(conflicts) }
}

/** Locks a shift, its series and the later shifts of the series, then reads them. */
function* lockFrom(orgId: number, read: ShiftRow) {
  const { locked, series } = yield* lockShifts(orgId, [refOf(read)], 'this_and_following')
  const ids = locked.filter(({ is_deleted }) => !is_deleted).map(({ id }) => id)
  const [rows] = yield* send(findMany.call(orgId, ids, read.id))
  const shift = found(
    rows.find(({ id }) => id === read.id),
    'Shift',
  )
  const later = rows.filter((row) => dayOf(row) > dayOf(shift)).sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1))
  return { shift, later, series: series.get(shift.series_id ?? 0) }
}

/** A shift that the edit reaches, before and after. */
interface Member {
  row: ShiftRow
  before: Plan
  after: Plan
}

/** What an edit does to a shift and the later ones of its series. */
interface SeriesEdit {
  /** The shift itself, and the later ones that change with it. */
  members: Member[]
  /** Later shifts that stay as they are, and why. */
  unchanged: ShiftRow[]
  skipped: { ref: string; reason: string }[]
  /** With a new rule: later shifts to remove, and shifts to create. */
  removed: ShiftRow[]
  created: Occurrence[]
  rule: Rule | null | undefined
  starts_on: string
  next_on: string | null
  /** The local times that the series has from here on. */
  local: LocalTimes
  errors: FieldErrors
}

function planSeriesEdit(
  { shift, later, series }: { shift: ShiftRow; later: readonly ShiftRow[]; series: seriesSql.SeriesRow | undefined },
  patch: ShiftPatch,
  now: number,
  timezone: string,
): SeriesEdit {
  const unchanged = later.filter((row) => skipReason(row) !== undefined)
  const open = later.filter((row) => skipReason(row) === undefined)
  const before = planFromRow(shift)
  const after = applyPatch(before, patch, timezone)
  const starts_on = dateOf(after.starts)
  const self = { row: shift, before, after }
  const local = localTimesOf(patch, before, series, timezone)
  const skipped = unchanged.map((row) => ({ ref: refOf(row), reason: skipReason(row)! }))
  if (!changesRule(patch, series, dateOf(before.starts) !== starts_on)) {
    const members = [self, ...open.map((row) => editLater(row, patch, self, local, timezone))]
    const errors = { ...dayErrors(before, after), ...overlapErrors(members, isSameTime(before, after)) }
    const none = { removed: [], created: [], rule: undefined, next_on: null }
    return { members, unchanged, skipped, ...none, starts_on, local, errors }
  }
  const edit = { members: [self], unchanged, skipped, removed: open, starts_on, local }
  if (patch.recurrence === null) return { ...edit, created: [], rule: null, next_on: null, errors: {} }
  const rule = normalise(patch.recurrence!)
  const { occurrences, next_on, errors } = occurrencesOf(rule, local, after, now, timezone)
  const isFree = ({ day }: Occurrence) => day !== starts_on && !unchanged.some((row) => dayOf(row) === day)
  return { ...edit, created: occurrences.filter(isFree), rule, next_on, errors }
}

/** A patch that repeats the current rule changes nothing, unless the days move and the rule counts from another day. */
function changesRule(
  { recurrence }: ShiftPatch,
  series: seriesSql.SeriesRow | undefined,
  isOtherDay: boolean,
): boolean {
  if (!recurrence || !series || isOtherDay) return recurrence !== undefined
  return JSON.stringify(normalise(recurrence)) !== JSON.stringify(normalise(series.recurrence))
}

/** Shifts that have started or ended stay as they are, and so do shifts that were edited alone. */
function skipReason({ status, edited_alone }: ShiftRow): string | undefined {
  if (status !== 'draft' && status !== 'scheduled') return `It is ${status}.`
  return edited_alone ? 'It was edited alone.' : undefined
}

/** Without a new rule, the days of the series cannot change. */
function dayErrors(before: Plan, after: Plan): FieldErrors {
  const day = dateOf(before.starts)
  if (day === dateOf(after.starts)) return {}
  return { start: [`start must stay on ${day} with scope this_and_following; send recurrence too to move the days.`] }
}

/** findConflicts leaves the shifts of the series out, because all of them move. So overlaps among them are checked here. */
function overlapErrors(members: readonly Member[], isSame: boolean): FieldErrors {
  const isOverlapping = members.some(({ after }, index) => {
    const next = members[index + 1]?.after
    return next !== undefined && Date.parse(after.ends_at) > Date.parse(next.starts_at)
  })
  if (!isOverlapping || isSame) return {}
  return { end: ['end must not be later than the start of the next shift of the series.'] }
}

/** The local times of the patch. For a missing one, that of the series: a day that skips it has another. */
function localTimesOf(
  { start, end }: ShiftPatch,
  before: Plan,
  series: seriesSql.SeriesRow | undefined,
  timezone: string,
): LocalTimes {
  const day = dateOf(before.starts)
  const { starts, ends } = series ?? {}
  const isUsual = starts && ends && isSameTime(timesOn(day, { starts, ends }, timezone), before)
  const current = isUsual ? localTimesOn(day, { starts, ends }) : before
  return { starts: start ?? current.starts, ends: end ?? current.ends }
}

/** Applies the patch to a later shift, with the new local times on its own day. */
function editLater(row: ShiftRow, patch: ShiftPatch, first: Member, local: LocalTimes, timezone: string): Member {
  const { start, end, segments, ...rest } = patch
  const before = planFromRow(row)
  const isMoved = start !== undefined || end !== undefined
  const times = isMoved ? timesOn(dateOf(row.starts), local, timezone) : before
  const after = applyPatch(before, isMoved ? { ...rest, start: times.starts, end: times.ends } : rest, timezone)
  if (!segments) return { row, before, after: withOwnPeople(after) }
  const moved = moveSegments(first.after.segments, first.after, after, timezone).map(({ id: _, ...segment }) => segment)
  const plan = withOwnPeople({ ...after, segments: moved })
  return { row, before, after: { ...plan, segments: reuseIds(plan.segments, before.segments) } }
}

/** Services and segments without the people who are not on this shift. */
function withOwnPeople(plan: Plan): Plan {
  const isOn = (id: number | null) => id !== null && plan.staff_ids.includes(id)
  return {
    ...plan,
    services: plan.services.map((one) => (isOn(one.staff_id) ? one : { ...one, staff_id: null })),
    segments: plan.segments.map((one) => ({ ...one, staff_ids: one.staff_ids.filter(isOn) })),
  }
}

/** For a created shift all conflicts count; for an edited one, those that the edit causes. */
const newConflictsOf = (members: Member[], matches: readonly ConflictMatch[]) =>
  matches.filter((match) => {
    const member = members[match.index]
    return member === undefined || newConflicts(member.before, member.after, [match]).length > 0
  })

/** Whether the rule changes. A null is a change only while the series continues. */
const isNewRule = ({ rule, removed }: SeriesEdit, series: seriesSql.SeriesRow | undefined): boolean =>
  rule === null ? removed.length > 0 || series?.next_on !== null : rule !== undefined

/** Stores the series, and returns the id of the series that the shifts belong to from here on. */
function* storeSeries(orgId: number, { id, stopped, updated, inserted }: NextSeries, day: string) {
  const [, , [series]] = yield* send(
    stopped && stopSeries(orgId, stopped, day),
    updated &&
      seriesSql.update.call(orgId, updated.id, updated.rule, updated.next_on, updated.local.starts, updated.local.ends),
    inserted &&
      seriesSql.insert.call(
        orgId,
        inserted.rule,
        inserted.starts_on,
        inserted.next_on,
        inserted.local.starts,
        inserted.local.ends,
      ),
  )
  return series?.id ?? id!
}

/** Stores everything but the series in one batch, and returns the edited shift. */
function* storeShifts(
  { orgId, connectionId, timezone }: Caller,
  { members, unchanged, removed, created, ids, rule, starts_on }: SeriesEdit & { ids: number[] },
  fields: string[][],
  pairs: PairRow[],
  seriesId: number,
  { overridden, detail }: AcceptedConflicts,
): Pipeline<ShiftRow> {
  const { row: shift, after: plan } = members[0]!
  const updated = members.filter((_, index) => index === 0 || fields[index]!.length > 0)
  const assigned = [...unchanged, ...members.filter((member) => !updated.includes(member)).map(({ row }) => row)]
  const status = shift.status === 'draft' ? 'draft' : 'scheduled'
  const pairsByShift = groupBy(pairs, ({ shift_id }) => shift_id)
  const removedIds = removed.map(({ id }) => id)
  const results = yield* sendLast(
    removed.length > 0 ? lockNotes.call(orgId, removedIds) : undefined,
    removed.length > 0 ? remove.call(orgId, connectionId, removedIds) : undefined,
    assigned.length > 0
      ? seriesSql.assignShifts.call(
          orgId,
          seriesId,
          assigned.map(({ id }) => id),
          dateOf(plan.starts),
          unchanged.map(({ id }) => id),
        )
      : undefined,
    ...updated.flatMap(({ row, before, after }) =>
      updateCalls(orgId, connectionId, {
        id: row.id,
        plan: after,
        pairs: pairsByShift.get(row.id) ?? [],
        fields: fields[members.findIndex((member) => member.row === row)]!,
        series_id: seriesId,
        day: row === shift && rule ? starts_on : row.occurrence_on,
        edited_alone: false,
        overridden: [...new Set([...(isSameTime(before, after) ? row.overridden : []), ...overridden])],
        detail,
      }),
    ),
    ...(created.length > 0
      ? insertShifts(orgId, connectionId, {
          ids,
          plan,
          occurrences: created,
          timezone,
          series_id: seriesId,
          status,
          fields: fields[0]!,
          overridden,
          detail,
        })
      : []),
    findMany.call(orgId, [shift.id], shift.id),
  )
  return (results.at(-1) as ShiftRow[])[0]!
}
