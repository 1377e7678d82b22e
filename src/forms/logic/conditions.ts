import { type Condition, type Field, kinds, maxOptions, type Operator, type When } from './form.ts'
import { clean } from './values.ts'

/** A field that was asked so far, with its answer; undefined where there is none. */
export interface FieldAnswer {
  field: Field
  value: unknown
}
export type PreviousAnswers = ReadonlyMap<string, FieldAnswer>

/**
 * Whether a condition holds for what was asked so far. A field that was not asked, because it is hidden, stands in a step that
 * was left out, comes later or does not exist, has no answer.
 */
export function isMet({ combinator, conditions }: When, asked: PreviousAnswers): boolean {
  const one = (condition: Condition) => isConditionMet(condition, asked.get(condition.field))
  return combinator === 'or' ? conditions.some(one) : conditions.every(one)
}

function isConditionMet({ operator, value }: Condition, asked: FieldAnswer | undefined): boolean {
  const answer = asked?.value
  if (answer === undefined) return metWithoutAnswer.includes(operator)
  if (operator === 'empty') return false
  if (operator === 'not_empty') return true
  return compare[operator](answer, clean(asked!.field, value), asked!.field)
}

/** No answer is none of these: not this text, not containing that one. */
const metWithoutAnswer: readonly Operator[] = ['empty', 'is_not', 'does_not_contain']

type Compare = (answer: unknown, value: unknown, field: Field) => boolean

/**
 * Text is compared without regard to case. Upper case, because it does not depend on what stands beside a letter as lower case
 * does (a Greek sigma at the end of a word), so that what a text contains as it is written it also contains folded.
 */
export const foldCase = (value: unknown): unknown => (typeof value === 'string' ? value.toUpperCase() : value)
const text = (test: (answer: string, value: string) => boolean) => (answer: unknown, value: unknown) =>
  typeof answer === 'string' && typeof value === 'string' && test(answer.toUpperCase(), value.toUpperCase())

/** The order of numbers, and of dates and times, whose text sorts as they do. */
const ordered =
  (test: (sign: number) => boolean): Compare =>
  (answer, value, { type }) => {
    if (typeof answer !== typeof value || (kinds[type] !== 'number' && kinds[type] !== 'time')) return false
    const [a, b] = [answer as string, value as string]
    return test(a < b ? -1 : a > b ? 1 : 0)
  }

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
/** The choices of an answer. A list that is longer than options can be holds none: no condition goes through what is refused anyway. */
const choicesOf = (answer: unknown): Set<unknown> => {
  const list = listOf(answer)
  return new Set(list.length > maxOptions ? [] : list.map(foldCase))
}

const contains: Compare = (answer, value) =>
  Array.isArray(answer)
    ? choicesOf(answer).has(foldCase(value))
    : text((one, part) => one.includes(part))(answer, value)
/** For each wanted choice whether it is among those of the answer. */
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
