import { checkValue } from '../../src/forms/logic/check.ts'
import { type Answers, type Field, isAnswerable, kinds } from '../../src/forms/logic/form.ts'
import { open, type PageState } from '../../src/forms/logic/page.ts'
import { clean, isEmpty } from '../../src/forms/logic/values.ts'
import { has, own } from '../../src/forms/logic/walk.ts'
import type { FormPageData } from '../../src/forms/page/page-data.ts'

/** What a person has typed, kept on their device until it is sent: a reload, a call or an empty battery costs nothing. */
export interface Draft {
  version: number
  /** The name of this sending. The service takes answers under one name once, so that trying again is safe. */
  sending: string
  answers: Answers
  /** What was asked for, by key: a later version may not have it any more. */
  labels?: Readonly<Record<string, string>> | undefined
  at: number
  reached: number
  savedAt: number
}

/** A device may be shared, so that what was left behind does not stay for ever; what a link tells of a client goes soonest. */
const day = 86_400_000
const keptFor = (name: string): number => (name.includes('?') ? day : 30 * day)

const prefix = 'wattle:'
/** Drafts of a link are apart from those without: they are about one person. */
export const draftName = (address: string, link: string | undefined): string =>
  `${prefix}${address}${link === undefined ? '' : `?${sum(link)}`}`

/** Tells links apart without keeping them. */
const sum = (text: string): string => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return (hash >>> 0).toString(36)
}

export function readDraft(name: string, now = Date.now()): Draft | undefined {
  try {
    sweep(now)
    const draft = JSON.parse(localStorage.getItem(name) ?? 'null') as Draft | null
    if (draft && isDraft(draft)) return draft
    removeDraft(name)
  } catch {
    // Storage can be switched off, and holds whatever was put there.
  }
  return undefined
}

/** Whichever form is opened, the old drafts of all of them go. */
function sweep(now: number): void {
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(prefix))) {
    if (!(now - savedAt(name) < keptFor(name))) removeDraft(name)
  }
}

function savedAt(name: string): number {
  try {
    return JSON.parse(localStorage.getItem(name)!).savedAt
  } catch {
    return Number.NaN
  }
}

/** A page of another time may have left something else under the name. */
const isDraft = ({ version, sending, answers, at, reached, savedAt }: Draft): boolean =>
  [version, at, reached, savedAt].every(Number.isFinite) &&
  typeof sending === 'string' &&
  typeof answers === 'object' &&
  answers !== null

export function writeItem(name: string, item: Draft | { sent: string }): void {
  try {
    localStorage.setItem(name, JSON.stringify(item))
  } catch {
    // Full or switched off: the form works without.
  }
}

export function removeDraft(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // As above.
  }
}

/**
 * The page as it was left. Of a form that was published anew since, the answers that still fit are taken, from the first step on,
 * and `left` is what was asked for where they do not.
 */
export function restored(form: FormPageData, draft: Draft): { state: PageState; left?: string[] } {
  const fixed = form.known?.fixed === undefined ? {} : { [form.known.fixed]: form.known.answers[form.known.fixed] }
  if (draft.version === form.version) {
    const { answers, at, reached } = draft
    return { state: { answers: { ...answers, ...fixed }, at, reached } }
  }
  const asked = new Map(askedOf(form).map((field) => [field.key, field]))
  const fitting = Object.entries(draft.answers).filter(([key, value]) => asked.has(key) && fits(asked.get(key)!, value))
  const answers = Object.fromEntries(fitting)
  const left = Object.entries(draft.labels ?? {}).filter(([key]) => !has(answers, key) && !has(fixed, key))
  return { state: open(form, { ...form.known?.answers, ...answers, ...fixed }), left: left.map(([, label]) => label) }
}

/** What was asked for where somebody has answered, and more than a default stands there. */
export const labelsOf = ({ steps }: FormPageData, answers: Answers): Record<string, string> =>
  Object.fromEntries(
    steps
      .flatMap(({ fields }) => fields.filter(isAnswerable))
      .filter((field) => !isEmpty(own(answers, field.key)) && own(answers, field.key) !== field.default)
      .map(({ key, label }) => [key, label]),
  )

/** Of two fields with one key the first counts, so that it comes last. */
const askedOf = ({ steps }: FormPageData): Field[] =>
  steps.flatMap(({ fields }) => fields.filter(isAnswerable)).reverse()

/** A text stays whatever it must be now: people see what is wrong with it, and mend it. */
const fits = (field: Field, value: unknown): boolean =>
  (kinds[field.type] === 'text' && typeof value === 'string') || checkValue(field, clean(field, value)) === undefined

/** Not by `randomUUID`, which browsers have under https alone. */
export const newSending = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
