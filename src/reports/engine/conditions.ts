import type { Field, NumberField, RecordField } from '../catalogue/source.ts'
import type { DayRange } from '../logic/results.ts'
import { type Condition, conditionOf } from '../spec/filters.ts'
import type { FilterValue, Scalar } from '../spec/spec.schema.ts'
import { withinDays } from './days.ts'
import { resultDecimals } from './measures.ts'
import type { Parameters } from './parameters.ts'

const negative = new Set(['is_not', 'not_in', 'does_not_contain'])

/**
 * The SQL of one filter. Negative operators also match rows without a value: a client without a language does not
 * speak Greek.
 */
export function conditionSql(field: Field, filter: FilterValue, timezone: string, parameters: Parameters): string {
  const condition = conditionOf(filter)
  const positive = positiveOf(field, condition, timezone, parameters)
  return negative.has(condition.operator) ? `(${positive}) is not true` : `(${positive})`
}

/** The condition without its negation. */
function positiveOf(field: Field, condition: Condition, timezone: string, parameters: Parameters): string {
  const sql = `(${parameters.fill(field.sql)})`
  if (field.type === 'text') return ofText(sql, condition, parameters)
  if (condition.operator === 'empty') return `${sql} is null`
  if (condition.operator === 'not_empty') return `${sql} is not null`
  switch (field.type) {
    case 'choice':
      return `${sql} = any (${parameters.bind(listOf(condition), 'text[]')})`
    case 'boolean':
      return `${sql} = ${parameters.bind(condition.value, 'boolean')}`
    case 'number':
      return ofNumber(sql, field, condition, parameters)
    case 'record':
      return ofRecord(sql, field, condition, parameters)
    case 'date':
      // A range up to 9999-12-31 has no upper bound, so every value matches.
      return withinDays(field, daysOf(condition), timezone, parameters).join(' and ') || `${sql} is not null`
  }
}

const listOf = ({ value }: Condition): Scalar[] => (Array.isArray(value) ? value : [value!])
const smallLetters = (list: string) => `array(select lower(v) from unnest(${list}) v)`

/** Texts are compared without regard to case; null is the same as empty. */
function ofText(sql: string, condition: Condition, parameters: Parameters): string {
  const text = `lower(coalesce(${sql}, ''))`
  const value = () => `lower(${parameters.bind(condition.value, 'text')})`
  switch (condition.operator) {
    case 'empty':
      return `${text} = ''`
    case 'not_empty':
      return `${text} <> ''`
    case 'contains':
    case 'does_not_contain':
      return `strpos(${text}, ${value()}) > 0`
    case 'starts_with':
      return `starts_with(${text}, ${value()})`
    case 'ends_with':
      return `right(${text}, length(${value()})) = ${value()}`
    case 'is':
    case 'is_not':
    case 'in':
    case 'not_in':
      return `${text} = any (${smallLetters(parameters.bind(listOf(condition), 'text[]'))})`
  }
  throw unknown(condition)
}

const comparisons: Record<string, string> = {
  ...{ is: '=', is_not: '=', more_than: '>', at_least: '>=', less_than: '<', at_most: '<=' },
}

/** Numbers with a divisor are compared with the decimals of results: 95 minutes are 1.5833 hours. */
function ofNumber(sql: string, { divisor }: NumberField, condition: Condition, parameters: Parameters): string {
  const number = divisor === undefined ? sql : `round(${sql} / ${divisor}, ${resultDecimals})`
  const bound = (value: Scalar) => {
    const placeholder = parameters.bind(value, 'numeric')
    return divisor === undefined ? placeholder : `round(${placeholder}, ${resultDecimals})`
  }
  const [value, high] = listOf(condition)
  if (condition.operator === 'between') return `${number} between ${bound(value!)} and ${bound(high!)}`
  const sign = comparisons[condition.operator]
  if (sign === undefined) throw unknown(condition)
  return `${number} ${sign} ${bound(value!)}`
}

/** By id, or by name without regard to case. The ids of a name are looked up once, not the name of each row. */
function ofRecord(sql: string, { name }: RecordField, condition: Condition, parameters: Parameters): string {
  const values = listOf(condition)
  const ids = values.filter((value) => typeof value === 'number')
  const names = values.filter((value) => typeof value === 'string')
  const idLists = [
    ...(ids.length > 0 ? [parameters.bind(ids, 'bigint[]')] : []),
    ...(names.length > 0 ? [name.ids(smallLetters(parameters.bind(names, 'text[]')))] : []),
  ]
  return `${sql} = any (${idLists.join(' || ')})`
}

/** The days that match a filter on a date. */
function daysOf(condition: Condition): DayRange {
  const [day, last] = listOf(condition) as string[]
  switch (condition.operator) {
    case 'is':
      return { from: day!, to: day! }
    case 'on_or_after':
      return { from: day!, to: null }
    case 'on_or_before':
      return { from: null, to: day! }
    case 'between':
      return { from: day!, to: last! }
  }
  throw unknown(condition)
}

const unknown = ({ operator }: Condition) => new Error(`reports have no operator ${operator}`)
