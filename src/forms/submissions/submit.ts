import { violatedConstraint } from '../../db/constraint.ts'
import { nextIds } from '../../db/next-ids.ts'
import { type Pipeline, pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { recordEvent } from '../../events/outbox.ts'
import { insertProspect } from '../../prospects/prospects/create.ts'
import { type CheckedSubmission, checkSubmission, type Sender, type SubmissionInput } from '../answers/check.ts'
import { leadOf, lockOptionsAndFit } from '../answers/lead.ts'
import { type ClientRecord, findClientRecord } from '../answers/people.sql.ts'
import { findPeopleCall, peopleIn, personFinder } from '../answers/people.ts'
import { clientFieldOf, withPrefill } from '../answers/prefill.ts'
import type { PublishedForm } from '../forms/published.sql.ts'
import type { Answers } from '../logic/form.ts'
import { own } from '../logic/walk.ts'
import { notPublished } from './open.ts'
import { submissionRecord } from './record.ts'
import type { FormSubmissionRecord } from './submissions.schema.ts'
import { beginHistory, find, findBySending, insertCall, type NewSubmission } from './submissions.sql.ts'

export interface SubmitResult {
  id: number
  /** Local time of the organisation. */
  submitted_at: string
  /** Whether a submission with the same `sending` id exists; then nothing was written. */
  isRepeated: boolean
  /** Keys of dropped answers: their fields are not visible for the other answers. */
  ignored: string[]
  /** The record; undefined for a repeated submission. */
  data?: FormSubmissionRecord
}

/** Checks answers against a form that is published and open, and stores them. Errors are a 422 by `answers.<key>`. */
export async function submitForm(
  db: Queryable,
  now: number,
  form: PublishedForm,
  by: Sender,
  input: SubmissionInput,
): Promise<SubmitResult> {
  try {
    return await store(db, now, form, by, input)
  } catch (error) {
    const constraint = violatedConstraint(error as Error)
    // An import has removed the version since the caller loaded it.
    if (constraint === versionConstraint) throw notPublished()
    // The unique constraint detects a repeat, also of two concurrent requests, and rolls this one back.
    if (input.sending === undefined || constraint !== sendingConstraint) throw error
    const stored = await findBySending.one(db, form.orgId, form.formId, input.sending, form.timezone)
    return { ...stored, isRepeated: true, ignored: [] }
  }
}
const sendingConstraint = 'form_submission_sending_key'
const versionConstraint = 'form_submission_version_fk'

function store(
  db: Queryable,
  now: number,
  form: PublishedForm,
  by: Sender,
  input: SubmissionInput,
): Promise<SubmitResult> {
  const { orgId, formId, settings, ownerId, timezone } = form
  const answers = withClient(form, input)
  const named = peopleIn(form.steps, answers)
  const check = (client: ClientRecord | undefined, rows: Parameters<typeof personFinder>[1]) =>
    checkSubmission(form, by, input, withPrefill(form, answers, client, by.source), personFinder(named, rows))
  // Answers that name no person are checked before any query.
  const checked = named.length === 0 ? check(undefined, []) : undefined

  return pipeline(db, function* () {
    // Without the right to read clients only a link selects the client: prefilled values would reveal whether an id exists.
    const clientId = by.mayRead?.client ? clientIdIn(form, answers) : input.clientId
    const loads = [
      findPeopleCall(orgId, named),
      checked || clientId === undefined ? undefined : findClientRecord.call(orgId, clientId),
      createsLead(form) ? undefined : nextId,
    ] as const
    const [people, [client], ids] = loads.some((call) => call) ? yield* send(...loads) : [[], [], []]
    const submission = checked ?? check(client, people)
    const lead = createsLead(form) ? yield* createLead(form, by, now, submission) : { id: ids[0]!.id, prospectId: null }
    const { id, prospectId } = lead
    const fields = eventFields.filter((field) => input[field] !== undefined)
    const detail = { form_id: formId, ...(prospectId !== null && { prospect_id: prospectId }) }
    const [, , , [row]] = yield* sendLast(
      insertCall(orgId, id, settings.assignee_id ?? ownerId, newSubmission(form, by, input, submission, prospectId)),
      beginHistory.call(orgId, id, by.name),
      recordEvent.call(orgId, by.connectionId, 'form_submission.created', id, fields, detail),
      find.call(orgId, id, timezone),
    )
    const data = submissionRecord(row!, by.mayRead ?? noPeople)
    return { id, submitted_at: row!.submitted_at, isRepeated: false, ignored: submission.ignored, data }
  })
}

/** The answers, with the client of the link: its bearer cannot change the client. */
function withClient(form: PublishedForm, { answers, clientId }: SubmissionInput): Answers {
  const field = clientFieldOf(form)
  return clientId === undefined || field === undefined ? answers : { ...answers, [field]: clientId }
}

/** The client whose record prefills the form. Must be named by id, because anyone can type a name. */
function clientIdIn(form: PublishedForm, answers: Answers): number | undefined {
  const field = clientFieldOf(form)
  const value = field === undefined ? undefined : own(answers, field)
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

const nextId = nextIds.call('form_submission_id_seq', 1)

type LeadForm = PublishedForm & { prospect: object }
const createsLead = (form: PublishedForm): form is LeadForm => form.prospect?.enabled === true

/** Creates the prospect of a form with a prospect mapping, and takes the id of the submission. */
function* createLead(
  { orgId, timezone, prospect }: LeadForm,
  { connectionId, name }: Sender,
  now: number,
  { answers }: CheckedSubmission,
): Pipeline<{ id: number; prospectId: number }> {
  const lead = yield* lockOptionsAndFit(orgId, leadOf(prospect, answers))
  const creator = { orgId, timezone, connectionId, connection: name }
  const [[made], , , [next]] = yield* send(...insertProspect(creator, now, lead), nextId)
  return { id: next!.id, prospectId: made!.id }
}

const eventFields = ['answers', 'submitter', 'email', 'note_ref'] as const

function newSubmission(
  { formId, version }: PublishedForm,
  { source }: Sender,
  { note_ref, sending }: SubmissionInput,
  { submitter, email, type, answers, client }: CheckedSubmission,
  prospectId: number | null,
): NewSubmission {
  const [kind, note] = note_ref?.split(':') ?? []
  const noteOf = (wanted: string) => (kind === wanted ? Number(note) : null)
  return {
    form_id: formId,
    form_version: version,
    ...{ submitter, email, type },
    answers: JSON.stringify(answers),
    client_id: client?.id ?? null,
    prospect_id: prospectId,
    note_id: noteOf('general'),
    task_note_id: noteOf('task'),
    shift_note_id: noteOf('appointment'),
    source,
    sending: sending ?? null,
  }
}

const noPeople = { client: false, staff: false }
