import { type Static, Type } from 'typebox'
import { closed, id, oneOf, Person, ref, text, timestamp, visibleText } from '../../http/contract/schema.ts'
import { mostFields } from '../definition/steps.ts'
import { fieldTypes } from '../logic/form.ts'
import { submissionStatuses } from './moves.ts'
import { longestSubmitter } from './submitter.ts'

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
const Change = Type.Object(
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
    history: Type.Array(ref(Change), { description: 'Oldest first' }),
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
      maxProperties: mostFields,
      description: 'Values by the keys of the fields',
    }),
    submitter: Type.Optional(
      visibleText(longestSubmitter, { description: 'Who sends it; found in the answers unless sent' }),
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
    Change,
    IncidentFacts,
    FormSubmissionRecord,
    FormSubmissionCreate,
    FormSubmissionPatch,
    FormLinkCreate,
  ],
]
