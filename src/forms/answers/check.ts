import { invalid } from '../../http/contract/errors.ts'
import type { Person } from '../../http/contract/schema.ts'
import type { PublishedForm } from '../forms/published.sql.ts'
import { type CheckedAnswer, checkAnswers } from '../logic/check.ts'
import { type Answers, kinds, maxOptions } from '../logic/form.ts'
import { isEmpty } from '../logic/values.ts'
import { own } from '../logic/walk.ts'
import { answerableFields, type FindPerson, type MayRead } from './people.ts'
import { clientFieldOf } from './prefill.ts'
import type { StoredAnswer } from './stored-answer.ts'
import { emailIn, submitterIn } from './submitter.ts'

/** The client that submits a form: a connection of the API, or the form's page. */
export interface Sender {
  connectionId: number | null
  name: string | null
  source: 'api' | 'page'
  /** The kinds of people the sender may read, and so may name by id. The page may read none. */
  mayRead?: MayRead
}

export interface SubmissionInput {
  answers: Answers
  submitter?: string | undefined
  email?: string | undefined
  note_ref?: string | undefined
  /** An id that the page chooses for a submission. A retry with the same id creates no second submission. */
  sending?: string | undefined
  /** The client of a verified link. */
  clientId?: number | undefined
}

/** A submission that passed all checks, ready to store. */
export interface CheckedSubmission {
  answers: StoredAnswer[]
  ignored: string[]
  client: Person | null
  submitter: string | null
  email: string | null
  type: 'form' | 'incident' | 'prospect'
}

/** Checks answers, already completed from the client's record, against the form. Throws all errors at once. */
export function checkSubmission(
  form: PublishedForm,
  by: Sender,
  input: SubmissionInput,
  answers: Answers,
  findPerson: FindPerson,
): CheckedSubmission {
  rejectLongLists(input.answers)
  const errors = new Map(unknownKeys(form, input.answers))
  const checked = checkAnswers(form.steps, answers)
  for (const [key, error] of checked.errors) errors.set(key, error)
  const storedAnswers = checked.answers.map((answer) =>
    storedAnswer(answer, isLinkClient(form, input, answer) ? undefined : idError(by, answer), findPerson, errors),
  )
  if (errors.size > 0) {
    throw invalid(Object.fromEntries([...errors].map(([key, error]) => [`answers.${key}`, [error]])))
  }
  return {
    answers: storedAnswers,
    ignored: checked.ignored.filter((key) => !isEmpty(own(input.answers, key))),
    client: clientIn(form, storedAnswers),
    submitter: input.submitter?.trim() ?? submitterIn(form, storedAnswers) ?? null,
    email: input.email ?? emailIn(form, storedAnswers) ?? null,
    type: form.prospect?.enabled ? 'prospect' : form.incident?.enabled ? 'incident' : 'form',
  }
}

/** Runs first, because every condition reads whole lists. No field has more than `maxOptions` options. */
function rejectLongLists(answers: Answers): void {
  const entries = Object.entries(answers)
  const long = entries.filter(([, value]) => Array.isArray(value) && value.length > maxOptions)
  const rule = `Must be a list of at most ${maxOptions} choices.`
  if (long.length > 0) throw invalid(Object.fromEntries(long.map(([key]) => [`answers.${key}`, [rule]])))
}

function unknownKeys({ steps }: PublishedForm, answers: Answers): [key: string, error: string][] {
  const known = answerableFields(steps).map(({ key }) => key)
  const fields = known.length > 0 ? `the fields are ${known.join(', ')}` : 'it has none'
  const unknown = Object.keys(answers).filter((key) => !known.includes(key))
  // Only the first error lists the fields, to bound the response for hundreds of unknown keys.
  return unknown.map((key, n) => [
    key,
    n === 0 ? `This form has no such field; ${fields}.` : 'This form has no such field.',
  ])
}

const isLinkClient = (form: PublishedForm, { clientId }: SubmissionInput, { field }: CheckedAnswer): boolean =>
  clientId !== undefined && field.key === clientFieldOf(form)

/**
 * The error for a person named by id without the right to read such people. Otherwise the page, or a token for forms alone,
 * could try ids and learn who has them.
 */
function idError({ source, mayRead }: Sender, { field: { type } }: CheckedAnswer): string | undefined {
  if (mayRead?.[type as 'client' | 'staff']) return undefined
  return source === 'page' ? 'Must be a name.' : `Must be a name: this token may not read ${areaOf[type as 'client']}.`
}
const areaOf = { client: 'clients', staff: 'staff' }

function storedAnswer(
  { field, step, value }: CheckedAnswer,
  idError: string | undefined,
  findPerson: FindPerson,
  errors: Map<string, string>,
): StoredAnswer {
  const { key, label, type } = field
  const answer = { key, label, type, value, step: step.key }
  if (kinds[type] !== 'person') return answer
  if (idError !== undefined && typeof value === 'number') {
    errors.set(key, idError)
    return answer
  }
  const person = findPerson(type as 'client' | 'staff', value as number | string)
  if (!person) errors.set(key, `Must be a name, or the id of a ${people[type as 'client']} of this organisation.`)
  return { ...answer, value: person }
}
const people = { client: 'client', staff: 'staff member' }

/** The client of a submission: that of the incident, else the one who prefilled the form, else the first client named. */
function clientIn(form: PublishedForm, answers: readonly StoredAnswer[]): Person | null {
  const field = form.incident?.enabled ? form.incident.client_field : undefined
  const first = [field, clientFieldOf(form)].flatMap((wanted) => answers.filter(({ key }) => key === wanted))
  const named = [...first, ...answers]
    .filter(({ type }) => type === 'client')
    .map(({ value }) => value as Partial<Person>)
  const { id, name } = named.find(({ id }) => id !== undefined) ?? {}
  return id === undefined ? null : { id, name: name! }
}
