import { localTimeText } from '../../db/local-time.ts'
import { type Queryable, statement } from '../../db/statement.ts'
import type { Note } from '../notes/notes.schema.ts'
import { kinds, type NoteRow } from '../notes/record.ts'

type Submission = Note['submissions'][number]
type NoteSubmission = Submission & Pick<NoteRow, 'kind'> & { note_id: number }

/** The column of a submission that names a note, by the kind of note. */
const columns = { 1: 'note_id', 2: 'task_note_id', 3: 'shift_note_id' } as const

/** Whether any note of the organisation has a submission. `order by` makes PostgreSQL use the index instead of the table. */
export const hasTied = Object.values(columns)
  .map(
    (column) =>
      `(select ${column} from form_submission where org_id = $1 and ${column} is not null order by ${column} limit 1) is not null`,
  )
  .join(' or ')

const findSubmissions = statement<[orgId: number, timezone: string, ...ids: number[][]], NoteSubmission>(
  'notes.submissions',
  `select kind, note_id, f.id, form_id, (select name from form where org_id = $1 and id = f.form_id) as form, status,
     ${localTimeText('submitted_at', '$2::text')} as submitted_at
   from (${Object.entries(columns)
     .map(
       ([kind, column], n) => `
     select ${kind} as kind, ${column} as note_id, id, form_id, status, submitted_at
     from form_submission where org_id = $1 and ${column} = any ($${3 + n}::bigint[])`,
     )
     .join(' union all ')}) f
   order by f.id`,
)

/** Adds its submissions to each note. Only organisations whose notes have submissions need this read. */
export async function addSubmissions(db: Queryable, orgId: number, timezone: string, notes: NoteRow[]): Promise<void> {
  const ids = Object.keys(kinds).map((kind) => notes.filter((note) => note.kind === Number(kind)).map(({ id }) => id))
  const all = await findSubmissions.rows(db, orgId, timezone, ...ids)
  for (const note of notes) {
    const own = all.filter(({ kind, note_id }) => kind === note.kind && note_id === note.id)
    note.submissions = own.map(({ kind: _, note_id: __, ...submission }) => submission)
  }
}
