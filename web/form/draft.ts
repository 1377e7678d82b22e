import { checkValue } from '../../src/forms/logic/check.ts'
import { type Answers, type Field, isAnswerable, kinds } from '../../src/forms/logic/form.ts'
import { open, type PageState } from '../../src/forms/logic/page.ts'
import { clean, isEmpty } from '../../src/forms/logic/values.ts'
import { has, own } from '../../src/forms/logic/walk.ts'
import type { FormPageData } from '../../src/forms/page/page-data.ts'

/** Unsent answers, stored on the device so that a reload or an empty battery loses nothing. */
export interface Draft {
  version: number
  /** The id of this submission. The service accepts one submission for each id, so a retry is safe. */
  sending: string
  answers: Answers
  /** Labels of the answered fields by key, because a later version may lack the fields. */
  labels?: Readonly<Record<string, string>> | undefined
  at: number
  reached: number
  savedAt: number
}

/** Drafts expire, because a device may be shared. Drafts of a link, which show a client's data, expire first. */
const day = 86_400_000
const lifetimeOf = (name: string): number => (name.includes('?') ? day : 30 * day)

const prefix = 'wattle:'
/**
 * A form has one draft at all of its addresses: its key stands for the end of each. A link has drafts of its own, because they are
 * about one client.
 */
export const draftName = (address: string, key: string, link: string | undefined): string =>
  `${prefix}${address.replace(/[^/]*$/, key)}${link === undefined ? '' : `?${hashOf(link)}`}`

/** A hash that distinguishes links without storing them. */
const hashOf = (text: string): string => {
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
    // Storage can be disabled or contain invalid data.
  }
  return undefined
}

/** Removes the expired drafts of all forms. */
function sweep(now: number): void {
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(prefix))) {
    if (!(now - savedAt(name) < lifetimeOf(name))) removeDraft(name)
  }
}

function savedAt(name: string): number {
  try {
    return JSON.parse(localStorage.getItem(name)!).savedAt
  } catch {
    return Number.NaN
  }
}

/** An older version of the page may have stored another format. */
const isDraft = ({ version, sending, answers, at, reached, savedAt }: Draft): boolean =>
  [version, at, reached, savedAt].every(Number.isFinite) &&
  typeof sending === 'string' &&
  typeof answers === 'object' &&
  answers !== null

export function writeItem(name: string, item: Draft | { sent: string }): void {
  try {
    localStorage.setItem(name, JSON.stringify(item))
  } catch {
    // Storage is full or disabled: the form works without it.
  }
}

export function removeDraft(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Storage is disabled.
  }
}

/**
 * The state of the page from a draft. If a new version was published since, it keeps the answers that still fit and starts at
 * the first step; `dropped` has the labels of the others.
 */
export function restored(form: FormPageData, draft: Draft): { state: PageState; dropped?: string[] } {
  const fixed = form.known?.fixed === undefined ? {} : { [form.known.fixed]: form.known.answers[form.known.fixed] }
  if (draft.version === form.version) {
    const { answers, at, reached } = draft
    return { state: { answers: { ...answers, ...fixed }, at, reached } }
  }
  const fields = new Map(answerableFields(form).map((field) => [field.key, field]))
  const fitting = Object.entries(draft.answers).filter(
    ([key, value]) => fields.has(key) && fits(fields.get(key)!, value),
  )
  const answers = Object.fromEntries(fitting)
  const dropped = Object.entries(draft.labels ?? {}).filter(([key]) => !has(answers, key) && !has(fixed, key))
  return {
    state: open(form, { ...form.known?.answers, ...answers, ...fixed }),
    dropped: dropped.map(([, label]) => label),
  }
}

/** The labels of the fields with an answer other than the default. */
export const labelsOf = ({ steps }: FormPageData, answers: Answers): Record<string, string> =>
  Object.fromEntries(
    steps
      .flatMap(({ fields }) => fields.filter(isAnswerable))
      .filter((field) => !isEmpty(own(answers, field.key)) && own(answers, field.key) !== field.default)
      .map(({ key, label }) => [key, label]),
  )

/** Reversed, so that of two fields with the same key the first one wins in a map. */
const answerableFields = ({ steps }: FormPageData): Field[] =>
  steps.flatMap(({ fields }) => fields.filter(isAnswerable)).reverse()

/** A text is kept even if it is invalid now: the page shows the error, and the person can correct it. */
const fits = (field: Field, value: unknown): boolean =>
  (kinds[field.type] === 'text' && typeof value === 'string') || checkValue(field, clean(field, value)) === undefined

/** `randomUUID` is only available over https. */
export const newSending = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
