import type { Field, NumberField, RecordField } from '../catalogue/source.ts'
import type { DayRange } from '../logic/results.ts'
import { type Condition, conditionOf } from '../spec/filters.ts'
import type { FilterValue, Scalar } from '../spec/spec.schema.ts'
import { withinDays } from './days.ts'
import { resultDecimals } from './measures.ts'
import type { Parameters } from './parameters.ts'

const negative = new Set(['is_not', 'not_in', 'does_not_contain'])

/**
 * The SQL of one filter. What says that something is not so also lets through what has no value: a client without a language does not
 * speak Greek.
 */
export function conditionSql(field: Field, filter: FilterValue, timezone: string, parameters: Parameters): string {
  const condition = conditionOf(filter)
  const positive = positiveOf(field, condition, timezone, parameters)
  return negative.has(condition.operator) ? `(${positive}) is not true` : `(${positive})`
}

/** What must be so, or for a negative operator what must not. */
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
      // Up to the last day there is, every value is let through.
      return withinDays(field, daysOf(condition), timezone, parameters).join(' and ') || `${sql} is not null`
  }
}

const listOf = ({ value }: Condition): Scalar[] => (Array.isArray(value) ? value : [value!])
const smallLetters = (list: string) => `array(select lower(v) from unnest(${list}) v)`

/** Texts are compared without regard to case, and one that is empty is as good as none. */
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

/** What is counted in parts is compared as it is shown: 95 minutes are 1.5833 hours. */
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

/** The days that a filter on a date lets through. */
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
