import { type Pipeline, pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
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
import { find, findBySending, insertCall } from './submissions.sql.ts'

export interface SubmitResult {
  id: number
  /** Whether it was sent before, by the page's own name for it: then nothing was written now. */
  isRepeated: boolean
  /** Keys of answers that were dropped, because what they answer was not asked. */
  ignored: string[]
  /** The record, unless it was sent before. */
  data?: FormSubmissionRecord
}

/**
 * Holds answers against the form that its caller has found published and open, and keeps them; what is wrong is a 422 by
 * `answers.<key>`.
 */
export async function submitForm(
  db: Queryable,
  now: number,
  form: PublishedForm,
  by: Sender,
  sent: SubmissionInput,
): Promise<SubmitResult> {
  try {
    return await store(db, now, form, by, sent)
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    // An import has taken the version away since its caller found it.
    if (constraint === versionConstraint) throw notPublished()
    // The database tells that it was sent before, also of two at once; it has undone what this one wrote.
    if (sent.sending === undefined || constraint !== sendingConstraint) throw error
    const { id } = await findBySending.one(db, form.orgId, form.formId, sent.sending)
    return { id, isRepeated: true, ignored: [] }
  }
}
const sendingConstraint = 'form_submission_sending_key'
const versionConstraint = 'form_submission_version_fk'

function store(
  db: Queryable,
  now: number,
  form: PublishedForm,
  by: Sender,
  sent: SubmissionInput,
): Promise<SubmitResult> {
  const answers = withClient(form, sent)
  const named = peopleIn(form.steps, answers)
  const judge = (client: ClientRecord | undefined, found: Parameters<typeof personFinder>[1]) =>
    checkSubmission(form, by, sent, withPrefill(form, answers, client, by.source), personFinder(named, found))
  // What needs nobody to be looked up is refused without a word to the database.
  const ready = named.length === 0 ? judge(undefined, []) : undefined

  return pipeline(db, function* () {
    const submission = ready ?? judge(...(yield* loadPeople(form, by, sent, answers, named)))
    const prospectId = yield* createLead(form, by, now, submission)
    const [[made]] = yield* send(insertOf(form, by, sent, submission, prospectId))
    const { id } = made!
    const [[row]] = yield* sendLast(find.call(form.orgId, id, form.timezone))
    const data = submissionRecord(row!, by.mayRead ?? noPeople)
    return { id, isRepeated: false, ignored: submission.ignored, data }
  })
}

/** The answers as sent; a link's client is not for its bearer to change. */
function withClient(form: PublishedForm, { answers, clientId }: SubmissionInput): Answers {
  const field = clientFieldOf(form)
  return clientId === undefined || field === undefined ? answers : { ...answers, [field]: clientId }
}

/** The client whose record fills the form in, where it is named by id: a name may be typed by anybody. */
function clientIdIn(form: PublishedForm, answers: Answers): number | undefined {
  const field = clientFieldOf(form)
  const value = field === undefined ? undefined : own(answers, field)
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

function* loadPeople(
  form: PublishedForm,
  by: Sender,
  sent: SubmissionInput,
  answers: Answers,
  named: ReturnType<typeof peopleIn>,
) {
  // Without the right to read clients a link alone says who: what is filled in would otherwise tell of an id that was tried.
  const clientId = by.mayRead?.client ? clientIdIn(form, answers) : sent.clientId
  const [people, [client]] = yield* send(
    findPeopleCall(form.orgId, named),
    clientId === undefined ? undefined : findClientRecord.call(form.orgId, clientId),
  )
  return [client, people] as const
}

/** The prospect that a form makes of its answers, if it is one that does. */
function* createLead(
  { orgId, timezone, prospect }: PublishedForm,
  { connectionId, name }: Sender,
  now: number,
  { answers }: CheckedSubmission,
): Pipeline<number | null> {
  if (!prospect?.enabled) return null
  const lead = yield* lockOptionsAndFit(orgId, leadOf(prospect, answers))
  const [[made]] = yield* send(insertProspect({ orgId, timezone, connectionId, connection: name }, now, lead))
  return made!.id
}

const eventFields = ['answers', 'submitter', 'email', 'note_ref'] as const

function insertOf(
  form: PublishedForm,
  by: Sender,
  sent: SubmissionInput,
  made: CheckedSubmission,
  prospectId: number | null,
) {
  const { orgId, formId, version, settings, ownerId } = form
  const [kind, note] = sent.note_ref?.split(':') ?? []
  const noteOf = (wanted: string) => (kind === wanted ? Number(note) : null)
  return insertCall(
    {
      orgId,
      connectionId: by.connectionId,
      by: by.name,
      assigneeId: settings.assignee_id ?? ownerId,
      fields: eventFields.filter((field) => sent[field] !== undefined),
      detail: prospectId === null ? { form: formId } : { form: formId, prospect: prospectId },
    },
    {
      form_id: formId,
      form_version: version,
      submitter: made.submitter,
      email: made.email,
      type: made.type,
      answers: JSON.stringify(made.answers),
      client_id: made.client?.id ?? null,
      prospect_id: prospectId,
      note_id: noteOf('general'),
      task_note_id: noteOf('task'),
      shift_note_id: noteOf('appointment'),
      source: by.source,
      sending: sent.sending ?? null,
    },
  )
}

const noPeople = { client: false, staff: false }
