import { type Static, Type } from 'typebox'
import { noteLimitText } from '../../http/contract/record-limits.ts'
import {
  closed,
  dataOf,
  id,
  nullable,
  oneOf,
  open,
  Person,
  ref,
  text,
  timestamp,
  visibleText,
  words,
} from '../../http/contract/schema.ts'
import { dayQuery, updatedSince } from '../../http/responses/paging.ts'
import { Filters, operatorsFor } from '../search/filters.ts'

/** In characters. */
export const maxNoteLength = 20_000

export const sources = ['web', 'app', 'api', 'import'] as const

export const Attachment = Type.Object(
  {
    id: id(),
    name: Type.String(words),
    content_type: Type.Optional(Type.String(words)),
    size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes' })),
  },
  { $id: 'NoteAttachment', description: 'The name of a file of a note. The file itself is stored elsewhere.' },
)
export const Answer = Type.Object(
  { key: Type.String(), label: Type.String(words), value: Type.Unknown({ description: 'Any JSON', ...words }) },
  { $id: 'NoteAnswer', description: 'An answer to a question of a note’s template' },
)
const Submission = Type.Object({
  id: id(),
  form_id: id(),
  form: Type.String(words),
  status: Type.String(),
  submitted_at: Type.String(),
})
export const Caution = Type.Object({ code: Type.String(words), text: Type.String(words) })

export const Note = Type.Object(
  {
    ref: Type.String({ description: '`general:<id>`, `task:<id>` or `appointment:<id>`' }),
    id: id('Unique among the notes of its kind'),
    kind: oneOf(['General', 'Task', 'Appointment']),
    title: nullable(Type.String(words)),
    note_type: Type.String(words),
    notes: Type.String({ description: 'The text', ...words }),
    date: Type.String({ format: 'date', description: 'The day that the note is about' }),
    author: nullable(
      Type.Object({
        id: nullable(id('Id of a staff member; null if a connection created the note')),
        name: Type.String({ description: 'Name of the staff member or the connection' }),
      }),
    ),
    employee: Type.Optional(ref(Person)),
    source: oneOf(sources, open),
    attachments: Type.Array(ref(Attachment)),
    template: Type.Optional(Type.Object({ id: id(), name: Type.String() })),
    answers: Type.Array(ref(Answer)),
    submissions: Type.Array(Submission, { description: 'Form submissions that belong to the note' }),
    shift_cautions: Type.Array(Caution),
    task: Type.Optional(Type.Object({ id: id(), title: Type.String(words) })),
    shift: Type.Optional(Type.Object({ ref: Type.String() })),
    can_edit: Type.Boolean({ description: 'Whether PATCH /notes/{ref} can update the note' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { $id: 'Note', description: 'A note of a client: general, of a task, or of a shift' },
)
export type Note = Static<typeof Note>

export const NoteOfClients = Type.Object(
  {
    ...Note.properties,
    clients: Type.Array(ref(Person), {
      description: 'The clients in whose notes it is. A note of a group or site shift can have several.',
    }),
  },
  { $id: 'NoteOfClients', description: 'A note with its clients' },
)

const pageSize = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Notes per page, 1 to 100' }),
)
const cursor = (sentWith: string) =>
  Type.Optional(text(600, { minLength: 1, description: `\`next_cursor\` of the previous page, with ${sentWith}` }))

export const AllNotesQuery = Type.Object({
  updated_since: updatedSince('notes'),
  limit: pageSize,
  cursor: cursor('the same updated_since'),
})
export type AllNotesQuery = Static<typeof AllNotesQuery>

export const NotesQuery = Type.Object({
  search: Type.Optional(
    text(200, {
      // The search treats characters such as ½ and µ as signs, so they are no words.
      pattern: '(?![\\u0080-\\u00bf\\u2000-\\u206f\\u3000-\\u303f])[\\p{L}\\p{N}]',
      patternRule: 'must have at least one letter or digit',
      description:
        'Words, case-insensitive. Each must be the beginning of a word of the note, its title, its type or its author’s name.',
    }),
  ),
  filters: Type.Optional(Filters),
  ...dayQuery('notes'),
  limit: pageSize,
  cursor: cursor('the same search, filters and days'),
})
export type NotesQuery = Static<typeof NotesQuery>

const answer = Type.Object(
  {
    key: visibleText(100),
    label: Type.Optional(
      text(255, {
        description:
          'Ignored if the template has a question with this key, whose label is used. The default is the key.',
      }),
    ),
    value: Type.Unknown({ description: 'Any JSON' }),
  },
  closed,
)
const optionalFields = {
  title: nullable(visibleText(255)),
  note_type: visibleText(100),
  date: Type.String({ format: 'date' }),
  template_id: nullable(id('Id of a template; GET /note-templates lists them')),
  answers: Type.Array(answer, { maxItems: 200 }),
}
export const NoteCreate = Type.Object(
  {
    notes: visibleText(maxNoteLength),
    ...Type.Partial(Type.Object(optionalFields)).properties,
    note_type: Type.Optional(visibleText(100, { default: 'General' })),
    date: Type.Optional(Type.String({ format: 'date', description: 'Today by default' })),
  },
  { ...closed, $id: 'NoteCreate' },
)
export const NotePatch = Type.Partial(Type.Object({ notes: visibleText(maxNoteLength), ...optionalFields }), {
  ...closed,
  $id: 'NotePatch',
})
export type NoteCreate = Static<typeof NoteCreate>
export type NotePatch = Static<typeof NotePatch>

export const ClientParams = Type.Object({ client_id: id('The client’s id') })
/** An invalid ref is rejected with 404, like an unknown one. */
export const RefParams = Type.Object({
  ref: Type.String({
    pattern: '^(general|task|appointment):[1-9]\\d{0,15}$',
    description: 'A note’s ref, such as general:70',
  }),
})

export const noteExample = {
  ref: 'general:70',
  id: 70,
  kind: 'General',
  title: 'Call with William',
  note_type: 'Phone call',
  notes: 'William is well and asked for a later start on Tuesday.',
  date: '2026-11-02',
  author: { id: null, name: 'Care app' },
  source: 'api',
  attachments: [],
  answers: [],
  submissions: [],
  shift_cautions: [],
  can_edit: true,
  created_at: '2026-11-02T03:15:04.281934Z',
  updated_at: '2026-11-02T03:15:04.281934Z',
} as const

export const appointmentNoteExample = {
  ...noteExample,
  ref: 'appointment:912',
  id: 912,
  kind: 'Appointment',
  title: null,
  note_type: 'General',
  notes: 'Walked to the park and back. Good appetite at lunch.',
  date: '2026-11-01',
  author: { id: 101, name: 'Jack Doyle' },
  employee: { id: 101, name: 'Jack Doyle' },
  source: 'app',
  shift_cautions: [{ code: 'falls', text: 'Falls risk: stay within reach on stairs' }],
  shift: { ref: 'a:801' },
  can_edit: false,
} as const

const tags = ['Client notes']
const one = dataOf(ref(Note))
const strings = (description: string) => Type.Array(Type.String(), { description })
const flags = Type.Array(Type.Boolean())
const byTemplate = { template_id: 1, answers: [{ key: 'mood', value: 'Bright' }] }

const FilterOptions = Type.Object(
  {
    author: strings('Names of the authors of this client’s notes'),
    source: strings('Sources of notes'),
    note_type: Type.Array(Type.String(words), { description: 'Types of this client’s notes' }),
    shift_cautions: Type.Array(Type.String(words), { description: 'Codes and texts of shift cautions' }),
    employee: strings('Names of employees'),
    has_attachments: flags,
    has_template: flags,
    operators: Type.Record(Type.String(), Type.Array(Type.String()), { description: 'The operators of each field' }),
  },
  { description: 'Values for filters, at most 200 for each field. On the first page only.' },
)

export const listNotes = {
  operationId: 'listClientNotes',
  sdk: 'clients.listNotes',
  summary: 'List, search and filter a client’s notes',
  description:
    'Lists general notes, notes of the client’s tasks and notes of the client’s shifts together, newest first: by date, then by id. ' +
    'Follow `next_cursor` until it is omitted. Notes that are created, edited or moved meanwhile never cause another note to ' +
    'be repeated or skipped. `total` counts all matches. A page has `limit` notes, or fewer if they have more than 1 MB together.\n\n' +
    'Filters are combined from left to right, `and` before `or`. Text fields (`author`, `source`, `keyword` for title and text, ' +
    '`note_type`, `attachments`, `shift_cautions`, `employee`) take ' +
    `${operatorsFor('keyword').join(', ')}; \`date\` takes ${operatorsFor('date').join(', ')}; ` +
    '`has_attachments` and `has_template` take is with true or false.',
  tags,
  params: ClientParams,
  querystring: NotesQuery,
  returns: 'The notes of the page, newest first.',
  response: {
    200: Type.Object({
      client: Type.Object({ id: id(), name: Type.String() }),
      total: Type.Integer({ description: 'Number of matching notes on all pages' }),
      next_cursor: Type.Optional(Type.String({ description: 'Cursor of the next page. Omitted on the last page.' })),
      notes: Type.Array(ref(Note)),
      filter_options: Type.Optional(FilterOptions),
    }),
  },
  examples: {
    requests: [
      { name: 'all', path: { client_id: 2001 } },
      {
        name: 'search',
        path: { client_id: 2001 },
        query: { search: 'well', from: '2026-01-01', to: '2026-12-31', limit: 2 },
      },
      {
        name: 'filters',
        path: { client_id: 2001 },
        query: {
          filters: [
            { field: 'author', operator: 'contains', value: 'ana' },
            { field: 'has_attachments', operator: 'is', value: true, combinator: 'or' },
          ],
        },
      },
    ],
    response: {
      client: { id: 2001, name: 'William Doyle' },
      total: 2,
      notes: [noteExample, appointmentNoteExample],
      filter_options: {
        author: ['Jack Doyle', 'Care app'],
        source: ['web', 'app', 'api', 'import'],
        note_type: ['General', 'Phone call'],
        shift_cautions: ['falls', 'Falls risk: stay within reach on stairs'],
        employee: ['Jack Doyle'],
        has_attachments: [true, false],
        has_template: [true, false],
        operators: { date: [...operatorsFor('date')], has_template: [...operatorsFor('has_template')] },
      },
    },
  },
}

export const listAllNotes = {
  operationId: 'listNotes',
  sdk: 'notes.list',
  summary: 'List the notes of all clients',
  description:
    'Lists the notes that GET /clients/{client_id}/notes has, for all clients: general notes, notes of tasks and notes of shifts. ' +
    'They are in the order of their last change, each with its clients. A note has also changed when its task or shift gets other clients. ' +
    'Ids repeat across kinds: a note is known by its `ref`. Follow `next_cursor` until it is null. A note that changes meanwhile ' +
    'comes again at the end, and causes no other note to be repeated or skipped. A page has `limit` notes, or fewer if they have more than 1 MB ' +
    'together or many others belong to no client: read on until `next_cursor` is null.',
  tags,
  querystring: AllNotesQuery,
  returns: 'The notes of the page, in the order of their last change.',
  response: {
    200: Type.Object({
      data: Type.Array(ref(NoteOfClients)),
      meta: Type.Object({
        next_cursor: nullable(Type.String({ description: 'Cursor of the next page. Null on the last page.' })),
      }),
    }),
  },
  examples: {
    requests: [{ name: 'all' }, { name: 'what changed', query: { updated_since: '2026-01-01', limit: 2 } }],
    response: {
      data: [{ ...noteExample, clients: [{ id: 2001, name: 'William Doyle' }] }],
      meta: { next_cursor: null },
    },
  },
}

export const createNote = {
  operationId: 'createClientNote',
  sdk: 'clients.addNote',
  summary: 'Create a note about a client',
  description:
    'Creates a general note. Its author is the calling connection and its source is api. By default its type is General and its date is today in the organisation’s timezone.',
  tags,
  params: ClientParams,
  body: ref(NoteCreate),
  returns: 'The created note of the client.',
  response: { 201: one },
  examples: {
    requests: [
      {
        name: 'plain',
        path: { client_id: 2001 },
        body: { notes: noteExample.notes, title: noteExample.title, note_type: noteExample.note_type },
      },
      { name: 'by a template', path: { client_id: 2001 }, body: { notes: 'William was well.', ...byTemplate } },
    ],
    response: { data: noteExample },
  },
}

export const getNote = {
  operationId: 'getNote',
  sdk: 'notes.get',
  summary: 'Get a note',
  description: 'Returns a note by its ref, including a note of a task without a client.',
  tags,
  params: RefParams,
  returns: 'The note.',
  response: { 200: one },
  examples: {
    requests: [
      { name: 'general', path: { ref: 'general:70' } },
      { name: 'of a task', path: { ref: 'task:70' } },
      { name: 'of a shift', path: { ref: 'appointment:70' } },
    ],
    response: { data: noteExample },
  },
}

export const updateNote = {
  operationId: 'updateNote',
  sdk: 'notes.update',
  summary: 'Update a note',
  description:
    'Updates only the fields in the body, and stores the earlier state as a revision if a value changes. ' +
    `A note of a shift is rejected with 422: edit it on the shift. The notes of one task have at most ${noteLimitText}.`,
  tags,
  params: RefParams,
  body: ref(NotePatch),
  returns: 'The updated note.',
  response: { 200: one },
  examples: {
    requests: [
      {
        name: 'general',
        path: { ref: 'general:72' },
        body: { notes: 'William is well and asked for a later start on Tuesdays.' },
      },
      { name: 'by a template', path: { ref: 'general:72' }, body: byTemplate },
      { name: 'of a task', path: { ref: 'task:70' }, body: { notes: 'Call in the morning.' } },
    ],
    response: {
      data: {
        ...noteExample,
        ref: 'general:72',
        id: 72,
        notes: 'William is well and asked for a later start on Tuesdays.',
      },
    },
  },
}

const NoteRevision = Type.Object({
  revision: Type.Integer({ description: 'From 1, the first version' }),
  title: nullable(Type.String(words)),
  note_type: Type.String(words),
  notes: Type.String(words),
  date: Type.String({ format: 'date' }),
  template: Type.Optional(Type.Object({ id: id(), name: Type.String() })),
  answers: Type.Array(ref(Answer)),
  replaced_by: nullable(Type.String({ description: 'The connection whose edit replaced it' })),
  replaced_at: timestamp(),
})

export const listRevisions = {
  operationId: 'listNoteRevisions',
  sdk: 'notes.listRevisions',
  summary: 'List the revisions of a note',
  description: 'Lists the earlier versions of a note, oldest first. A note that was never edited has none.',
  tags,
  params: RefParams,
  returns: 'The earlier versions of the note, oldest first.',
  response: { 200: dataOf(Type.Array(NoteRevision)) },
  examples: {
    requests: [{ path: { ref: 'general:70' } }],
    response: {
      data: [
        {
          revision: 1,
          title: 'Call with William',
          note_type: 'Phone call',
          notes: 'William is well.',
          date: '2026-11-02',
          answers: [],
          replaced_by: 'Care app',
          replaced_at: '2026-11-02T03:20:00.104220Z',
        },
      ],
    },
  },
}
