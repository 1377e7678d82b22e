import type { NoteRow } from '../notes/record.ts'

/** The values that notes of a client have, for filters to choose from. */
export interface Options {
  note_type: string[]
  author: string[]
  employee: string[]
  shift_cautions: string[]
}

/** Of each at most so many. */
export const mostOptions = 200

/** The same for all the notes that there are, newest first. Each once, as the oldest has it, because filters do not regard case. */
export function optionsIn(rows: readonly NoteRow[]): Options {
  const values = (spelled: Iterable<string | null>) => {
    const found = new Map<string, string>()
    for (const value of spelled) if (value !== null) found.set(value.toLowerCase(), value)
    return [...found.values()].slice(0, mostOptions)
  }
  return {
    note_type: values(rows.map(({ note_type }) => note_type)),
    author: values(rows.map(({ author }) => author)),
    employee: values(rows.map(({ employee }) => employee)),
    shift_cautions: values(
      rows.flatMap(({ shift_cautions }) => shift_cautions.flatMap(({ code, text }) => [code, text])),
    ),
  }
}

/** In the same order wherever they come from. */
export const sorted = (values: readonly string[]): string[] =>
  [...values].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
