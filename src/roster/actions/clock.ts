import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, invalid, rejected, rejectedField } from '../../http/contract/errors.ts'
import { writeInstant } from '../../time/local-time.ts'
import { statusError, statusOfAttendance } from '../shifts/moves.ts'
import { type Ref, refOf } from '../shifts/refs.ts'
import { attendance, clockIn, clockOut, lockShift } from '../shifts/shifts.sql.ts'

interface Clocking {
  ref: Ref
  staffIds: number[]
  now: number
}

/** Clocks staff in to a published shift, all of them or none. Until its end a completed shift is then started again. */
export const clockStaffIn = (db: Queryable, caller: Caller, clocking: Clocking) =>
  clock(db, caller, clocking, 'clock_in', ({ name, is_in, is_out }) => {
    if (is_out) return `${name} has already clocked out.`
    return is_in ? `${name} is already clocked in.` : undefined
  })

/** Clocks staff out. When the last one clocks out, the shift is completed. */
export const clockStaffOut = (db: Queryable, caller: Caller, clocking: Clocking) =>
  clock(db, caller, clocking, 'clock_out', ({ name, is_in, is_out }) =>
    is_in && !is_out ? undefined : `${name} is not clocked in.`,
  )

type Attendance = { id: number; name: string; is_in: boolean; is_out: boolean }

function clock(
  db: Queryable,
  { orgId, connectionId }: Caller,
  { ref, staffIds, now }: Clocking,
  action: 'clock_in' | 'clock_out',
  errorFor: (person: Attendance) => string | undefined,
) {
  return pipeline(db, function* () {
    // In one batch: after waiting for the lock, the second statement reads what the previous owner has committed.
    const [, [row]] = yield* send(
      lockShift.call(orgId, ref.id, ref.isAppointment),
      attendance.call(orgId, ref.id, ref.isAppointment),
    )
    const shift = found(row, 'Shift')
    const notAllowed = statusError(action, shift.status, now > Date.parse(shift.ends_at))
    if (notAllowed) throw rejectedField('status', notAllowed)
    const people = staffIds.map((id) => shift.staff.find((person) => person.id === id))
    const unknownIds = staffIds.filter((_, index) => !people[index])
    if (unknownIds.length > 0) {
      const who = `${unknownIds.join(', ')} ${unknownIds.length > 1 ? 'are' : 'is'} not`
      throw invalid({ staff_ids: [`staff_ids must be staff on the shift; ${who}.`] })
    }
    const errors = people.flatMap((person) => errorFor(person!) ?? [])
    if (errors.length > 0) throw rejected(errors[0]!, { errors: { staff_ids: errors } })

    const isOut = action === 'clock_out'
    const clocked = { is_in: true, is_out: isOut }
    const status = statusOfAttendance(shift.staff.map((person) => (staffIds.includes(person.id) ? clocked : person)))
    const call = isOut ? clockOut : clockIn
    yield* sendLast(call.call(orgId, connectionId, shift.id, staffIds, writeInstant(now), status))
    return {
      ref: refOf(shift),
      succeeded: people.length,
      failed: 0,
      results: people.map((person) => ({ staff: person!.name, ok: true })),
    }
  })
}
