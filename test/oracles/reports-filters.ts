import type { Filters, FilterValue, Scalar } from '../../src/reports/spec/spec.schema.ts'
import type { OracleRow, OracleValue } from './reports-rows.ts'

/** Numbers that the oracle stores in smaller units: seconds for hours, cents for money. */
export const parts: Record<string, bigint> = { hours: 3600n, total_cost: 100n }

/** Whether a row matches filters, by the oracle's own rules. */
export const passes = (row: OracleRow, filters: Filters = {}): boolean =>
  Object.entries(filters).every(([field, filter]) => meets(row.fields[field]!, filter, field))

const negatives: Record<string, string> = { is_not: 'is', not_in: 'in', does_not_contain: 'contains' }

function meets(value: OracleValue, filter: FilterValue, field: string): boolean {
  if (Array.isArray(filter)) return meets(value, { operator: 'in', value: filter }, field)
  if (typeof filter !== 'object') return meets(value, { operator: 'is', value: filter }, field)
  const { operator, value: wanted } = filter as { operator: string; value?: Scalar | Scalar[] }
  const positive = negatives[operator]
  if (positive) return !meets(value, { operator: positive, value: wanted } as FilterValue, field)
  const isNone = value === null || value === ''
  if (operator === 'empty') return isNone
  if (operator === 'not_empty') return !isNone
  if (operator === 'in') return (wanted as Scalar[]).some((one) => meets(value, one, field))
  if (isNone) return wanted === ''
  if (typeof value === 'number')
    return compared(toTenThousandths(value / Number(parts[field] ?? 1n)), operator, wanted as number)
  if (typeof value === 'boolean') return value === wanted
  if (typeof value === 'object')
    return typeof wanted === 'number' ? value.id === wanted : same(value.name, wanted as string)
  const [has, expected] = [value.toLowerCase(), String(wanted).toLowerCase()]
  switch (operator) {
    case 'is':
      return has === expected
    case 'contains':
      return has.includes(expected)
    case 'starts_with':
      return has.startsWith(expected)
    case 'ends_with':
      return has.endsWith(expected)
    case 'on_or_after':
      return value >= expected
    case 'on_or_before':
      return value <= expected
    case 'between':
      return value >= (wanted as string[])[0]! && value <= (wanted as string[])[1]!
  }
  throw new Error(`the oracle has no ${operator}`)
}
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** In ten-thousandths, the precision of results. */
const toTenThousandths = (value: number) => Math.round(value * 10_000)

function compared(value: number, operator: string, wanted: number | number[]): boolean {
  const [a, b] = [wanted].flat().map(toTenThousandths) as [number, number]
  const signs: Record<string, boolean> = { is: value === a, more_than: value > a, at_least: value >= a }
  const others: Record<string, boolean> = {
    less_than: value < a,
    at_most: value <= a,
    between: value >= a && value <= b,
  }
  return { ...signs, ...others }[operator]!
}
