import { maxId } from '../../http/contract/schema.ts'

/** A parsed ref: an appointment of any shift, or a group or site shift by its own id. */
export interface Ref {
  isAppointment: boolean
  id: number
}

const shape = /^([ag]):([1-9]\d{0,15})$/

/** Parses `a:880` or `g:101`; undefined for other texts. */
export function parseRef(text: string): Ref | undefined {
  const [, kind, digits] = shape.exec(text) ?? []
  const id = Number(digits)
  return kind !== undefined && id <= maxId ? { isAppointment: kind === 'a', id } : undefined
}

/** The ref in responses: the lowest appointment of a single shift, the own id of other shifts. */
export const refOf = (shift: { type: string; id: number; first_appointment: number }): string =>
  shift.type === 'single' ? `a:${shift.first_appointment}` : `g:${shift.id}`
