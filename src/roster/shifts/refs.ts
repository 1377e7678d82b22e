import { largestId } from '../../http/contract/schema.ts'

/** What a ref points at: an appointment of any shift, or a group or site shift by its own id. */
export interface Ref {
  isAppointment: boolean
  id: number
}

const shape = /^([ag]):([1-9]\d{0,15})$/

/** `a:880` or `g:101`; undefined for what cannot be a ref. */
export function parseRef(text: string): Ref | undefined {
  const [, kind, digits] = shape.exec(text) ?? []
  const id = Number(digits)
  return kind !== undefined && id <= largestId ? { isAppointment: kind === 'a', id } : undefined
}

/** The one ref a shift is known by: a single shift goes by its lowest appointment, the others by their own id. */
export const refOf = (shift: { type: string; id: number; first_appointment: number }): string =>
  shift.type === 'single' ? `a:${shift.first_appointment}` : `g:${shift.id}`
