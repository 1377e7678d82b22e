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
const largestId = Number.MAX_SAFE_INTEGER

type Check = (field: Field, value: unknown) => string | undefined

const lengthOf = (text: string): number => [...text].length

const checkText: Check = ({ type, validation = {} }, value) => {
  const most = Math.min(validation.max_length ?? Number.POSITIVE_INFINITY, longest[type]!)
  const { min_length: least = 0, pattern } = validation
  if (typeof value !== 'string') return 'Must be text.'
  if (lengthOf(value) < least) return `Must be at least ${count(least, 'character')}.`
  if (lengthOf(value) > most) return `Must be at most ${count(most, 'character')}.`
  if (type === 'email' && !isEmail(value)) return 'Must be an email address such as ana@example.com.'
  if (type === 'phone' && !isPhone(value)) return 'Must be a phone number of 6 to 15 digits.'
  if (pattern !== undefined && patternOf(pattern)?.(value) === false) return 'Must be in the expected form.'
  return undefined
}

/** One @ with something on both sides, a dot in the host, no blanks: more is for whoever writes to it to find out. */
const isEmail = (text: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
const isPhone = (text: string) => /^\+?[\d\s()./-]+$/.test(text) && within(text.replace(/\D/g, '').length, 6, 15)

const checkNumber: Check = ({ type, validation = {} }, value) => {
  const isRating = type === 'rating'
  const least = isRating ? 1 : ((validation.min as number | undefined) ?? -largestId)
  const most = isRating ? starsOf(validation) : ((validation.max as number | undefined) ?? largestId)
  const isRight = typeof value === 'number' && Number.isFinite(value) && within(value, least, most)
  if (isRight && (!isRating || Number.isInteger(value))) return undefined
  return `Must be a ${isRating ? 'whole ' : ''}number${between(validation.min, validation.max, isRating ? [1, most] : undefined)}.`
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
  if ((least === undefined || value >= least) && (most === undefined || value <= most)) return undefined
  return `Must be a ${type === 'datetime' ? 'time' : type}${between(least, most)}.`
}

const checkChoice: Check = ({ options = [] }, value) =>
  options.includes(value as string) ? undefined : `Must be one of ${options.join(', ')}.`
const checkChoices: Check = ({ options = [], validation = {} }, value) => {
  const isList = Array.isArray(value) && value.every((one) => options.includes(one))
  if (!isList || new Set(value).size < value.length)
    return `Must be a list of ${options.join(', ')}, none of them twice.`
  const { min = 0, max = options.length } = validation
  if (within(value.length, min as number, max as number)) return undefined
  return `Must be${between(validation.min, validation.max)} choices.`
}

const checkSignature: Check = (_, value) => {
  if (typeof value !== 'string') return 'Must be a signature: a name, or a drawing as a PNG data URL.'
  if (!value.startsWith('data:'))
    return lengthOf(value) <= longestTyped ? undefined : `Must be at most ${longestTyped} characters.`
  const isDrawing = value.length <= longestDrawn && drawing.test(value)
  return isDrawing ? undefined : `Must be a PNG data URL of at most ${longestDrawn} characters.`
}

/** The API names a person by id, whoever fills in the page by name. */
const checkPerson: Check = ({ type }, value) => {
  if (typeof value === 'number') {
    return Number.isInteger(value) && within(value, 1, largestId) ? undefined : 'Must be a name or an id.'
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
  flag: (_, value) => (typeof value === 'boolean' ? undefined : 'Must be yes or no.'),
  signature: checkSignature,
  person: checkPerson,
  none: () => undefined,
}

const within = (value: number, least: number, most: number): boolean => value >= least && value <= most
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
type Limit = number | string | undefined
/** ` from 1 to 5`, ` from 1`, ` up to 5`, or nothing. */
function between(min: Limit, max: Limit, [least, most]: [Limit, Limit] = [min, max]): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`
  if (least !== undefined) return ` from ${least}`
  return most === undefined ? '' : ` up to ${most}`
}
