import type { FieldType } from '../logic/form.ts'

/** An answer as it is kept: it says by itself what was asked, so that it can be read whatever becomes of the form. */
export interface StoredAnswer {
  key: string
  label: string
  type: FieldType
  value: unknown
  step: string
}

/** Somebody that an answer names: with an id where the organisation knows who it is. */
export interface StoredPerson {
  id?: number
  name: string
  /** The name as it was sent, where a name was sent and not an id. `name` is then that of the record. */
  sent?: string
}

/** An answer as text, for what takes nothing else: a name, a comment. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object' || value === null) return String(value)
  // The text goes to places that show it to tokens of other areas, so it must not have the spelling of the record.
  const { name, sent = name } = value as StoredPerson
  return sent
}

/** At most so many characters. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join('').trim()
