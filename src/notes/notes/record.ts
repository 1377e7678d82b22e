import { notFound } from '../../http/contract/errors.ts'
import { maxId } from '../../http/contract/schema.ts'
import type { Note } from './notes.schema.ts'

/** Kinds of notes, by their number in the key of a client's stream. */
export const kinds = { 1: 'General', 2: 'Task', 3: 'Appointment' } as const
export type Kind = (typeof kinds)[keyof typeof kinds]

/** The columns of a note's record. */
export interface NoteRow {
  kind: keyof typeof kinds
  id: number
  title: string | null
  note_type: string
  notes: string
  date: string
  author_id: number | null
  author: string | null
  employee_id: number | null
  employee: string | null
  source: Note['source']
  attachments: Note['attachments']
  template_id: number | null
  template: string | null
  answers: Note['answers']
  /** Null for none. */
  submissions: Note['submissions'] | null
  shift_cautions: Note['shift_cautions']
  task_id: number | null
  task: string | null
  shift: string | null
  created_at: string
  updated_at: string
}

/** Missing fields are undefined, which JSON leaves out: object spreads took a quarter of a page's time. */
export function noteRecord(row: NoteRow): Note {
  const kind = kinds[row.kind]
  const record: { [Field in keyof Note]: Note[Field] | undefined } = {
    ref: `${kind.toLowerCase()}:${row.id}`,
    id: row.id,
    kind,
    title: row.title,
    note_type: row.note_type,
    notes: row.notes,
    date: row.date,
    author: row.author === null ? null : { id: row.author_id, name: row.author },
    employee: row.employee_id === null ? undefined : { id: row.employee_id, name: row.employee! },
    source: row.source,
    attachments: row.attachments,
    template: row.template_id === null ? undefined : { id: row.template_id, name: row.template! },
    answers: row.answers,
    submissions: row.submissions ?? [],
    shift_cautions: row.shift_cautions,
    task: row.task_id === null ? undefined : { id: row.task_id, title: row.task! },
    shift: row.shift === null ? undefined : { ref: row.shift },
    can_edit: kind !== 'Appointment',
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
  return record as Note
}

const numbers = Object.fromEntries(Object.entries(kinds).map(([number, kind]) => [kind.toLowerCase(), Number(number)]))

/** Parses a ref such as `task:12`, whose form the schema has validated, into the number of its kind and its id. */
export function parseRef(ref: string): { kind: keyof typeof kinds; id: number } {
  const [kind, id] = ref.split(':') as [string, string]
  if (Number(id) > maxId) throw notFound('Note')
  return { kind: numbers[kind] as keyof typeof kinds, id: Number(id) }
}
