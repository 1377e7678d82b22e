import { type Answers, type Field, isAsked, kinds, type Step } from './form.ts'
import { patternOf } from './pattern.ts'
import { isDate, isDateTime, isTime } from './times.ts'
import { clean } from './values.ts'
import { own, type Visit, walk } from './walk.ts'

export interface Given {
  field: Field
  step: Step
  value: unknown
}

export interface Checked {
  /** What is wrong, by the key of the field. */
  errors: Map<string, string>
  /** The answers in the form they are kept in, in the order of the form. */
  given: Given[]
  /** Answers to what was not asked: hidden fields, steps that were left out. */
  ignored: string[]
}

/** Holds answers against a form: the same on the page before they are sent, and in the service before they are kept. */
export function checkAnswers(steps: readonly Step[], answers: Answers): Checked {
  const visits = walk(steps, answers)
  const errors = new Map<string, string>()
  const given: Given[] = []
  const asked = new Set<string>()
  for (const { step, fields } of visits) {
    for (const field of fields.filter(isAsked)) {
      asked.add(field.key)
      const value = clean(field, own(answers, field.key))
      const error = checkValue(field, value)
      if (error !== undefined) errors.set(field.key, error)
      else if (value !== undefined) given.push({ field, step, value })
    }
  }
  return { errors, given, ignored: Object.keys(answers).filter((key) => !asked.has(key)) }
}

/** What is wrong on one step, in the order of its fields. */
export function checkVisit({ fields }: Visit, answers: Answers): Map<string, string> {
  const wrong = fields.filter(isAsked).flatMap((field) => {
    const error = checkValue(field, clean(field, own(answers, field.key)))
    return error === undefined ? [] : [[field.key, error] as const]
  })
  return new Map(wrong)
}

/** Why a clean value cannot stand, as a sentence that says what can; undefined where it can. */
export function checkValue(field: Field, value: unknown): string | undefined {
  if (value === undefined) return field.required ? 'An answer is required.' : undefined
  return checks[kinds[field.type]](field, value)
}

export const longest: Readonly<Record<string, number>> = {
  ...{ text: 1000, textarea: 10_000, email: 255, phone: 40, address: 500, client: 200, staff: 200 },
}
const longestTyped = 200
const longestDrawn = 40_000
const drawing = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/
export const mostStars = 10
export const usualStars = 5
const largest = Number.MAX_SAFE_INTEGER

type Check = (field: Field, value: unknown) => string | undefined

const lengthOf = (text: string): number => [...text].length

/** A placeholder that is right itself is the best that can be said about a pattern. */
const checkText: Check = ({ type, placeholder, validation = {} }, value) => {
  const most = Math.min(validation.max_length ?? Number.POSITIVE_INFINITY, longest[type]!)
  const { min_length: least = 0, pattern } = validation
  if (typeof value !== 'string') return 'Must be text.'
  if (lengthOf(value) < least) return `Must be at least ${count(least, 'character')}.`
  if (lengthOf(value) > most) return `Must be at most ${count(most, 'character')}.`
  if (type === 'email' && !isEmail(value)) return 'Must be an email address such as ana@example.com.'
  if (type === 'phone' && !isPhone(value)) return 'Must be a phone number of 6 to 15 digits.'
  const matches = pattern === undefined ? undefined : patternOf(pattern)
  if (!matches || matches(value)) return undefined
  const example = placeholder?.trim() ?? ''
  return matches(example) ? `Must be written like ${example}.` : `Must match the pattern ${pattern}.`
}

/** One @ with something on both sides, a dot in the host, no blanks: more is for whoever writes to it to find out. */
const isEmail = (text: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
const isPhone = (text: string) => /^\+?[\d\s()./-]+$/.test(text) && within(text.replace(/\D/g, '').length, 6, 15)

const checkNumber: Check = ({ type, validation = {} }, value) => {
  if (type === 'rating') {
    const isRight = Number.isInteger(value) && within(value as number, 1, starsOf(validation))
    return isRight ? undefined : `Must be a whole number from 1 to ${starsOf(validation)}.`
  }
  const [min, max] = [validation.min, validation.max] as [number | undefined, number | undefined]
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  if (!isNumber || !within(value, min, max)) return `Must be a number${limits(min, max)}.`
  // Without limits of its own it still has to be a number that can be told from its neighbours.
  const [least, most] = [min ?? Math.min(-largest, max ?? 0), max ?? Math.max(largest, min ?? 0)]
  return within(value, least, most) ? undefined : `Must be a number${limits(least, most)}.`
}
export const starsOf = (validation: { max?: number | string } = {}): number =>
  (validation.max as number | undefined) ?? usualStars

const forms = {
  date: { is: isDate, such: 'a date such as 2026-11-30' },
  time: { is: isTime, such: 'a time such as 14:30' },
  datetime: { is: isDateTime, such: 'a date and time such as 2026-11-30 14:30:00' },
}
const checkTime: Check = ({ type, validation: { min, max } = {} }, value) => {
  const { is, such } = forms[type as keyof typeof forms]
  if (typeof value !== 'string' || !is(value)) return `Must be ${such}.`
  const [least, most] = [min, max].map((limit) => clean({ type }, limit) as string | undefined)
  if (within(value, least, most)) return undefined
  const what = { date: 'a date', time: 'a time', datetime: 'a date and time' }[type as keyof typeof forms]
  return `Must be ${what}${limits(least, most, ['no earlier than', 'no later than'])}.`
}

const checkChoice: Check = ({ options = [] }, value) =>
  options.includes(value as string) ? undefined : `Must be one of ${listed(options)}.`
const checkChoices: Check = ({ options = [], validation = {} }, value) => {
  const least = (validation.min as number | undefined) ?? 0
  const most = Math.min((validation.max as number | undefined) ?? options.length, options.length)
  if (!Array.isArray(value)) return `Must be a list of some of ${listed(options)}.`
  // Told by its length first: nobody goes through a list that is longer than it can be.
  if (within(value.length, least, most)) {
    if (!value.every((one) => options.includes(one))) return `Must be a list of some of ${listed(options)}.`
    return new Set(value).size < value.length ? 'Must not have the same choice twice.' : undefined
  }
  if (least === most) return `Must be exactly ${count(most, 'choice')}.`
  return least === 0 ? `Must be at most ${count(most, 'choice')}.` : `Must be ${least} to ${count(most, 'choice')}.`
}
/** The options of a field for a sentence, which has an end also where they do not. */
const listed = (options: readonly string[]): string =>
  options.length <= mostListed
    ? options.join(', ') || 'its options, and it has none'
    : `${options.slice(0, mostListed).join(', ')} or ${options.length - mostListed} more`
const mostListed = 20

const checkSignature: Check = (_, value) => {
  if (typeof value !== 'string') return 'Must be a signature: a name, or a drawing as a PNG data URL.'
  if (!value.startsWith('data:'))
    return lengthOf(value) <= longestTyped ? undefined : `Must be at most ${longestTyped} characters.`
  if (value.length > longestDrawn)
    return `Must be a simpler drawing: at most ${longestDrawn} characters as a PNG data URL.`
  return drawing.test(value) ? undefined : 'Must be a drawing as a PNG data URL (data:image/png;base64,…).'
}

/** The API names a person by id, whoever fills in the page by name. */
const checkPerson: Check = ({ type }, value) => {
  if (typeof value === 'number') {
    return Number.isInteger(value) && within(value, 1, largest) ? undefined : 'Must be a name or an id.'
  }
  if (typeof value !== 'string') return 'Must be a name or an id.'
  return lengthOf(value) <= longest[type]! ? undefined : `Must be at most ${longest[type]} characters.`
}

const checks: Record<(typeof kinds)[Field['type']], Check> = {
  text: checkText,
  number: checkNumber,
  time: checkTime,
  choice: checkChoice,
  choices: checkChoices,
  flag: (_, value) => (typeof value === 'boolean' ? undefined : 'Must be true or false.'),
  signature: checkSignature,
  person: checkPerson,
  none: () => undefined,
}

const within = <T extends number | string>(value: T, least?: T, most?: T): boolean =>
  (least === undefined || value >= least) && (most === undefined || value <= most)
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
type Limit = number | string | undefined
/** ` from 1 to 5`, ` of at least 1`, ` of at most 5`, or nothing. */
function limits(min: Limit, max: Limit, [least, most] = ['of at least', 'of at most']): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`
  if (min !== undefined) return ` ${least} ${min}`
  return max === undefined ? '' : ` ${most} ${max}`
}
