import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import type { Conflict } from '../conflicts/conflicts.schema.ts'
import { blocks, conflicting, type Found } from '../conflicts/conflicts.ts'
import { isSameTime, type Plan } from './plan.ts'
import type { Overriding } from './shifts.schema.ts'
import type { ShiftRow } from './shifts.sql.ts'

/** What stands in the way of a change to a shift that has begun. */
export function startedErrors(row: ShiftRow, plan: Plan): FieldErrors {
  if (row.status !== 'started') return {}
  const errors: FieldErrors = {}
  if (plan.starts !== row.starts) errors.start = ['start cannot change: the shift has started.']
  const left = (row.staff ?? []).filter(({ id, check_in }) => check_in !== null && !plan.staff_ids.includes(id))
  if (left.length > 0) {
    errors.staff_ids = [`staff_ids must keep ${left.map(({ name }) => name).join(', ')}, who clocked in.`]
  }
  return errors
}

/**
 * Which conflicts a change has to answer for: all of them when it moves the shift, otherwise those of the people it
 * brings. What was so before and stays so was judged before.
 */
export function broughtBy(before: Plan, after: Plan, found: readonly Found[]): Found[] {
  if (!isSameTime(before, after)) return [...found]
  const isNew = ({ conflict: { staff, client, code } }: Found) => {
    if (staff) return !before.staff_ids.includes(staff.id)
    if (client) return !before.client_ids.includes(client.id)
    const isJoined = after.client_ids.some((id) => !before.client_ids.includes(id))
    return code === 'site_full' && (before.site_id !== after.site_id || isJoined)
  }
  return found.filter(isNew)
}

/** Ends a change that is wrong in itself or that conflicts; gives the conflicts that it goes on with. */
export function judge(errors: FieldErrors, found: readonly Found[], body: Overriding): Conflict[] {
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const conflicts = found.map(({ conflict }) => conflict)
  const blocking = blocks(conflicts, body.override_conflicts)
  if (blocking.length > 0) throw conflicting(blocking, conflicts)
  return conflicts
}
