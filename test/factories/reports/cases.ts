import type { Field, Source } from '../../../src/reports/catalogue/source.ts'
import { grains } from '../../../src/reports/logic/dates.ts'
import type { DateRange, FilterValue, Scalar, Spec } from '../../../src/reports/spec/spec.schema.ts'
import { datePresets } from '../../../src/reports/spec/spec.schema.ts'
import type { OracleRow, OracleValue } from '../../oracles/reports-rows.ts'

/** Everything that a source of the catalogue offers, as specs. The values come from the oracle's rows. */
export const metricsOf = ({ metrics }: Source): string[] =>
  Object.entries(metrics).flatMap(([name, { aggregations }]) => aggregations.map((one) => `${name}::${one}`))

export const groupsOf = ({ fields }: Source): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.type === 'date') return grains.map((grain) => `${name}:${grain}`)
    return field.ungrouped ? [] : [name]
  })

const comparisons = ['is', 'is_not', 'more_than', 'at_least', 'less_than', 'at_most', 'between']
const lists = ['is', 'is_not', 'in', 'not_in']
const searches = ['contains', 'does_not_contain', 'starts_with', 'ends_with']
const operators: Record<Field['type'], string[]> = {
  text: [...lists, ...searches, 'empty', 'not_empty'],
  choice: lists,
  boolean: ['is'],
  number: comparisons,
  record: lists,
  date: ['is', 'on_or_after', 'on_or_before', 'between'],
}

/** Each operator of a field, with values that its rows have, also in other case, and with values they do not have. */
export function filtersOf(name: string, field: Field, rows: OracleRow[]): { operator: string; filter: FilterValue }[] {
  const values = rows.map((row) => row.fields[name]!).filter((value) => value !== null && value !== '')
  const own = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()].slice(0, 4)
  const nullable = 'nullable' in field && field.nullable ? ['empty', 'not_empty'] : []
  return [...operators[field.type], ...nullable].flatMap((operator) => {
    const filters = valuesFor(operator, field, own)
    return filters.map((filter) => ({ operator, filter }))
  })
}

/** The first and the last supported day. */
const firstAndLast = ['0001-01-01', '9999-12-31']

function valuesFor(operator: string, field: Field, own: OracleValue[]): FilterValue[] {
  if (operator === 'empty' || operator === 'not_empty') return [{ operator }]
  const values = own.flatMap((value) => inputsOf(value, field, operator))
  const pair = [values[0]!, values.at(-1)!].sort((a, b) => (a < b ? -1 : 1))
  const ends = field.type === 'date' ? firstAndLast : []
  if (operator === 'between')
    return [pair, [pair[0]!, pair[0]!], ...(ends.length > 0 ? [ends] : [])].map(
      (value) => ({ operator, value }) as FilterValue,
    )
  if (operator === 'in') return [pair, values.slice(0, 1), { operator, value: pair }]
  if (operator === 'not_in')
    return [
      { operator, value: pair },
      { operator, value: values.slice(0, 1) },
    ]
  return [
    ...[...values, ...ends].map((value) => ({ operator, value }) as FilterValue),
    ...(operator === 'is' ? values.slice(0, 1) : []),
  ]
}

function inputsOf(value: OracleValue, field: Field, operator: string): Scalar[] {
  if (value !== null && typeof value === 'object') return [value.id, value.name.toUpperCase()]
  if (typeof value === 'number')
    return 'divisor' in field ? [value / 3600] : [field.label === 'Total cost' ? value / 100 : value]
  if (typeof value !== 'string' || field.type !== 'text') return [value as Scalar]
  if (operator === 'starts_with') return [value.slice(0, 2).toUpperCase(), '%']
  if (operator === 'ends_with') return [value.slice(-2).toUpperCase(), '_']
  return [value.toUpperCase(), ...(operator.includes('contain') ? [value.slice(1, 3), '_%', '\\'] : ['nobody'])]
}

export const ranges: DateRange[] = [
  ...datePresets.map((preset) => ({ preset })),
  ...['2026-07-01', '2026-04-05', '2025-10-05', '0001-01-01', '9999-12-31'].map((day) => ({ from: day, to: day })),
  { from: '2026-03-31', to: '2026-07-14' },
  { from: '0001-01-01', to: '9999-12-31' },
  ...grains.flatMap((unit) =>
    [1, 2, 7].flatMap((last) => [
      { last, unit },
      { last, unit: `${unit}s` as const },
    ]),
  ),
]

/** Each group alone and each pair of groups. */
export const pairsOf = (source: Source): Pick<Spec, 'group_by' | 'breakdown_by'>[] => {
  const groups = groupsOf(source)
  return groups.flatMap((group_by) => [
    { group_by },
    ...groups.filter((one) => one !== group_by).map((breakdown_by) => ({ group_by, breakdown_by })),
  ])
}
