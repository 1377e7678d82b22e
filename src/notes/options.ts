import type { NoteRow } from './note.record.ts'

/** The values that notes of a client have, for filters to choose from. */
export interface Options {
  note_type: string[]
  author: string[]
  employee: string[]
  shift_cautions: string[]
}

/** Of each at most so many. */
export const mostOptions = 200

/** The same for notes at hand. */
export function optionsIn(rows: readonly NoteRow[]): Options {
  const values = (of: (row: NoteRow) => (string | null)[]) =>
    [...new Set(rows.flatMap(of))].filter((value) => value !== null).slice(0, mostOptions)
  return {
    note_type: values(({ note_type }) => [note_type]),
    author: values(({ author }) => [author]),
    employee: values(({ employee }) => [employee]),
    shift_cautions: values(({ shift_cautions }) => shift_cautions.flatMap(({ code, text }) => [code, text])),
  }
}

/** In the same order wherever the values come from, and each in one spelling: filters do not regard case. */
export function sorted(values: readonly string[]): string[] {
  const spelled = new Map<string, string>()
  for (const value of [...values].sort()) if (!spelled.has(value.toLowerCase())) spelled.set(value.toLowerCase(), value)
  return [...spelled.keys()].sort().map((key) => spelled.get(key)!)
}
