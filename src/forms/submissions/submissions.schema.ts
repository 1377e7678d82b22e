import { type Static, Type } from 'typebox'
import { mostTogether } from '../../http/contract/record-limits.ts'
import {
  closed,
  dataOf,
  IdParams,
  id,
  oneOf,
  Person,
  pageOf,
  ref,
  text,
  timestamp,
  visibleText,
} from '../../http/contract/schema.ts'
import { dayQuery, pageQuery } from '../../http/responses/paging.ts'
import { unknownName } from '../answers/lead.ts'
import { maxFields } from '../definition/form.schema.ts'
import { formExample } from '../forms/examples.ts'
import { fieldTypes } from '../logic/form.ts'
import { movesText, submissionStatuses } from './moves.ts'
import { maxSubmitterLength, submitterText } from './submitter.ts'

export const submissionTypes = ['form', 'incident', 'prospect'] as const
/** Where a submission can come from. */
export const submissionSources = ['page', 'api', 'import'] as const

const item = {
  id: id(),
  form_id: id('The form that was answered'),
  form: Type.String({ description: 'Its name' }),
  submitter: Type.Optional(Type.String({ description: 'Name of whoever sent it, where it is known' })),
  email: Type.Optional(Type.String({ description: 'Their email address, where it is known' })),
  status: oneOf(submissionStatuses),
  type: oneOf(submissionTypes, { description: 'Whether it reports an incident or made a prospect' }),
  submitted_at: Type.String({
    format: 'local-time',
    description: 'YYYY-MM-DD HH:MM:SS of the organisation’s time zone',
  }),
}
export const FormSubmission = Type.Object(item, { $id: 'FormSubmission', description: 'An answered form, in a list' })
export type FormSubmission = Static<typeof FormSubmission>

const Answer = Type.Object(
  {
    key: Type.String({ description: 'The key of the field' }),
    label: Type.String({ description: 'What was asked, in the words of then' }),
    type: oneOf(fieldTypes),
    value: Type.Unknown({
      description:
        'Text, a number, true or false, or a list of choices, as the type has it; for a client or staff member `{id, name}`, or `{name}` where nobody of the organisation is known by it. A token that may not read clients or staff sees `{name}` as it was sent, and null for somebody who was named by id',
    }),
    step: Type.Optional(Type.String({ description: 'The key of the step; imported answers may have none' })),
  },
  { $id: 'FormAnswer' },
)
const HistoryEntry = Type.Object(
  {
    status: oneOf(submissionStatuses),
    by: Type.Optional(Type.String({ description: 'Name of the connection; left out for the page of the form' })),
    at: timestamp(),
    note: Type.Optional(Type.String()),
  },
  { $id: 'FormSubmissionChange', description: 'A status that a submission came to, or a note on it' },
)
const IncidentFacts = Type.Object(
  {
    severity: Type.Optional(Type.String({ description: 'How bad it was: the answer to `severity_field`' })),
    occurred_at: Type.Optional(Type.String({ description: 'When it happened: the answer to `occurred_field`' })),
    client: Type.Optional(
      Type.Object(
        { id: Type.Optional(id()), name: Type.String() },
        { description: 'Whom it happened to: the answer to `client_field`; without an id where nobody is known by it' },
      ),
    ),
  },
  { $id: 'FormIncidentFacts', description: 'What the answers say about an incident' },
)
export type IncidentFacts = Static<typeof IncidentFacts>
export const FormSubmissionRecord = Type.Object(
  {
    ...item,
    form_version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version of the form that was answered' })),
    answers: Type.Array(ref(Answer), { description: 'In the order of the form; what was not answered is left out' }),
    client: Type.Optional(
      Type.Unsafe<Person>({
        ...ref(Person),
        description: 'Whom it is about; left out for a token that may not read clients',
      }),
    ),
    incident: Type.Optional(ref(IncidentFacts)),
    assignee: Type.Optional(ref(Person)),
    history: Type.Array(ref(HistoryEntry), { description: 'Oldest first' }),
    prospect_id: Type.Optional(id('The prospect it made')),
    note_ref: Type.Optional(Type.String({ description: 'The note it belongs to' })),
    source: oneOf(submissionSources, { description: 'Where it came from' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { $id: 'FormSubmissionRecord', description: 'An answered form' },
)
export type FormSubmissionRecord = Static<typeof FormSubmissionRecord>

export const FormSubmissionCreate = Type.Object(
  {
    answers: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      maxProperties: maxFields,
      description: 'Values by the keys of the fields',
    }),
    submitter: Type.Optional(
      visibleText(maxSubmitterLength, { description: 'Who sends it; found in the answers unless sent' }),
    ),
    email: Type.Optional(
      text(255, { format: 'email', description: 'Their address; found in the answers unless sent' }),
    ),
    note_ref: Type.Optional(
      Type.String({
        pattern: '^(general|task|appointment):[1-9]\\d{0,15}$',
        patternRule: 'must be the ref of a note, such as general:70',
        description: 'The note it belongs to',
      }),
    ),
  },
  { ...closed, $id: 'FormSubmissionCreate' },
)
export type FormSubmissionCreate = Static<typeof FormSubmissionCreate>

export const FormSubmissionPatch = Type.Object(
  {
    status: Type.Optional(oneOf(submissionStatuses)),
    note: Type.Optional(visibleText(2000, { description: 'Goes into the history, with or without a new status' })),
  },
  { ...closed, $id: 'FormSubmissionPatch' },
)
export type FormSubmissionPatch = Static<typeof FormSubmissionPatch>

export const FormLinkCreate = Type.Object(
  {
    client_id: id('The client it is for'),
    expires_in_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 90, default: 14, description: 'How long the link works' }),
    ),
  },
  { ...closed, $id: 'FormLinkCreate' },
)
export type FormLinkCreate = Static<typeof FormLinkCreate>
export const sharedSchemas = [
  ...[
    FormSubmission,
    Answer,
    HistoryEntry,
    IncidentFacts,
    FormSubmissionRecord,
    FormSubmissionCreate,
    FormSubmissionPatch,
    FormLinkCreate,
  ],
]

/** One submission for all examples: it answers the form of the other examples. */
const at = '2026-11-14T22:05:31.402118Z'
export const answersExample = {
  answers: { client: 2001, occurred: '2026-11-15 08:40:00', kind: 'Fall', severity: 'Moderate' },
  submitter: 'Ana Li',
  email: 'ana.li@example.com',
}
export const submissionExample = {
  id: 85,
  form_id: formExample.id,
  form: formExample.name,
  submitter: 'Ana Li',
  email: 'ana.li@example.com',
  status: 'Submitted',
  type: 'incident',
  submitted_at: '2026-11-15 09:05:31',
}
const client = { id: 2001, name: 'Joan Hart' }
export const submissionRecordExample = {
  ...submissionExample,
  form_version: 1,
  answers: [
    { key: 'client', label: 'Who was affected?', type: 'client', value: client, step: 'what' },
    { key: 'occurred', label: 'When was it?', type: 'datetime', value: '2026-11-15 08:40:00', step: 'what' },
    { key: 'kind', label: 'Kind of incident', type: 'select', value: 'Fall', step: 'what' },
    { key: 'severity', label: 'How bad was it?', type: 'radio', value: 'Moderate', step: 'what' },
  ],
  client,
  incident: { severity: 'Moderate', occurred_at: '2026-11-15 08:40:00', client },
  assignee: { id: 101, name: 'Bo Ng' },
  history: [{ status: 'Submitted', by: 'Care app', at }],
  source: 'api',
  created_at: at,
  updated_at: at,
}
export const reviewExample = { status: 'In review', note: 'The family was called.' }
export const reviewedExample = {
  ...submissionRecordExample,
  status: 'In review',
  history: [
    ...submissionRecordExample.history,
    { ...reviewExample, by: 'Care app', at: '2026-11-15T01:00:12.000412Z' },
  ],
  updated_at: '2026-11-15T01:00:12.000412Z',
}

export const listSubmissions = {
  operationId: 'listFormSubmissions',
  summary: 'List form submissions',
  description:
    'A page of answered forms, newest first. Filters that are sent together must all match. The answers are in GET /form-submissions/{id}.',
  tags: ['Forms'],
  querystring: Type.Object({
    form_id: Type.Optional(id('Only submissions of this form')),
    status: Type.Optional(
      text(100, {
        minLength: 1,
        description: `Only those of this status, the whole of it, without regard to case: ${submissionStatuses.join(', ')}`,
      }),
    ),
    type: Type.Optional(oneOf(submissionTypes, { description: 'Only forms, incidents or prospects' })),
    submitter: Type.Optional(
      text(255, {
        minLength: 1,
        description: 'Only those whose submitter has this in the name or email address, without regard to case',
      }),
    ),
    ...dayQuery('submissions'),
    ...pageQuery(50, 25),
  }),
  returns: 'One page of submissions, newest first, without their answers.',
  response: { 200: pageOf(ref(FormSubmission)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'to look at', query: { status: 'submitted', submitter: 'ana', from: '2026-01-01' } },
      { name: 'of a form', query: { form_id: 1, per_page: 2 } },
    ],
    answer: {
      data: [submissionExample],
      meta: { page: 1, per_page: 25, total: 1, last_page: 1 },
    },
  },
}

/** What can be done with answered forms, as the specification shows it. */
const tags = ['Forms']
const params = IdParams

/** An answer of every type that a field can have. */
const everyAnswer = {
  ...{ text: 'ab12', textarea: 'Two falls this week.', number: 5, email: 'ana.li@example.com', phone: '0491 570 156' },
  ...{ date: '2026-11-15', time: '09:15', datetime: '2026-11-15 09:15:00', yes_no: true, rating: 3 },
  ...{ select: 'Low', radio: 'Low', multiselect: ['Low'], checklist: ['Low'] },
  ...{ address: '1 Gum St, Ryde NSW 2112', staff: 101 },
}

export const createSubmission = {
  operationId: 'createFormSubmission',
  summary: 'Answer a form',
  description: `Does what sending the page of a published form does. Answers are held against the version that is published now: an unknown key, a missing or a wrong answer is a 422 under \`answers.<key>\`, and answers to what the other answers leave unasked are dropped and listed in \`ignored\`. A form that is off or past its closing time is a 422.

Text is kept without blanks around it. Dates are YYYY-MM-DD, times HH:MM, both together YYYY-MM-DD HH:MM:SS. A client or staff member is an id of the organisation, or a name; a name that exactly one active person has is taken for that person. Where the form fills fields in from a client's record and the client is sent as an id, fields without an answer are filled in.

${submitterText} The assignee is the one that the form's settings name, otherwise the organisation's owner. A form set up for prospects also makes a prospect: a stage that is gone becomes New, what is too long is cut, what does not fit a field is left out, and a name that is missing is ${unknownName}.`,
  tags,
  params,
  body: ref(FormSubmissionCreate),
  returns: 'The created submission, and the keys of answers that were ignored.',
  response: {
    201: Type.Object({
      created: id('The new submission’s id'),
      data: ref(FormSubmissionRecord),
      ignored: Type.Optional(
        Type.Array(Type.String(), { description: 'Keys of answers that were dropped, if there are any' }),
      ),
    }),
  },
  examples: {
    requests: [
      { name: 'incident', path: { id: 1 }, body: answersExample },
      {
        name: 'about a note',
        path: { id: 2 },
        body: { answers: { client: 2001, staff: 101 }, note_ref: 'general:70' },
      },
      { name: 'every type of field', path: { id: 5 }, body: { answers: everyAnswer } },
    ],
    answer: { created: submissionRecordExample.id, data: submissionRecordExample },
  },
}
export const getSubmission = {
  operationId: 'getFormSubmission',
  summary: 'Get an answered form',
  description:
    'One submission with its answers, in the words that the form had when it was answered, and its history. Of a form set up for incidents `incident` says in short what the answers tell: how bad it was, when, and whom it happened to.',
  tags,
  params,
  returns: 'The submission with its answers and its history.',
  response: { 200: dataOf(ref(FormSubmissionRecord)) },
  examples: { requests: [{ path: { id: 85 } }], answer: { data: submissionRecordExample } },
}
export const updateSubmission = {
  operationId: 'updateFormSubmission',
  summary: 'Move a submission on',
  description: `Changes the status, and adds a line to the history with the note if one is sent; a note alone adds a line too. A status can go: ${movesText}. Another move is a 422 that says which ones are allowed. The notes of one history have at most ${mostTogether}.`,
  tags,
  params,
  body: ref(FormSubmissionPatch),
  returns: 'The submission after the change.',
  response: { 200: Type.Object({ updated: id('The submission’s id'), data: ref(FormSubmissionRecord) }) },
  examples: {
    requests: [{ path: { id: 86 }, body: reviewExample }],
    answer: { updated: 86, data: { ...reviewedExample, id: 86 } },
  },
}
export const createLink = {
  operationId: 'createFormLink',
  summary: 'Make a link to a form for one client',
  description:
    'A link to the page of a published form that fills fields in from a client’s record (`client_prefill`). Opened by it, the page names the client and has those fields filled in, and what is sent is about that client. It works for 14 days unless told otherwise, and for whoever has it: send it to nobody but the client or those who act for them.',
  tags,
  params,
  body: ref(FormLinkCreate),
  returns: 'The link, and when it expires.',
  response: {
    201: Type.Object({ url: Type.String({ description: 'The address of the page' }), expires_at: timestamp() }),
  },
  examples: {
    requests: [{ path: { id: 2 }, body: { client_id: 2001, expires_in_days: 14 } }],
    answer: {
      url: 'https://care.example.org/f/acme-care/3f0a4c1be2d94b7a?for=k0C4xM1nTn8cW3Zr2mZp5VsiWzcsMTc5NjMwNTA0MV0',
      expires_at: '2026-11-29T12:30:41.000000Z',
    },
  },
}
