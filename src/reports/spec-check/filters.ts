import { largestId } from '../../http/schema.ts'
import { isDate } from '../../time/local-time.ts'
import type { Field } from '../catalogue/source.ts'
import type { Filters } from '../logic/spec.ts'
import { type Operator, operatorsOf, takesList, takesNoValue } from './operators.ts'
import { isObject, type Say } from './shape.ts'

const mostFilters = 20
const mostValues = 100
const longestText = 255

/** Filters as they are stored; none when there are none. Each problem is told by the field it is with. */
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
  for (const [name, filter] of sent) {
    const field = fields.get(name)
    if (field) checkFilter(filter, field, `${path}.${name}`, say)
    else say(`${path}.${name}`, `is no field to filter by; fields are ${[...fields.keys()].join(', ')}`)
  }
  return sent.length > 0 ? (value as Filters) : undefined
}

function checkFilter(filter: unknown, field: Field, path: string, say: Say): void {
  const operators = operatorsOf(field)
  const { operator: sent, value, unknown } = conditionOf(filter)
  for (const key of unknown) say(`${path}.${key}`, 'is not supported; supported fields are operator, value')
  const operator = operators.find((one) => one === sent)
  if (operator) {
    const { rule, test } = ruleFor(operator, field)
    if (!test(value)) say(path, rule)
  } else if (Array.isArray(filter)) say(path, `must not be a list; operators of it are ${operators.join(', ')}`)
  else say(`${path}.operator`, `must be one of ${operators.join(', ')}`)
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
  test: (value: unknown) => boolean
}

function ruleFor(operator: Operator, field: Field): ValueRule {
  if (takesNoValue(operator))
    return { rule: `must have no value for ${operator}`, test: (value) => value === undefined }
  const { test, one } = oneValueOf(field)
  if (takesList(operator)) {
    return {
      rule: `must be a list of 1 to ${mostValues} values, each ${one}`,
      test: (value) => isListOf(value, 1, mostValues, test),
    }
  }
  if (operator !== 'between') return { rule: `must be ${one}`, test }
  return {
    rule: `must be a list of two values, the lower one first, each ${one}`,
    test: (value) => isListOf(value, 2, 2, test) && (value as [number, number])[0] <= (value as [number, number])[1],
  }
}

const isListOf = (value: unknown, least: number, most: number, test: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length >= least && value.length <= most && value.every(test)

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && [...value].length <= longestText
const isId = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= largestId

/** What one value of a field is. */
function oneValueOf(field: Field): { one: string; test: (value: unknown) => boolean } {
  switch (field.type) {
    case 'choice':
      return {
        one: `one of ${field.values.join(', ')}`,
        test: (value) => typeof value === 'string' && field.values.includes(value),
      }
    case 'boolean':
      return { one: 'true or false', test: (value) => typeof value === 'boolean' }
    case 'number':
      return { one: 'a number', test: Number.isFinite }
    case 'record':
      return { one: 'an id or a full name', test: (value) => isId(value) || isText(value) }
    case 'date':
      return { one: 'a date such as 2026-11-30', test: (value) => typeof value === 'string' && isDate(value) }
    case 'text':
      return { one: `a text of 1 to ${longestText} characters`, test: isText }
  }
}
