import { largestId } from '../../http/schema.ts'
import { isDate } from '../../time/local-time.ts'
import type { Field } from '../catalogue/source.ts'
import type { Filters, FilterValue, Scalar } from '../logic/spec.ts'
import { type Operator, operatorsOf, takesList, takesNoValue } from './operators.ts'
import { isObject, type Say } from './shape.ts'

const mostFilters = 20
const mostValues = 100
const longestText = 255

/**
 * Filters as they are stored, those that are sound; none when none is sent. Each problem is told by the field it is with. A choice
 * is stored as it is declared, however it was written, and an id as a number.
 */
export function filtersOf(
  value: unknown,
  fields: ReadonlyMap<string, Field>,
  path: string,
  say: Say,
): Filters | undefined {
  if (!isObject(value)) {
    say(path, 'must be an object of values by field, such as {"status": "Active"}')
    return undefined
  }
  const sent = Object.entries(value)
  if (sent.length > mostFilters) say(path, `must have at most ${mostFilters} fields`)
  const sound = sent.flatMap(([name, filter]) => {
    const field = fields.get(name)
    if (!field) say(`${path}.${name}`, `is no field to filter by; fields are ${[...fields.keys()].join(', ')}`)
    const taken = field && filterOf(filter, field, `${path}.${name}`, say)
    return taken === undefined ? [] : [[name, taken] as const]
  })
  return sent.length > 0 ? Object.fromEntries(sound) : undefined
}

/** In the form it was sent in: a value, a list, or an operator with its value. */
function filterOf(filter: unknown, field: Field, path: string, say: Say): FilterValue | undefined {
  const operators = operatorsOf(field)
  const { operator: sent, value, unknown } = conditionOf(filter)
  for (const key of unknown) say(`${path}.${key}`, 'is not supported; supported fields are operator, value')
  const operator = operators.find((one) => one === sent)
  if (!operator) {
    if (Array.isArray(filter)) say(path, `must not be a list; operators of it are ${operators.join(', ')}`)
    else say(`${path}.operator`, `must be one of ${operators.join(', ')}`)
    return undefined
  }
  if (takesNoValue(operator)) {
    if (value !== undefined) say(path, `must have no value for ${operator}`)
    return { operator }
  }
  const { rule, take } = ruleFor(operator, field)
  const taken = take(value)
  if (taken === undefined) say(path, rule)
  return taken !== undefined && isObject(filter) ? { operator, value: taken } : taken
}

/** A value is `is`, a list is `in`. */
function conditionOf(filter: unknown): { operator: unknown; value: unknown; unknown: string[] } {
  if (Array.isArray(filter)) return { operator: 'in', value: filter, unknown: [] }
  if (!isObject(filter)) return { operator: 'is', value: filter, unknown: [] }
  const unknown = Object.keys(filter).filter((key) => key !== 'operator' && key !== 'value')
  return { operator: filter.operator, value: filter.value, unknown }
}

interface ValueRule {
  rule: string
  /** The value as it is stored; undefined when it is none. */
  take: (value: unknown) => Scalar | Scalar[] | undefined
}

function ruleFor(operator: Operator, field: Field): ValueRule {
  const { take, one } = oneValueOf(field)
  if (takesList(operator)) {
    return {
      rule: `must be a list of 1 to ${mostValues} values, each ${one}`,
      take: (value) => listOf(value, 1, mostValues, take),
    }
  }
  if (operator !== 'between') return { rule: `must be ${one}`, take }
  return {
    rule: `must be a list of two values, the lower one first, each ${one}`,
    take: (value) => {
      const both = listOf(value, 2, 2, take)
      return both && both[0]! <= both[1]! ? both : undefined
    },
  }
}

function listOf(value: unknown, least: number, most: number, take: OneValue['take']): Scalar[] | undefined {
  if (!Array.isArray(value) || value.length < least || value.length > most) return undefined
  const taken = value.map(take).filter((item) => item !== undefined)
  return taken.length === value.length ? taken : undefined
}

interface OneValue {
  one: string
  take: (value: unknown) => Scalar | undefined
}

const when =
  <T extends Scalar>(test: (value: unknown) => value is T) =>
  (value: unknown): T | undefined =>
    test(value) ? value : undefined
const takeText = when(
  (value): value is string => typeof value === 'string' && value !== '' && [...value].length <= longestText,
)
const takeId = when(
  (value): value is number => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= largestId,
)
const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d+$/.test(value)

/** What one value of a field is. */
function oneValueOf(field: Field): OneValue {
  switch (field.type) {
    case 'choice':
      return { one: `one of ${field.values.join(', ')}`, take: (value) => choiceOf(value, field.values) }
    case 'boolean':
      return { one: 'true or false', take: when((value): value is boolean => typeof value === 'boolean') }
    case 'number':
      return { one: 'a number', take: when((value): value is number => Number.isFinite(value)) }
    case 'record':
      return {
        one: 'an id or a full name',
        take: (value) => (isDigits(value) ? takeId(Number(value)) : (takeId(value) ?? takeText(value))),
      }
    case 'date':
      return {
        one: 'a date such as 2026-11-30',
        take: when((value): value is string => typeof value === 'string' && isDate(value)),
      }
    case 'text':
      return { one: `a text of 1 to ${longestText} characters`, take: takeText }
  }
}

/** In any case, and stored as it is declared. */
function choiceOf(value: unknown, values: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined
  const small = value.toLowerCase()
  return values.find((one) => one.toLowerCase() === small)
}
