import { type Condition, type Field, kinds, maxOptions, type Operator, type When } from './form.ts'
import { clean } from './values.ts'

/** A visible field with its cleaned answer; undefined without an answer. */
export interface FieldAnswer {
  field: Field
  value: unknown
}
export type PreviousAnswers = ReadonlyMap<string, FieldAnswer>

/**
 * Whether a condition is met by the answers before it. A field that is hidden, on a skipped step, later or unknown has no
 * answer.
 */
export function isMet({ combinator, conditions }: When, previous: PreviousAnswers): boolean {
  const one = (condition: Condition) => isConditionMet(condition, previous.get(condition.field))
  return combinator === 'or' ? conditions.some(one) : conditions.every(one)
}

function isConditionMet({ operator, value }: Condition, previous: FieldAnswer | undefined): boolean {
  const answer = previous?.value
  if (answer === undefined) return metWithoutAnswer.includes(operator)
  if (operator === 'empty') return false
  if (operator === 'not_empty') return true
  return compare[operator](answer, clean(previous!.field, value), previous!.field)
}

/** The operators that are met by a missing answer. */
const metWithoutAnswer: readonly Operator[] = ['empty', 'is_not', 'does_not_contain']

type Compare = (answer: unknown, value: unknown, field: Field) => boolean

/**
 * Text is compared without regard to case. Lower case depends on the neighbours of a letter (a Greek sigma at the end of a
 * word), upper case does not: so a text that contains another still contains it after folding.
 */
export const foldCase = (value: unknown): unknown => (typeof value === 'string' ? value.toUpperCase() : value)
const text = (test: (answer: string, value: string) => boolean) => (answer: unknown, value: unknown) =>
  typeof answer === 'string' && typeof value === 'string' && test(answer.toUpperCase(), value.toUpperCase())

/** Compares numbers, and dates and times, whose text sorts chronologically. */
const ordered =
  (test: (sign: number) => boolean): Compare =>
  (answer, value, { type }) => {
    if (typeof answer !== typeof value || (kinds[type] !== 'number' && kinds[type] !== 'time')) return false
    const [a, b] = [answer as string, value as string]
    return test(a < b ? -1 : a > b ? 1 : 0)
  }

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
/** The choices of an answer. A list longer than `maxOptions` counts as empty: it is rejected anyway. */
const choicesOf = (answer: unknown): Set<unknown> => {
  const list = listOf(answer)
  return new Set(list.length > maxOptions ? [] : list.map(foldCase))
}

const contains: Compare = (answer, value) =>
  Array.isArray(answer)
    ? choicesOf(answer).has(foldCase(value))
    : text((one, part) => one.includes(part))(answer, value)
/** For each wanted choice: whether the answer contains it. */
function includes(answer: unknown, wanted: unknown): boolean[] {
  const choices = choicesOf(answer)
  return listOf(wanted).map((one) => choices.has(foldCase(one)))
}
const is: Compare = (answer, value) => foldCase(answer) === foldCase(value)

const compare: Record<Exclude<Operator, 'empty' | 'not_empty'>, Compare> = {
  is,
  is_not: (...values) => !is(...values),
  contains,
  does_not_contain: (...values) => !contains(...values),
  starts_with: text((answer, value) => answer.startsWith(value)),
  ends_with: text((answer, value) => answer.endsWith(value)),
  on_or_after: ordered((sign) => sign >= 0),
  on_or_before: ordered((sign) => sign <= 0),
  greater_than: ordered((sign) => sign > 0),
  less_than: ordered((sign) => sign < 0),
  includes_any: (answer, value) => includes(answer, value).some(Boolean),
  includes_all: (answer, value) => includes(answer, value).every(Boolean),
}
