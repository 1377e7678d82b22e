import { invalid } from '../../http/contract/errors.ts'
import type { Person } from '../../http/contract/schema.ts'
import type { PublishedForm } from '../forms/published.sql.ts'
import { type CheckedAnswer, checkAnswers } from '../logic/check.ts'
import { type Answers, kinds, maxOptions } from '../logic/form.ts'
import { isEmpty } from '../logic/values.ts'
import { own } from '../logic/walk.ts'
import { emailIn, submitterIn } from '../submissions/submitter.ts'
import { answerableFields, type FindPerson, type MayRead } from './people.ts'
import { clientFieldOf } from './prefill.ts'
import type { StoredAnswer } from './stored-answer.ts'

/** Who sends a form: a connection, or somebody on its page. */
export interface Sender {
  connectionId: number | null
  name: string | null
  source: 'api' | 'page'
  /** Of whom the sender may read: only they can be named by id. On the page it is nobody. */
  mayRead?: MayRead
}

export interface SubmissionInput {
  answers: Answers
  submitter?: string | undefined
  email?: string | undefined
  note_ref?: string | undefined
  /** The page's own name for what it sends, so that sending it again makes no second submission. */
  sending?: string | undefined
  /** The client of a link that was verified. */
  clientId?: number | undefined
}

/** What is kept of what was sent. */
export interface CheckedSubmission {
  answers: StoredAnswer[]
  ignored: string[]
  client: Person | null
  submitter: string | null
  email: string | null
  type: 'form' | 'incident' | 'prospect'
}

/** Holds answers against the form, after the client's record has filled in what it can. Every problem at once. */
export function checkSubmission(
  form: PublishedForm,
  by: Sender,
  sent: SubmissionInput,
  answers: Answers,
  whoIs: FindPerson,
): CheckedSubmission {
  rejectLongLists(sent.answers)
  const errors = new Map(unknownKeys(form, sent.answers))
  const checked = checkAnswers(form.steps, answers)
  for (const [key, error] of checked.errors) errors.set(key, error)
  const kept = checked.given.map((given) =>
    storedAnswer(given, isLinkClient(form, sent, given) ? undefined : notById(by, given), whoIs, errors),
  )
  if (errors.size > 0) {
    throw invalid(Object.fromEntries([...errors].map(([key, error]) => [`answers.${key}`, [error]])))
  }
  return {
    answers: kept,
    ignored: checked.ignored.filter((key) => !isEmpty(own(sent.answers, key))),
    client: clientIn(form, kept),
    submitter: sent.submitter?.trim() ?? submitterIn(form, kept) ?? null,
    email: sent.email ?? emailIn(form, kept) ?? null,
    type: form.prospect?.enabled ? 'prospect' : form.incident?.enabled ? 'incident' : 'form',
  }
}

/** Before anything goes through them again and again, as conditions do. No field has more options. */
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
  // The first one lists the fields, so that hundreds of wrong keys do not become megabytes.
  return unknown.map((key, n) => [
    key,
    n === 0 ? `This form has no such field; ${fields}.` : 'This form has no such field.',
  ])
}

const isLinkClient = (form: PublishedForm, { clientId }: SubmissionInput, { field }: CheckedAnswer): boolean =>
  clientId !== undefined && field.key === clientFieldOf(form)

/**
 * Why a person cannot be named by id: whoever is on the page, or sends with a token for forms alone, could otherwise try ids
 * and learn who has them.
 */
function notById({ source, mayRead }: Sender, { field: { type } }: CheckedAnswer): string | undefined {
  if (mayRead?.[type as 'client' | 'staff']) return undefined
  return source === 'page' ? 'Must be a name.' : `Must be a name: this token may not read ${areaOf[type as 'client']}.`
}
const areaOf = { client: 'clients', staff: 'staff' }

function storedAnswer(
  { field, step, value }: CheckedAnswer,
  notById: string | undefined,
  whoIs: FindPerson,
  errors: Map<string, string>,
): StoredAnswer {
  const { key, label, type } = field
  const kept = { key, label, type, value, step: step.key }
  if (kinds[type] !== 'person') return kept
  if (notById !== undefined && typeof value === 'number') {
    errors.set(key, notById)
    return kept
  }
  const person = whoIs(type as 'client' | 'staff', value as number | string)
  if (!person) errors.set(key, `Must be a name, or the id of a ${people[type as 'client']} of this organisation.`)
  return { ...kept, value: person }
}
const people = { client: 'client', staff: 'staff member' }

/** The client it is about: the one an incident has, the one whose record filled it in, or the first that is named. */
function clientIn(form: PublishedForm, answers: readonly StoredAnswer[]): Person | null {
  const field = form.incident?.enabled ? form.incident.client_field : undefined
  const first = [field, clientFieldOf(form)].flatMap((wanted) => answers.filter(({ key }) => key === wanted))
  const named = [...first, ...answers]
    .filter(({ type }) => type === 'client')
    .map(({ value }) => value as Partial<Person>)
  const { id, name } = named.find(({ id }) => id !== undefined) ?? {}
  return id === undefined ? null : { id, name: name! }
}
