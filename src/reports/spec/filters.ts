import { maxId } from '../../http/contract/schema.ts'
import { isDate } from '../../time/local-time.ts'
import type { Field } from '../catalogue/source.ts'
import { operatorsOf } from './available.ts'
import type { AddProblem } from './problems.ts'
import type { Filters, FilterValue, Operator, Scalar } from './spec.schema.ts'

const maxTextLength = 255

export interface Condition {
  operator: string
  value?: Scalar | Scalar[]
}

/** A filter with its operator: a single value means `is`, a list means `in`. */
export const conditionOf = (filter: FilterValue): Condition => {
  if (Array.isArray(filter)) return { operator: 'in', value: filter }
  return typeof filter === 'object' ? filter : { operator: 'is', value: filter }
}

type Path = readonly string[]

/**
 * The valid filters, in the form they are stored; undefined if the input has none. A choice is stored as declared,
 * whatever its case, and an id as a number.
 */
export function checkFilters(
  input: Filters,
  fields: ReadonlyMap<string, Field>,
  path: Path,
  addProblem: AddProblem,
): Filters | undefined {
  const valid = Object.entries(input).flatMap(([name, filter]) => {
    const field = fields.get(name)
    if (!field) addProblem([...path, name], `is no field to filter by; fields are ${[...fields.keys()].join(', ')}`)
    const parsed = field && checkFilter(filter, field, [...path, name], addProblem)
    return parsed === undefined ? [] : [[name, parsed] as const]
  })
  return Object.keys(input).length > 0 ? Object.fromEntries(valid) : undefined
}

/** The filter in the form of its input: a value, a list, or an operator with its value. */
function checkFilter(filter: FilterValue, field: Field, path: Path, addProblem: AddProblem): FilterValue | undefined {
  const operators: readonly string[] = operatorsOf(field)
  const { operator, value } = conditionOf(filter)
  if (!operators.includes(operator)) {
    if (Array.isArray(filter)) addProblem(path, `must not be a list; operators of it are ${operators.join(', ')}`)
    else addProblem([...path, 'operator'], `must be one of ${operators.join(', ')}`)
    return undefined
  }
  if (value === undefined) return filter
  const { parse, description } = parserOf(field)
  const parsed = Array.isArray(value) ? parseList(value, operator === 'between', parse) : parse(value)
  if (parsed === undefined) addProblem(path, ruleFor(operator as Operator, description))
  const isPlain = typeof filter !== 'object' || Array.isArray(filter)
  return (parsed === undefined || isPlain ? parsed : { operator, value: parsed }) as FilterValue | undefined
}

function ruleFor(operator: Operator, one: string): string {
  if (operator === 'between') return `must be a list of two values, the lower one first, each ${one}`
  return operator === 'in' || operator === 'not_in'
    ? `must be a list of 1 to 100 values, each ${one}`
    : `must be ${one}`
}

function parseList(values: Scalar[], isRange: boolean, parse: ValueParser['parse']): Scalar[] | undefined {
  const parsed = values.map(parse).filter((item) => item !== undefined)
  return parsed.length < values.length || (isRange && parsed[0]! > parsed[1]!) ? undefined : parsed
}

interface ValueParser {
  description: string
  parse: (value: unknown) => Scalar | undefined
}

const parseIf =
  <T extends Scalar>(test: (value: unknown) => value is T) =>
  (value: unknown): T | undefined =>
    test(value) ? value : undefined
const parseText = parseIf(
  (value): value is string => typeof value === 'string' && value !== '' && [...value].length <= maxTextLength,
)
const parseId = parseIf(
  (value): value is number => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxId,
)
const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d+$/.test(value)

/** How one value of a field is parsed, and its description for messages. */
function parserOf(field: Field): ValueParser {
  switch (field.type) {
    case 'choice':
      return { description: `one of ${field.values.join(', ')}`, parse: (value) => parseChoice(value, field.values) }
    case 'boolean':
      return { description: 'true or false', parse: parseIf((value): value is boolean => typeof value === 'boolean') }
    case 'number':
      return { description: 'a number', parse: parseIf((value): value is number => Number.isFinite(value)) }
    case 'record':
      return {
        description: 'an id or a full name',
        parse: (value) => (isDigits(value) ? parseId(Number(value)) : (parseId(value) ?? parseText(value))),
      }
    case 'date':
      return {
        description: 'a date such as 2026-11-30',
        parse: parseIf((value): value is string => typeof value === 'string' && isDate(value)),
      }
    case 'text':
      return { description: `a text of 1 to ${maxTextLength} characters`, parse: parseText }
  }
}

/** Compares without regard to case and returns the declared value. */
function parseChoice(value: unknown, values: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined
  const lower = value.toLowerCase()
  return values.find((one) => one.toLowerCase() === lower)
}
