import { type Static, Type } from 'typebox'
import { closed, id, nullable, oneOf, Person, ref, text, timestamp, visibleText } from '../../http/contract/schema.ts'
import { dayQuery } from '../../http/responses/paging.ts'
import { Filters } from '../search/filters.ts'

/** Characters of a note. */
export const longestNote = 20_000

export const sources = ['web', 'app', 'api', 'import'] as const

export const Attachment = Type.Object(
  {
    id: id(),
    name: Type.String(),
    content_type: Type.Optional(Type.String()),
    size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes' })),
  },
  { $id: 'NoteAttachment', description: 'A file of a note; the file itself is kept elsewhere' },
)
export const Answer = Type.Object(
  { key: Type.String(), label: Type.String(), value: Type.Unknown({ description: 'Any JSON' }) },
  { $id: 'NoteAnswer', description: 'An answer to a question of a note’s template' },
)
const Submission = Type.Object({
  id: id(),
  form_id: id(),
  form: Type.String(),
  status: Type.String(),
  submitted_at: Type.String(),
})
export const Caution = Type.Object({ code: Type.String(), text: Type.String() })

export const Note = Type.Object(
  {
    ref: Type.String({ description: '`general:<id>`, `task:<id>` or `appointment:<id>`' }),
    id: id('Unique among the notes of its kind'),
    kind: oneOf(['General', 'Task', 'Appointment']),
    title: nullable(Type.String()),
    note_type: Type.String(),
    notes: Type.String({ description: 'The text' }),
    date: Type.String({ format: 'date', description: 'The day it is about' }),
    author: nullable(
      Type.Object({
        id: nullable(id('Id of a staff member; null when a connection wrote it')),
        name: Type.String({ description: 'Name of the staff member or of the connection' }),
      }),
    ),
    employee: Type.Optional(ref(Person)),
    source: oneOf(sources),
    attachments: Type.Array(ref(Attachment)),
    template: Type.Optional(Type.Object({ id: id(), name: Type.String() })),
    answers: Type.Array(ref(Answer)),
    submissions: Type.Array(Submission, { description: 'Form submissions that belong to the note' }),
    shift_cautions: Type.Array(Caution),
    task: Type.Optional(Type.Object({ id: id(), title: Type.String() })),
    shift: Type.Optional(Type.Object({ ref: Type.String() })),
    can_edit: Type.Boolean({ description: 'Whether PATCH /notes/{ref} may change it' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { $id: 'Note', description: 'A note of a client: general, of a task, or of a shift' },
)
export type Note = Static<typeof Note>

export const NotesQuery = Type.Object({
  search: Type.Optional(
    text(200, {
      // Letters that are signs to a search, such as ½ and µ, make no word.
      pattern: '(?![\\u0080-\\u00bf\\u2000-\\u206f\\u3000-\\u303f])[\\p{L}\\p{N}]',
      patternRule: 'must have at least one letter or digit',
      description:
        'Words without regard to case: each must begin a word of the note, its title, its type or its author’s name',
    }),
  ),
  filters: Type.Optional(Filters),
  ...dayQuery('notes'),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Notes on a page, 1 to 100' }),
  ),
  cursor: Type.Optional(
    text(600, {
      minLength: 1,
      description: '`next_cursor` of the page before, with the same search, filters and days',
    }),
  ),
})
export type NotesQuery = Static<typeof NotesQuery>

const answer = Type.Object(
  {
    key: visibleText(100),
    label: Type.Optional(
      text(255, { description: 'That of the template’s question where it has one; otherwise this, or the key' }),
    ),
    value: Type.Unknown({ description: 'Any JSON' }),
  },
  closed,
)
const written = {
  title: nullable(visibleText(255)),
  note_type: visibleText(100),
  date: Type.String({ format: 'date' }),
  template_id: nullable(id('Id of a template; GET /note-templates lists them')),
  answers: Type.Array(answer, { maxItems: 200 }),
}
export const NoteCreate = Type.Object(
  {
    notes: visibleText(longestNote),
    ...Type.Partial(Type.Object(written)).properties,
    note_type: Type.Optional(visibleText(100, { default: 'General' })),
    date: Type.Optional(Type.String({ format: 'date', description: 'Today unless sent' })),
  },
  { ...closed, $id: 'NoteCreate' },
)
export const NotePatch = Type.Partial(Type.Object({ notes: visibleText(longestNote), ...written }), {
  ...closed,
  $id: 'NotePatch',
})
export type NoteCreate = Static<typeof NoteCreate>
export type NotePatch = Static<typeof NotePatch>

export const ClientParams = Type.Object({ client_id: id('The client’s id') })
/** A ref that is none is a 404 like one that leads nowhere. */
export const RefParams = Type.Object({
  ref: Type.String({
    pattern: '^(general|task|appointment):[1-9]\\d{0,15}$',
    description: 'A note’s ref, such as general:70',
  }),
})
