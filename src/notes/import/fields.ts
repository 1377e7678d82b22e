import { type TProperties, Type } from 'typebox'
import { instant } from '../../bundle/fields.ts'
import type { AddProblem } from '../../bundle/section.ts'
import { closed, id, largestId, nullable, oneOf, text, visibleText } from '../../http/contract/schema.ts'
import { longestNote, sources } from '../notes/notes.schema.ts'
import { type Kind, kinds } from '../notes/record.ts'
import { checkKeys } from './note-templates.bundle.ts'

/** A note as a row of the bundle. */
export const idOrNull = () => Type.Optional(nullable(id()))
const textOrNull = (maxLength: number) => Type.Optional(nullable(text(maxLength)))
const noteType = () => Type.Optional(visibleText(100, { default: 'General' }))
const date = () => Type.String({ format: 'date' })
const list = (fields: TProperties, maxItems: number, options: object = { default: [] }) =>
  Type.Optional(Type.Array(Type.Object(fields, closed), { maxItems, ...options }))

const answers = () => list({ key: visibleText(100), label: Type.Optional(text(255)), value: Type.Unknown() }, 200)

/** What notes of every kind have, in the order of the format. */
export const fieldsOf = (kind: Kind, client: TProperties[string]) => ({
  kind: Type.Optional(oneOf(Object.values(kinds), { default: kind })),
  client_id: client,
  title: textOrNull(255),
  note_type: noteType(),
  notes: visibleText(longestNote),
  date: Type.Optional(nullable(date())),
  author_id: idOrNull(),
  source: Type.Optional(oneOf(sources, { default: 'import' })),
  attachments: list(
    {
      id: id(),
      name: visibleText(255),
      content_type: Type.Optional(visibleText(255)),
      size: Type.Optional(Type.Integer({ minimum: 0, maximum: largestId })),
    },
    50,
  ),
  answers: answers(),
  shift_cautions: list({ code: visibleText(100), text: visibleText(255) }, 50),
})

export const template = Type.Optional(nullable(Type.Object({ id: id(), name: visibleText(255) }, closed)))
export const author = Type.Optional(nullable(visibleText(255)))
/** What the note was before each of its edits, oldest first. One that leaves this out keeps what it has. */
export const revisions = list(
  {
    title: textOrNull(255),
    note_type: noteType(),
    notes: visibleText(longestNote),
    date: date(),
    answers: answers(),
    template_id: idOrNull(),
    replaced_by: textOrNull(255),
    replaced_at: Type.Optional(instant()),
  },
  40_000,
  {},
)

interface Answered {
  answers: { key: string; label?: string }[]
}
interface NoteRow extends Answered {
  author_id?: number | null
  author?: string | null
  revisions?: Answered[]
}

/** What must hold between the fields of a note. An answer without a label is called by its key. */
export function checkNote(note: NoteRow, problem: AddProblem): void {
  const { author_id, author, revisions = [] } = note
  if (author && author_id) problem(['author'], 'is only supported without an author_id.')
  for (const [at, said] of [
    [[], note] as const,
    ...revisions.map((one, place) => [['revisions', place], one] as const),
  ]) {
    checkKeys(said.answers, 'answers', 'answered', (place, message) => problem([...at, ...place], message))
    for (const answer of said.answers) answer.label ??= answer.key
  }
}
