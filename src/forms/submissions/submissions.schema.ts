import { type Static, Type } from 'typebox'
import { noteLimitText } from '../../http/contract/record-limits.ts'
import {
  closed,
  dataOf,
  IdParams,
  id,
  listOf,
  oneOf,
  open,
  Person,
  ref,
  text,
  timestamp,
  visibleText,
  words,
  wordsFromOutside,
} from '../../http/contract/schema.ts'
import { afterId, dayQuery, formatQuery, idsQuery, pageQuery, updatedSince } from '../../http/responses/paging.ts'
import { unknownName } from '../answers/lead.ts'
import { maxSubmitterLength, submitterText } from '../answers/submitter.ts'
import { maxFields } from '../definition/form.schema.ts'
import { formExample } from '../forms/examples.ts'
import { fieldTypes } from '../logic/form.ts'
import { movesText, submissionStatuses } from './moves.ts'

export const submissionTypes = ['form', 'incident', 'prospect'] as const
/** Where a submission can come from. */
export const submissionSources = ['page', 'api', 'import'] as const

const item = {
  id: id(),
  form_id: id('Id of the form'),
  form: Type.String({ description: 'Name of the form', ...words }),
  submitter: Type.Optional(
    Type.String({ description: 'Name of the submitter. Omitted if unknown.', ...wordsFromOutside }),
  ),
  email: Type.Optional(
    Type.String({ description: 'Email address of the submitter. Omitted if unknown.', ...wordsFromOutside }),
  ),
  status: oneOf(submissionStatuses),
  type: oneOf(submissionTypes, {
    description: '`incident` if the form is set up for incidents, `prospect` if it creates prospects',
  }),
  submitted_at: Type.String({
    format: 'local-time',
    description: 'YYYY-MM-DD HH:MM:SS in the organisation’s time zone',
  }),
}
export const FormSubmission = Type.Object(item, {
  $id: 'FormSubmission',
  description: 'A form submission without its answers',
})
export type FormSubmission = Static<typeof FormSubmission>

const Answer = Type.Object(
  {
    key: Type.String({ description: 'Key of the field' }),
    label: Type.String({ description: 'Label of the field when the form was answered', ...words }),
    type: oneOf(fieldTypes, open),
    value: Type.Unknown({
      description:
        'Text, number, boolean or list of choices, depending on the type. For a client or staff member `{id, name}`, or `{name}` if no record of the organisation matches. A token that may not read clients or staff gets `{name}` as submitted, or null for a person named by id.',
      ...wordsFromOutside,
    }),
    step: Type.Optional(Type.String({ description: 'Key of the step. Imported answers may have none.' })),
  },
  { $id: 'FormAnswer' },
)
const HistoryEntry = Type.Object(
  {
    status: oneOf(submissionStatuses),
    by: Type.Optional(Type.String({ description: 'Name of the connection. Omitted for the form’s page.' })),
    at: timestamp(),
    note: Type.Optional(Type.String(words)),
  },
  { $id: 'FormSubmissionChange', description: 'A change of status, or a note' },
)
const IncidentFacts = Type.Object(
  {
    severity: Type.Optional(
      Type.String({ description: 'Severity: the answer to `severity_field`', ...wordsFromOutside }),
    ),
    occurred_at: Type.Optional(
      Type.String({ description: 'Time of the incident: the answer to `occurred_field`', ...wordsFromOutside }),
    ),
    client: Type.Optional(
      Type.Object(
        { id: Type.Optional(id()), name: Type.String(wordsFromOutside) },
        { description: 'Affected client: the answer to `client_field`. Without an id if no client matches the name.' },
      ),
    ),
  },
  { $id: 'FormIncidentFacts', description: 'The facts of an incident, from the answers' },
)
export type IncidentFacts = Static<typeof IncidentFacts>
export const FormSubmissionRecord = Type.Object(
  {
    ...item,
    form_version: Type.Optional(Type.Integer({ minimum: 1, description: 'Version of the form that was answered' })),
    answers: Type.Array(ref(Answer), { description: 'In the order of the form. Unanswered fields are omitted.' }),
    client: Type.Optional(
      Type.Unsafe<Person>({
        ...ref(Person),
        description: 'Client that the submission is about. Omitted for a token that may not read clients.',
      }),
    ),
    incident: Type.Optional(ref(IncidentFacts)),
    assignee: Type.Optional(ref(Person)),
    history: Type.Array(ref(HistoryEntry), { description: 'Changes of status and notes, oldest first' }),
    prospect_id: Type.Optional(id('Id of the prospect created from the submission')),
    note_ref: Type.Optional(Type.String({ description: 'Ref of the note that the submission belongs to' })),
    source: oneOf(submissionSources, { ...open, description: 'How the submission was created' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { $id: 'FormSubmissionRecord', description: 'A form submission with its answers and history' },
)
export type FormSubmissionRecord = Static<typeof FormSubmissionRecord>

export const FormSubmissionCreate = Type.Object(
  {
    answers: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      maxProperties: maxFields,
      description: 'Answers by the keys of the fields',
    }),
    submitter: Type.Optional(
      visibleText(maxSubmitterLength, { description: 'Name of the submitter. Taken from the answers if omitted.' }),
    ),
    email: Type.Optional(
      text(255, { format: 'email', description: 'Email address of the submitter. Taken from the answers if omitted.' }),
    ),
    note_ref: Type.Optional(
      Type.String({
        pattern: '^(general|task|appointment):[1-9]\\d{0,15}$',
        patternRule: 'must be the ref of a note, such as general:70',
        description: 'Ref of the note that the submission belongs to',
      }),
    ),
  },
  { ...closed, $id: 'FormSubmissionCreate' },
)
export type FormSubmissionCreate = Static<typeof FormSubmissionCreate>

export const FormSubmissionPatch = Type.Object(
  {
    status: Type.Optional(oneOf(submissionStatuses)),
    note: Type.Optional(visibleText(2000, { description: 'Added to the history, with or without a new status' })),
  },
  { ...closed, $id: 'FormSubmissionPatch' },
)
export type FormSubmissionPatch = Static<typeof FormSubmissionPatch>

export const FormLinkCreate = Type.Object(
  {
    client_id: id('Id of the client whose record prefills the form'),
    expires_in_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 90, default: 14, description: 'Days until the link expires' }),
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
  submitter: 'Jack Doyle',
  email: 'jack.doyle@banksiacare.example',
}
export const submissionExample = {
  id: 85,
  form_id: formExample.id,
  form: formExample.name,
  submitter: 'Jack Doyle',
  email: 'jack.doyle@banksiacare.example',
  status: 'Submitted',
  type: 'incident',
  submitted_at: '2026-11-15 09:05:31',
}
const client = { id: 2001, name: 'William Doyle' }
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
  assignee: { id: 101, name: 'Jack Doyle' },
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

/** The most submissions of a response. */
export const maxOnPage = 50
const maxWithAfterId = 100

export const listSubmissions = {
  operationId: 'listFormSubmissions',
  sdk: 'formSubmissions.list',
  summary: 'List form submissions',
  description:
    'Returns a page of form submissions, newest first. Multiple filters must all match. Answers are only in GET /form-submissions/{id}.',
  tags: ['Forms'],
  querystring: Type.Object({
    form_id: Type.Optional(id('Only submissions of this form')),
    status: Type.Optional(
      text(100, {
        minLength: 1,
        description: `Only submissions with exactly this status, ignoring case: ${submissionStatuses.join(', ')}`,
      }),
    ),
    type: Type.Optional(oneOf(submissionTypes, { description: 'Only submissions of this type' })),
    submitter: Type.Optional(
      text(255, {
        minLength: 1,
        description: 'Only submissions whose submitter has this text in the name or email address, ignoring case',
      }),
    ),
    ...dayQuery('submissions'),
    updated_since: updatedSince('submissions'),
    ...pageQuery(maxWithAfterId, 25),
    per_page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxWithAfterId,
        default: 25,
        description: `Records on a page, 1 to ${maxOnPage}; with \`after_id\` 1 to ${maxWithAfterId}.`,
      }),
    ),
    after_id: afterId('submissions'),
    ids: idsQuery('submissions'),
    format: formatQuery,
  }),
  returns: 'The submissions of the page, newest first, without their answers.',
  response: { 200: listOf(ref(FormSubmission)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'to look at', query: { status: 'submitted', submitter: 'jack', from: '2026-01-01' } },
      { name: 'of a form', query: { form_id: 5, per_page: 2 } },
      { name: 'what changed', query: { updated_since: '2026-01-01' } },
      { name: 'after an id', query: { after_id: 0, per_page: 2 } },
      { name: 'by ids', query: { ids: [submissionExample.id] } },
      { name: 'CSV', query: { format: 'csv' } },
      { name: 'NDJSON', query: { format: 'ndjson' } },
    ],
    response: {
      data: [submissionExample],
      meta: { page: 1, per_page: 25, total: 1, last_page: 1 },
    },
  },
}

/* The operations. */
const tags = ['Forms']
const params = IdParams

export const createSubmission = {
  operationId: 'createFormSubmission',
  sdk: 'forms.createSubmission',
  summary: 'Create a form submission',
  description: `Submits answers to a published form, as its page does. Answers are checked against the version that is published now: an unknown key, a missing or an invalid answer is a 422 under \`answers.<key>\`. Answers to fields that the other answers hide are dropped and listed in \`ignored\`. A form that is off or past its closing time is a 422.

Text is trimmed. Dates are YYYY-MM-DD, times HH:MM, both together YYYY-MM-DD HH:MM:SS. A client or staff member is an id or a name; a name that exactly one active person has is resolved to that person. If the form has \`client_prefill\` and the client is an id, fields without an answer are filled in from the client's record.

${submitterText} The assignee is the one in the form's settings, otherwise the organisation's owner. A form set up for prospects also creates a prospect: a stage that no longer exists becomes New, a text that is too long is cut, a value that does not fit its field is left out, and a missing name becomes ${unknownName}.`,
  tags,
  params,
  body: ref(FormSubmissionCreate),
  returns: 'The created submission, and the keys of answers that were ignored.',
  response: {
    201: Type.Object({
      created: id('Id of the created submission'),
      data: ref(FormSubmissionRecord),
      ignored: Type.Optional(
        Type.Array(Type.String(), { description: 'Keys of dropped answers. Omitted if there are none.' }),
      ),
    }),
  },
  examples: {
    requests: [
      { name: 'incident', path: { id: 5 }, body: answersExample },
      {
        name: 'about a note',
        path: { id: 6 },
        body: { answers: { client: 2001 }, note_ref: 'general:70' },
      },
    ],
    response: { created: submissionRecordExample.id, data: submissionRecordExample },
  },
}
export const getSubmission = {
  operationId: 'getFormSubmission',
  sdk: 'formSubmissions.get',
  summary: 'Get a form submission',
  description:
    'Returns a submission with its answers and its history. Labels are those of the form when it was answered. For a form set up for incidents, `incident` has the severity, the time and the affected client.',
  tags,
  params,
  returns: 'The submission with its answers and its history.',
  response: { 200: dataOf(ref(FormSubmissionRecord)) },
  examples: { requests: [{ path: { id: 85 } }], response: { data: submissionRecordExample } },
}
export const updateSubmission = {
  operationId: 'updateFormSubmission',
  sdk: 'formSubmissions.update',
  summary: 'Update a form submission',
  description: `Changes the status, adds a note, or both. Each change adds an entry to the history. Allowed moves: ${movesText}. Any other move is a 422 that lists the allowed ones. The notes of one history have at most ${noteLimitText}.`,
  tags,
  params,
  body: ref(FormSubmissionPatch),
  returns: 'The updated submission.',
  response: { 200: Type.Object({ updated: id('Id of the submission'), data: ref(FormSubmissionRecord) }) },
  examples: {
    requests: [{ path: { id: 86 }, body: reviewExample }],
    response: { updated: 86, data: { ...reviewedExample, id: 86 } },
  },
}
export const createLink = {
  operationId: 'createFormLink',
  sdk: 'forms.createLink',
  summary: 'Make a link to a form for one client',
  description:
    'Creates a link to the page of a published form with `client_prefill`. The page then shows the client’s name and the prefilled fields, and its submissions are about that client. The link expires after 14 days by default. Anyone who has the link can use it: send it only to the client or those who act for them.',
  tags,
  params,
  body: ref(FormLinkCreate),
  returns: 'The URL of the link and its expiry.',
  response: {
    201: Type.Object({ url: Type.String({ description: 'URL of the page' }), expires_at: timestamp() }),
  },
  examples: {
    requests: [{ path: { id: 6 }, body: { client_id: 2001, expires_in_days: 14 } }],
    response: {
      url: 'https://care.example.org/f/demo/your-details?for=k0C4xM1nTn8cW3Zr2mZp5VsiWzcsMTc5NjMwNTA0MV0',
      expires_at: '2026-11-29T12:30:41.000000Z',
    },
  },
}
