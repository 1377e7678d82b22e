import { cut, type KeptAnswer, textOf } from './kept.ts'
import { checkValue } from './logic/check.ts'
import { own } from './logic/walk.ts'
import type { PublishedForm } from './published.sql.ts'

export const longestSubmitter = 255
const wholeNames = ['name', 'full_name', 'your_name']
const bothNames = ['first_name', 'last_name']

/** Who sent a form, as far as its answers tell: by what becomes a prospect's names, or by keys that forms usually have. */
export function submitterIn(form: PublishedForm, answers: readonly KeptAnswer[]): string | undefined {
  const prospect = mappedTo(form, answers, bothNames)
  const whole = answers.filter(({ key }) => wholeNames.includes(key)).slice(0, 1)
  const both = bothNames.flatMap((name) => answers.filter(({ key }) => key === name))
  const names = [prospect, whole, both].find((found) => found.length > 0)
  return names && cut(names.map(({ value }) => textOf(value)).join(' '), longestSubmitter)
}

export function emailIn(form: PublishedForm, answers: readonly KeptAnswer[]): string | undefined {
  const emails = answers.filter(({ type }) => type === 'email')
  return [...mappedTo(form, answers, ['email']), ...emails].map(({ value }) => textOf(value)).find(isEmail)
}

const isEmail = (text: string): boolean =>
  checkValue({ type: 'email', label: '', key: '', required: false }, text) === undefined

/** The answers that become these fields of a prospect, in the order of those; the first of several. */
function mappedTo({ prospect }: PublishedForm, answers: readonly KeptAnswer[], fields: readonly string[]) {
  if (!prospect?.enabled) return []
  return fields.flatMap((field) => answers.filter(({ key }) => own(prospect.map, key) === field).slice(0, 1))
}
