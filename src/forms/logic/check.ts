import { readableClock, readableDay, readableTime } from '../../time/readable.ts'
import { type Answers, type Field, type FieldType, isAnswerable, kinds, type Step } from './form.ts'
import { chooseMessage, count, limitsText, optionList, tooLongMessage } from './messages.ts'
import { patternOf } from './pattern.ts'
import { isDate, isDateTime, isTime } from './times.ts'
import { clean } from './values.ts'
import { own, type Visit, walk } from './walk.ts'

export interface CheckedAnswer {
  field: Field
  step: Step
  value: unknown
}

export interface CheckResult {
  /** Messages by the key of the field. */
  errors: Map<string, string>
  /** Valid answers as they are stored, in the order of the form. */
  answers: CheckedAnswer[]
  /** Keys of answers whose fields are hidden or on skipped steps. */
  ignored: string[]
}

/** Checks answers against a form. The page runs it before it sends, the service before it stores. */
export function checkAnswers(steps: readonly Step[], answers: Answers): CheckResult {
  const visits = walk(steps, answers)
  const errors = new Map<string, string>()
  const given: CheckedAnswer[] = []
  const visibleKeys = new Set<string>()
  for (const { step, fields } of visits) {
    for (const field of fields.filter(isAnswerable)) {
      visibleKeys.add(field.key)
      const value = clean(field, own(answers, field.key))
      const error = checkValue(field, value)
      if (error !== undefined) errors.set(field.key, error)
      else if (value !== undefined) given.push({ field, step, value })
    }
  }
  return { errors, answers: given, ignored: Object.keys(answers).filter((key) => !visibleKeys.has(key)) }
}

/** The errors of one step, in the order of its fields. */
export function checkVisit({ fields }: Visit, answers: Answers): Map<string, string> {
  const errors = fields.filter(isAnswerable).flatMap((field) => {
    const error = checkValue(field, clean(field, own(answers, field.key)))
    return error === undefined ? [] : [[field.key, error] as const]
  })
  return new Map(errors)
}

/** The error message for a cleaned value, which says what is allowed; undefined if the value is valid. */
export function checkValue(field: Field, value: unknown): string | undefined {
  if (value === undefined) return field.required ? missing(field) : undefined
  return checks[kinds[field.type]](field, value)
}

/** The message for a required field without an answer. */
function missing(field: Field): string {
  const kind = kinds[field.type]
  if (kind === 'flag') return 'Choose yes or no.'
  if (kind !== 'choices') return 'An answer is required.'
  const { least, most, all } = choicesOf(field)
  return chooseMessage(least, most, all, 0)
}

export const maxLengths: Readonly<Record<string, number>> = {
  ...{ text: 1000, textarea: 10_000, email: 255, phone: 40, address: 500, client: 200, staff: 200 },
}
const maxTypedLength = 200
/** The body limit of the page has room for two drawings and the other answers. */
export const maxDrawingLength = 20_000
/** The characters after the comma are the signature of a PNG file. */
const drawing = /^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/
export const maxStars = 10
export const defaultStars = 5
const maxNumber = Number.MAX_SAFE_INTEGER

type Check = (field: Field, value: unknown) => string | undefined

const lengthOf = (text: string): number => [...text].length

/** The message never shows the pattern, which people cannot read. A placeholder that matches serves as example. */
const checkText: Check = ({ type, placeholder, validation = {} }, value) => {
  const most = Math.min(validation.max_length ?? Number.POSITIVE_INFINITY, maxLengths[type]!)
  const { min_length: least = 0, pattern } = validation
  if (typeof value !== 'string') return 'Must be text.'
  if (lengthOf(value) < least) return `Must be at least ${count(least, 'character')}.`
  if (lengthOf(value) > most) return tooLongMessage(most, lengthOf(value))
  if (type === 'email' && !isEmail(value)) return 'Must be an email address such as ana@example.com.'
  if (type === 'phone' && !isPhone(value)) return 'Must be a phone number of 6 to 15 digits.'
  const matches = pattern === undefined ? undefined : patternOf(pattern)
  if (!matches || matches(value)) return undefined
  const example = placeholder?.trim() ?? ''
  return `Must be in the expected form${matches(example) ? `, such as ${example}` : ''}.`
}

/** One @ with text on both sides, a dot in the host, no blanks. Only sending an email could check more. */
const isEmail = (text: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
const isPhone = (text: string) => /^\+?[\d\s()./-]+$/.test(text) && within(text.replace(/\D/g, '').length, 6, 15)

const checkNumber: Check = ({ type, validation = {} }, value) => {
  if (type === 'rating') {
    const isRight = Number.isInteger(value) && within(value as number, 1, starsOf(validation))
    return isRight ? undefined : `Must be a whole number from 1 to ${starsOf(validation)}.`
  }
  const [min, max] = [validation.min, validation.max] as [number | undefined, number | undefined]
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  if (!isNumber || !within(value, min, max)) return `Must be a number${limitsText(min, max)}.`
  // A number without limits must still be in the range of safe integers.
  const [least, most] = [min ?? Math.min(-maxNumber, max ?? 0), max ?? Math.max(maxNumber, min ?? 0)]
  return within(value, least, most) ? undefined : `Must be a number${limitsText(least, most)}.`
}
export const starsOf = (validation: { max?: number | string } = {}): number =>
  (validation.max as number | undefined) ?? defaultStars

const timeFormats = {
  date: { is: isDate, readable: readableDay, what: 'a date', example: '2026-11-30' },
  time: { is: isTime, readable: readableClock, what: 'a time', example: '14:30' },
  datetime: { is: isDateTime, readable: readableTime, what: 'a date and time', example: '2026-11-30 14:30:00' },
}
type TimeType = keyof typeof timeFormats
/** An answer of a date or time field as people read it. */
export const readableAnswer = (type: FieldType, value: string): string => timeFormats[type as TimeType].readable(value)
const checkTime: Check = ({ type, validation: { min, max } = {} }, value) => {
  const { is, readable, what, example } = timeFormats[type as TimeType]
  if (typeof value !== 'string' || !is(value)) return `Must be ${what} such as ${readable(example)} (${example}).`
  const [least, most] = [min, max].map((limit) => clean({ type }, limit) as string | undefined)
  if (within(value, least, most)) return undefined
  // A default is checked while the limits of its field may still be wrong.
  const [from, to] = [least, most].map((limit) => (is(String(limit)) ? readable(limit!) : limit))
  return `Must be ${what}${limitsText(from, to, ['no earlier than', 'no later than'])}.`
}

const checkChoice: Check = ({ options = [] }, value) =>
  options.includes(value as string) ? undefined : `Must be one of ${optionList(options)}.`
const checkChoices: Check = (field, value) => {
  const { options = [] } = field
  const { least, most, all } = choicesOf(field)
  if (!Array.isArray(value)) return `Must be a list of some of ${optionList(options)}.`
  // The length first, so that a list of any length costs little.
  if (!within(value.length, least, most)) return chooseMessage(least, most, all, value.length)
  if (!value.every((one) => options.includes(one))) return `Must be a list of some of ${optionList(options)}.`
  return new Set(value).size < value.length ? 'Must not have the same choice twice.' : undefined
}
/** How many options may be chosen, for the person who chooses. Undefined if that is any number, or at least one. */
export function choicesHint(field: Field): string | undefined {
  if (kinds[field.type] !== 'choices') return undefined
  const { least, most, all } = choicesOf(field)
  return least <= 1 && most === all ? undefined : chooseMessage(least, most, all, 0)
}
/** Whether more options are chosen than the field takes. */
export const hasTooMany = (field: Field, chosen: number): boolean => chosen > choicesOf(field).most

/** How many options can be chosen. A required field needs at least one. */
function choicesOf({ options = [], required, validation = {} }: Field) {
  const [min = 0, max = options.length] = [validation.min, validation.max] as [number?, number?]
  return { least: required ? Math.max(1, min) : min, most: Math.min(max, options.length), all: options.length }
}

const checkSignature: Check = (_, value) => {
  if (typeof value !== 'string') return 'Must be a signature: a name, or a drawing as a PNG data URL.'
  if (!value.startsWith('data:'))
    return lengthOf(value) <= maxTypedLength ? undefined : tooLongMessage(maxTypedLength, lengthOf(value))
  if (value.length > maxDrawingLength)
    return `Must be a simpler drawing: at most ${maxDrawingLength} characters as a PNG data URL.`
  return drawing.test(value) ? undefined : 'Must be a drawing as a PNG data URL (data:image/png;base64,…).'
}

/** The API accepts an id or a name, the page a name. */
const checkPerson: Check = ({ type }, value) => {
  if (typeof value === 'number') {
    return Number.isInteger(value) && within(value, 1, maxNumber) ? undefined : 'Must be a name or an id.'
  }
  if (typeof value !== 'string') return 'Must be a name or an id.'
  return lengthOf(value) <= maxLengths[type]! ? undefined : tooLongMessage(maxLengths[type]!, lengthOf(value))
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
