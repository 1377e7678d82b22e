import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, invalid, refused, refusedField } from '../../http/contract/errors.ts'
import { refusal } from '../shifts/moves.ts'
import { type Ref, refOf } from '../shifts/refs.ts'
import { attendance, clockIn, clockOut, lock } from '../shifts/shifts.sql.ts'

interface Clocking {
  ref: Ref
  staffIds: number[]
  now: number
}

/** Clocks people in to a published shift, all of them or none. */
export const clockStaffIn = (db: Queryable, caller: Caller, order: Clocking) =>
  clock(db, caller, order, 'clock_in', ({ name, is_in, is_out }) => {
    if (is_out) return `${name} has already clocked out.`
    return is_in ? `${name} is already clocked in.` : undefined
  })

/** Clocks people out; when nobody is left in, the shift is completed. */
export const clockStaffOut = (db: Queryable, caller: Caller, order: Clocking) =>
  clock(db, caller, order, 'clock_out', ({ name, is_in, is_out }) =>
    is_in && !is_out ? undefined : `${name} is not clocked in.`,
  )

type Person = { id: number; name: string; is_in: boolean; is_out: boolean }

function clock(
  db: Queryable,
  { orgId, connectionId }: Caller,
  { ref, staffIds, now }: Clocking,
  action: 'clock_in' | 'clock_out',
  objection: (person: Person) => string | undefined,
) {
  return pipeline(db, function* () {
    // The lock and the look go together: whoever waited for the lock sees what the one before has done.
    const [, [row]] = yield* send(
      lock.call(orgId, ref.id, ref.isAppointment),
      attendance.call(orgId, ref.id, ref.isAppointment),
    )
    const shift = found(row, 'Shift')
    const no = refusal(action, shift.status)
    if (no) throw refusedField('status', no)
    const people = staffIds.map((id) => shift.staff.find((person) => person.id === id))
    const strangers = staffIds.filter((_, place) => !people[place])
    if (strangers.length > 0) {
      const who = `${strangers.join(', ')} ${strangers.length > 1 ? 'are' : 'is'} not`
      throw invalid({ staff_ids: [`staff_ids must be staff on the shift; ${who}.`] })
    }
    const objections = people.flatMap((person) => objection(person!) ?? [])
    if (objections.length > 0) throw refused(objections[0]!, { errors: { staff_ids: objections } })

    const isOut = action === 'clock_out'
    const others = shift.staff.filter(({ id, is_in, is_out }) => is_in && !is_out && !staffIds.includes(id))
    const status = isOut && others.length === 0 ? 'completed' : 'started'
    const at = new Date(now).toISOString()
    yield* sendLast((isOut ? clockOut : clockIn).call(orgId, connectionId, shift.id, staffIds, at, status))
    return {
      ref: refOf(shift),
      succeeded: people.length,
      failed: 0,
      results: people.map((person) => ({ staff: person!.name, ok: true })),
    }
  })
}
