import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { wholeSecondOf } from '../../http/contract/dates.ts'
import { found, invalid, rejected } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { dayLength, instantOf, isLocalTime, localOf, secondInstantOf } from '../../time/local-time.ts'
import { statusError, statusOfAttendance } from '../shifts/moves.ts'
import { shiftRecord } from '../shifts/record.ts'
import type { Ref } from '../shifts/refs.ts'
import { recordShiftEvents } from '../shifts/shift-events.ts'
import type { AttendanceCorrection } from '../shifts/shifts.schema.ts'
import { correct, findShift, lockShift, type ShiftRow, type StaffOfShift } from '../shifts/shifts.sql.ts'

const names = ['check_in', 'check_out'] as const
type Name = (typeof names)[number]
/** The instants of a person's clock times; undefined where neither the request nor the shift has one to check. */
type Times = Record<Name, string | null | undefined>

/** Enters, corrects or clears the clock times of one person. The status of the shift follows as if the person had clocked. */
export function correctAttendance(db: Queryable, caller: Caller, now: number, ref: Ref, body: AttendanceCorrection) {
  const { orgId, connectionId, timezone } = caller
  const { staff_id, reason } = body
  return pipeline(db, function* () {
    const [, [row]] = yield* send(lockShift.call(orgId, ref.id, ref.isAppointment), findShift(caller, ref))
    const shift = found(row, 'Shift')
    const staff = shift.staff ?? []
    const person = staff.find(({ id }) => id === staff_id)
    const errors: FieldErrors = {}
    if (!person) errors.staff_id = [`staff_id must be a staff member on the shift; ${staff_id} is not.`]
    const from = instantsOf(person)
    const to = applyTimes(body, from, timezone, errors)
    checkTimes(shift, body, from, to, now, errors)
    const notAllowed = statusError('correct_attendance', shift.status)
    if (notAllowed) throw rejected(notAllowed, { errors: { status: [notAllowed], ...errors } })
    if (Object.keys(errors).length > 0) throw invalid(errors)

    const changed = names.filter((name) => to[name] !== from[name])
    if (changed.length === 0) return { data: shiftRecord(shift) }
    const { check_in = null, check_out = null } = to
    const status = statusOfAttendance(
      staff.map((one) => {
        const times = one === person ? to : instantsOf(one)
        return { is_in: times.check_in !== null, is_out: times.check_out !== null }
      }),
    )
    const fields = [...(status === shift.status ? [] : ['status']), 'attendance']
    const detail = { staff_id, from, to, reason, status }
    const [, , [after]] = yield* sendLast(
      correct.call(orgId, shift.id, staff_id, check_in, check_out, status),
      recordShiftEvents.call(orgId, connectionId, 'shift.attendance_corrected', [shift.id], fields, detail),
      findShift(caller, ref),
    )
    return { data: shiftRecord(after!) }
  })
}

const instantsOf = (person: StaffOfShift | undefined): Times => ({
  check_in: person?.check_in_at,
  check_out: person?.check_out_at,
})

/** The times after the correction, in whole seconds, as clocking has them. */
function applyTimes(body: AttendanceCorrection, from: Times, timezone: string, errors: FieldErrors): Times {
  const timeOf = (name: Name) => {
    const text = body[name]
    if (text === undefined) return from[name]
    if (text === null) return null
    if (!isLocalTime(text)) return wholeSecondOf(text)
    const [first, second] = [instantOf(text, timezone), secondInstantOf(text, timezone)]
    if (second !== undefined) {
      errors[name] = [`${name} occurs twice because the clocks go back; send the instant ${first} or ${second}.`]
      return undefined
    }
    return wholeSecondOf(first)
  }
  return { check_in: timeOf('check_in'), check_out: timeOf('check_out') }
}

/** A time that stays as it is was checked when it was entered. */
function checkTimes(
  { starts_at, ends_at, timezone }: ShiftRow,
  body: AttendanceCorrection,
  from: Times,
  to: Times,
  now: number,
  errors: FieldErrors,
): void {
  const add = (name: Name, rule: string) => {
    errors[name] = [...(errors[name] ?? []), `${name} ${rule}.`]
  }
  const [earliest, latest] = [Date.parse(starts_at) - dayLength, Date.parse(ends_at) + dayLength]
  for (const name of names) {
    const text = to[name]
    if (!text || text === from[name]) continue
    const at = Date.parse(text)
    if (at > now) add(name, 'must not be in the future')
    if (at < earliest || at > latest) {
      const window = `from ${localOf(earliest, timezone)} to ${localOf(latest, timezone)}`
      add(name, `must be at most 24 hours before or after the shift, ${window}`)
    }
  }
  const { check_in, check_out } = to
  if (!check_out || check_in === undefined) return
  const isOutSent = body.check_out !== undefined
  if (check_in === null) {
    if (isOutSent) add('check_out', 'needs a check_in')
    else add('check_in', 'cannot be null while there is a check_out; send check_out as null too')
  } else if (Date.parse(check_in) > Date.parse(check_out)) {
    if (isOutSent) add('check_out', 'must not be before check_in')
    else add('check_in', `must not be after check_out, ${localOf(check_out, timezone)}`)
  }
}
