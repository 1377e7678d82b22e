import { type Access, permits, read } from '../access/areas.ts'
import { maxId } from '../http/contract/schema.ts'
import { type EventType, eventKinds, eventTypes, isSingle, type SubjectType, subjectTypes } from './catalogue.ts'

/** Every type, those of one kind of record (`shift.*`), or one type. */
const typesOf = (pattern: string): EventType[] => {
  if (pattern === '*') return eventTypes
  if (pattern.endsWith('.*')) return eventTypes.filter((type) => type.startsWith(pattern.slice(0, -1)))
  return eventTypes.filter((type) => type === pattern)
}

/** The error of a pattern that no type matches. */
export const typesError = (patterns: readonly string[]): string | undefined => {
  const unknown = patterns.find((pattern) => typesOf(pattern).length === 0)
  if (unknown === undefined) return undefined
  return `types has ${JSON.stringify(unknown.slice(0, 60))}: send types such as shift.cancelled, shift.* or *. GET /events/types lists them.`
}

export const mayRead = (access: Access, type: EventType): boolean => {
  const kind = eventKinds.get(type)
  return kind !== undefined && (kind.area === undefined || permits(access, read(kind.area)))
}

/** The areas that patterns name and a token may not read. `*` names none: it is what the token may read. */
export function missingAreas(access: Access, patterns: readonly string[]) {
  const named = patterns.filter((pattern) => pattern !== '*').flatMap(typesOf)
  const missing = named.filter((type) => !mayRead(access, type)).map((type) => eventKinds.get(type)!.area!)
  return [...new Set(missing)]
}

/** The types that match. An event of another type, which a newer version has recorded, is not shown. */
export function matchingTypes(patterns: readonly string[], isWanted = (_: EventType) => true): EventType[] {
  const matching = new Set(patterns.flatMap(typesOf))
  return eventTypes.filter((type) => matching.has(type) && isWanted(type))
}

/** The same for those that a token may read. */
export const readableTypes = (access: Access, patterns: readonly string[] = ['*']) =>
  matchingTypes(patterns, (type) => mayRead(access, type))

/** The record of `client:7`, `shift:a:4411` or `note:general:5`. */
export interface SubjectFilter {
  type: SubjectType
  id: number
  /** Whether `id` is that of an appointment of the shift. */
  isAppointment: boolean
  /** Of a note: notes of two kinds may have the same id. */
  ref: string | null
}

const shape = /^([a-z_]+):(?:([a-z]+):)?([1-9]\d{0,15})$/

export function parseSubject(text: string): SubjectFilter | undefined {
  const [, name, kind, digits] = shape.exec(text) ?? []
  const type = subjectTypes.find((one) => one === name)
  const id = Number(digits)
  if (type === undefined || isSingle(type) || id > maxId) return undefined
  if (type === 'note') {
    return kind === 'general' || kind === 'task' ? { type, id, isAppointment: false, ref: `${kind}:${id}` } : undefined
  }
  const isRef = type === 'shift' && (kind === 'a' || kind === 'g')
  return isRef || kind === undefined ? { type, id, isAppointment: kind === 'a', ref: null } : undefined
}
