import type { FieldType } from '../logic/form.ts'

/** An answer as stored. It has the field's label, so that it stays readable after the form changes. */
export interface StoredAnswer {
  key: string
  label: string
  type: FieldType
  value: unknown
  step: string
}

/** A person that an answer names. `id` is set if exactly one record of the organisation matches. */
export interface StoredPerson {
  id?: number
  name: string
  /** The name as submitted, unless an id was submitted. `name` is then the name of the record. */
  sent?: string
}

/** An answer as text, for example for a name or a comment. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object' || value === null) return String(value)
  // Tokens of other areas can read this text, so it must not reveal the spelling of the record.
  const { name, sent = name } = value as StoredPerson
  return sent
}

/** The text, cut to at max `max` characters. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : [...text].slice(0, max).join('').trim()
