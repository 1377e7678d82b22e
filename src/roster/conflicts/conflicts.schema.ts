import { type Static, Type } from 'typebox'
import { oneOf, Person, ref } from '../../http/contract/schema.ts'

/** What can speak against a shift. A block refuses it unless somebody overrides it; a warning is only told. */
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
    code: oneOf(conflictCodes),
    severity: oneOf(['block', 'warn']),
    staff: Type.Optional(ref(Person)),
    client: Type.Optional(ref(Person)),
    ref: Type.Optional(Type.String({ description: 'The other shift' })),
    start: Type.String({ description: 'Start of the other shift, or of this one where there is no other; local' }),
    end: Type.String({ description: 'Its end, local' }),
    message: Type.String(),
  },
  { $id: 'ShiftConflict' },
)
export type Conflict = Static<typeof Conflict>
