import type pg from 'pg'
import { readableDay } from '../../time/readable.ts'
import { type Field, recordNames as kinds, type Names } from '../catalogue/source.ts'
import { sourceNamed } from '../catalogue/sources.ts'
import { labelOf } from '../engine/measures.ts'
import { type Group, type Measure, named, type Question, questionOf } from '../engine/question.ts'
import { conditionOf } from '../spec/filters.ts'
import type { Filters, FilterValue, Scalar, Spec } from '../spec/spec.schema.ts'
import { findNames } from './page.sql.ts'
import type { InsightSummary } from './page-data.ts'

/** The name of a record by its id. */
export type NameOf = (kind: Names, id: number) => string | undefined

/** Longer lists of values are shortened. */
const maxNamed = 5

/** What an insight counts, in words. Undefined for a spec that cannot be computed: its card has a message already. */
export function summaryOf(spec: Spec, nameOf: NameOf): InsightSummary | undefined {
  try {
    return summarize(questionOf(spec), spec, nameOf)
  } catch {
    return undefined
  }
}

function summarize(
  { source, group, breakdown, filters, measures, formula }: Question,
  spec: Spec,
  nameOf: NameOf,
): InsightSummary {
  const describeFilters = (conditions: Filters) =>
    Object.entries(conditions).map(([name, filter]) => describeFilter(named(source.fields, name), filter, nameOf))
  const of = (measure: Measure) => describeMeasure(measure, source.label)
  const groups = [group, breakdown].filter((one) => one !== undefined).map((one) => describeGroup(one, source.dated))
  const counted = formula ? describeExpression(spec.formula!.expression) : of(measures.value!)
  const terms = Object.entries(formula ? measures : {}).map(([name, measure]) =>
    [`${plainName(name)} is ${lowerFirst(of(measure))}`, ...describeFilters(measure.filters)].join(', '),
  )
  return {
    what: groups.length > 0 ? `${counted} by ${groups.join(' and ')}` : counted,
    ...(Object.keys(filters).length > 0 && { filters: upperFirst(describeFilters(filters).join('; ')) }),
    ...(terms.length > 0 && { terms: upperFirst(terms.join('; ')) }),
  }
}

/** `Appointments`, `Hours of appointments`. */
function describeMeasure(measure: Measure, source: string): string {
  const label = labelOf(measure)
  return measure.aggregation === 'count' ? label : `${label} of ${lowerFirst(source)}`
}

/** For the date field of the source the grain is enough. */
function describeGroup({ id, field, grain }: Group, dated: string): string {
  if (!grain) return lowerFirst(field.label)
  return id.startsWith(`${dated}:`) ? grain : `${grain} of ${lowerFirst(field.label)}`
}

const plainName = (name: string): string => name.replaceAll('_', ' ')
const signs: Record<string, string> = { '*': '×', '/': '÷', '-': '−' }
const describeExpression = (expression: string): string =>
  plainName(expression)
    .replace(/[-+*/−×÷]/g, (sign) => ` ${signs[sign] ?? sign} `)
    .replace(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .trim()

export function describeFilter(field: Field, filter: FilterValue, nameOf: NameOf): string {
  const { operator, value } = conditionOf(filter)
  const label = lowerFirst(field.label)
  if (operator === 'empty') return `${label} is not set`
  if (operator === 'not_empty') return `${label} is set`
  if (field.type === 'boolean') return value === true ? label : `not ${label}`
  const values = (Array.isArray(value) ? value : [value!]).map((one) => describeValue(field, one, nameOf))
  if (operator === 'between') return `${label} between ${values.join(' and ')}`
  const phrase = phrases[field.type]?.[operator] ?? phrases.text![operator] ?? plainName(operator)
  return `${label} ${phrase} ${joinValues(values)}`
}

const phrases: Partial<Record<Field['type'], Record<string, string>>> = {
  text: { in: 'is', not_in: 'is not' },
  number: { is: 'exactly', is_not: 'other than' },
  date: { is: 'on' },
}

function describeValue(field: Field, value: Scalar, nameOf: NameOf): string {
  if (field.type === 'date') return readableDay(String(value))
  if (field.type === 'text') return `“${value}”`
  if (field.type === 'record' && typeof value === 'number') return nameOf(field.name, value) ?? `no. ${value}`
  return String(value)
}

function joinValues(values: string[]): string {
  const named = values.length > maxNamed + 1 ? values.slice(0, maxNamed) : values
  const others = values.length - named.length
  const all = others > 0 ? [...named, `${others} others`] : named
  return all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}

/** The records that filters name by id. */
export function recordsIn(spec: Spec): [kind: Names, id: number][] {
  const fields = sourceNamed(spec.source)?.fields ?? {}
  const all = [spec.filters, ...Object.values(spec.formula?.terms ?? {}).map(({ filters }) => filters)]
  return all
    .flatMap((filters: Filters = {}) => Object.entries(filters))
    .flatMap(([name, filter]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field?.type !== 'record') return []
      const ids = [conditionOf(filter).value].flat().filter((value) => typeof value === 'number')
      return ids.slice(0, maxNamed + 1).map((id): [Names, number] => [field.name, id])
    })
}

/** Loads the names of all records that specs filter by. */
export async function loadNames(db: pg.Pool, orgId: number, specs: Spec[]): Promise<NameOf> {
  const records = specs.flatMap(recordsIn).map(([kind, id]) => ({ kind: kinds.indexOf(kind), id }))
  const names = new Map<string, string>()
  if (records.length > 0) {
    const [kindIndexes, ids] = [records.map(({ kind }) => kind), records.map(({ id }) => id)]
    for (const { kind, id, name } of await findNames.rows(db, orgId, kindIndexes, ids)) {
      if (name !== null) names.set(`${kind} ${id}`, name)
    }
  }
  return (kind, id) => names.get(`${kinds.indexOf(kind)} ${id}`)
}

/** Abbreviations such as NDIS keep their case. */
export const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
