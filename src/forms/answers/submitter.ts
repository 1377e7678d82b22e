import type { PublishedForm } from '../forms/published.sql.ts'
import { checkValue } from '../logic/check.ts'
import { own } from '../logic/walk.ts'
import { cut, type StoredAnswer, textOf } from './stored-answer.ts'

export const maxSubmitterLength = 255
/** Keys of fields that name the submitter, then keys that usually do. */
const ofSender = [['your_name'], ['your_first_name', 'your_last_name'], ['submitter']]
const wholeNames = ['name', 'full_name']
const bothNames = ['first_name', 'last_name']

/**
 * The submitter's name from the answers: that of `settings.submitter_field` and no other, if the form has it. Else first from fields about the submitter (`your_name`), then from those mapped to a
 * prospect's names, then from common keys. A person who submits for another person is thus not confused with them.
 */
export function submitterIn(form: PublishedForm, answers: readonly StoredAnswer[]): string | undefined {
  const { submitter_field } = form.settings
  if (submitter_field !== undefined) return nameOf(answers.filter(({ key }) => key === submitter_field))
  const named = answers.filter(({ type }) => type !== 'signature') // A signature may be a drawing.
  const byKeys = (keys: readonly string[]) => keys.flatMap((wanted) => named.filter(({ key }) => key === wanted))
  const names = [
    ...ofSender.map(byKeys),
    mappedTo(form, named, bothNames),
    named.filter(({ key }) => wholeNames.includes(key)).slice(0, 1),
    byKeys(bothNames),
  ].find((matches) => matches.length > 0)
  return names && nameOf(names)
}

const nameOf = (names: readonly StoredAnswer[]): string | undefined =>
  names.length > 0 ? cut(names.map(({ value }) => textOf(value)).join(' '), maxSubmitterLength) : undefined

export function emailIn(form: PublishedForm, answers: readonly StoredAnswer[]): string | undefined {
  const theirs = answers.filter(({ key }) => key === 'your_email')
  const others = answers.filter(({ type }) => type === 'email')
  return [...theirs, ...mappedTo(form, answers, ['email']), ...others].map(({ value }) => textOf(value)).find(isEmail)
}

const isEmail = (text: string): boolean =>
  checkValue({ type: 'email', label: '', key: '', required: false }, text) === undefined

/** The answers that map to these fields of a prospect, in the order of the fields; the first answer for each. */
function mappedTo({ prospect }: PublishedForm, answers: readonly StoredAnswer[], fields: readonly string[]) {
  if (!prospect?.enabled) return []
  return fields.flatMap((field) => answers.filter(({ key }) => own(prospect.map, key) === field).slice(0, 1))
}

/** The same rules, for the specification. */
export const submitterText = `If \`submitter\` is omitted, it is the answer to \`settings.submitter_field\`. A form without that setting takes it from other answers: from \`your_name\`, \`your_first_name\` and \`your_last_name\`, or \`submitter\`; then from the fields mapped to a prospect's names; then from \`name\` or \`full_name\`; then from \`first_name\` and \`last_name\`. \`email\` likewise: from \`your_email\`, then the field mapped to a prospect's email, then the first answered field of type email.`
