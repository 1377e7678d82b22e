import { type Static, Type } from 'typebox'
import { oneOf, open, Person, ref } from '../../http/contract/schema.ts'

/** The kinds of conflict. A block rejects the request unless it overrides the conflict; a warning is only reported. */
export const conflictSeverity = {
  staff_overlap: 'block',
  client_overlap: 'warn',
  staff_not_active: 'block',
  staff_non_compliant: 'block',
  client_archived: 'block',
  site_full: 'warn',
} as const
export type ConflictCode = keyof typeof conflictSeverity
export const conflictCodes = Object.keys(conflictSeverity) as ConflictCode[]

export const Conflict = Type.Object(
  {
    code: oneOf(conflictCodes, open),
    severity: oneOf(['block', 'warn']),
    staff: Type.Optional(ref(Person)),
    client: Type.Optional(ref(Person)),
    ref: Type.Optional(Type.String({ description: 'Ref of the other shift.' })),
    start: Type.String({
      description: 'Start of the other shift in local time, or of this shift if there is no other.',
    }),
    end: Type.String({ description: 'End of the same shift in local time.' }),
    message: Type.String(),
  },
  { $id: 'ShiftConflict' },
)
export type Conflict = Static<typeof Conflict>
