import type { FieldErrors } from '../../http/contract/field-errors.ts'
import type { Overriding } from '../shifts/shifts.schema.ts'
import type { Conflict, ConflictCode } from './conflicts.schema.ts'
import { mostTold } from './conflicts.ts'

/** Accepting conflicts is audited: whoever does it says why. */
export function overrideErrors({ override_conflicts = [], override_reason }: Overriding): FieldErrors {
  if (override_conflicts.length === 0 || override_reason !== undefined) return {}
  return { override_reason: ['override_reason is required with override_conflicts.'] }
}

export interface Accepted {
  /** Codes that were there and were accepted; they stay with the shift. */
  overridden: ConflictCode[]
  /** What the event keeps of it: who and what, and the reason given. */
  detail: object | null
}

export function acceptedIn(
  conflicts: readonly Conflict[],
  { override_conflicts = [], override_reason }: Overriding,
): Accepted {
  const accepted = conflicts.filter(({ code, severity }) => severity === 'block' && override_conflicts.includes(code))
  if (accepted.length === 0) return { overridden: [], detail: null }
  return {
    overridden: [...new Set(accepted.map(({ code }) => code))],
    detail: {
      override_reason,
      overridden: accepted.slice(0, mostTold).map(({ code, staff, client, ref }) => ({
        code,
        ...(staff && { staff_id: staff.id }),
        ...(client && { client_id: client.id }),
        ...(ref && { ref }),
      })),
    },
  }
}
