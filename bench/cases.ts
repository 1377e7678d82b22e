import { appointmentCases } from './cases/appointments.ts'
import type { Case } from './cases/case.ts'
import { formCases } from './cases/forms.ts'
import { noteCases } from './cases/notes.ts'
import { peopleCases } from './cases/people.ts'
import { prospectCases } from './cases/prospects.ts'
import { shiftCases } from './cases/shifts.ts'
import { taskCases } from './cases/tasks.ts'
import type { Data } from './data/data.ts'

/** Each area's cases, in the order in which they are measured. */
export const makeCases = (data: Data): Case[] => [
  ...peopleCases(data),
  ...appointmentCases(data),
  ...shiftCases(data),
  ...taskCases(data),
  ...prospectCases(data),
  ...formCases(data),
  ...noteCases(data),
]
