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

/** The same for all the notes that there are, newest first. Each once, as the oldest has it, because filters do not regard case. */
export function optionsIn(rows: readonly NoteRow[]): Options {
  const values = (of: (row: NoteRow) => (string | null)[]) => {
    const spelled = rows.flatMap(of).filter((value) => value !== null)
    return [...new Map(spelled.map((value) => [value.toLowerCase(), value])).values()].slice(0, mostOptions)
  }
  return {
    note_type: values(({ note_type }) => [note_type]),
    author: values(({ author }) => [author]),
    employee: values(({ employee }) => [employee]),
    shift_cautions: values(({ shift_cautions }) => shift_cautions.flatMap(({ code, text }) => [code, text])),
  }
}

/** In the same order wherever they come from. */
export const sorted = (values: readonly string[]): string[] =>
  [...values].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
