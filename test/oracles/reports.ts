import { Temporal } from 'temporal-polyfill'
import type { DayRange, Row } from '../../src/reports/logic/results.ts'
import type { Spec } from '../../src/reports/spec/spec.schema.ts'
import { oracleDays } from './reports-days.ts'
import { parts, passes } from './reports-filters.ts'
import type { Named, OracleRow } from './reports-rows.ts'

/**
 * The results of an insight, computed in plain TypeScript without SQL and without code of the engine. Values are
 * integers of ten-thousandths, so that rounding and comparing are exact.
 */
export interface OracleResults {
  rows: Row[]
  truncated: boolean
}

/** The field that date_range applies to. */
const dated: Record<string, string> = {
  ...{ clients: 'created_at', staff: 'created_at', appointments: 'start', tasks: 'date', charges: 'date' },
  ...{ prospects: 'date_of_lead', form_submissions: 'submitted_at', notes: 'date' },
}

const maxRows = 5000
const unit = 10_000n

export function oracleResults(
  source: OracleRow[],
  spec: Spec,
  today: string,
  evaluateFormula?: Formula,
): OracleResults {
  const days = oracleDays(spec.date_range, today)
  const field = dated[spec.source]!
  const rows = source.filter((row) => inDays(row.fields[field] as string | null, days) && passes(row, spec.filters))
  if (spec.formula) {
    const terms = Object.entries(spec.formula.terms).map(([name, term]) => {
      const value = aggregated(
        rows.filter((row) => passes(row, term.filters)),
        term.metric,
      )
      return [name, value === null ? null : Number(value) / 10_000]
    })
    return { rows: [{ value: evaluateFormula!(Object.fromEntries(terms)) }], truncated: false }
  }
  if (spec.visualization === 'metric' || spec.group_by === undefined)
    return { rows: [{ value: toNumber(aggregated(rows, spec.metric)) }], truncated: false }
  return grouped(rows, spec, spec.group_by)
}
type Formula = (terms: Record<string, number | null>) => number | null

interface Group {
  key: string
  label: string | boolean | null
  order: (string | number)[]
  rows: OracleRow[]
}

function grouped(rows: OracleRow[], spec: Spec, group_by: string): OracleResults {
  const breakdown = spec.breakdown_by
  const brokenDown = (among: OracleRow[]) => (breakdown ? groupsOf(among, breakdown) : undefined)
  const parted = brokenDown(rows)
  const groups = groupsOf(rows, group_by).map((group) => {
    const values = cellsOf(group, parted, spec).flatMap(({ value }) => (value === null ? [] : [value]))
    return { ...group, total: values.length > 0 ? values.reduce((a, b) => a + b) : null }
  })
  const { by, direction } =
    spec.options?.sort ??
    (group_by.includes(':') ? { by: 'group', direction: 'asc' } : { by: 'value', direction: 'desc' })
  const sign = direction === 'asc' ? 1 : -1
  groups.sort((a, b) => {
    if (by === 'group') return byOrder(a, b, sign)
    if (a.total === null || b.total === null)
      return Number(a.total === null) - Number(b.total === null) || byOrder(a, b, 1)
    return a.total === b.total ? byOrder(a, b, 1) : a.total < b.total ? -sign : sign
  })
  const limit = Math.min(spec.options?.limit ?? maxRows, maxRows)
  const limited = groups.slice(0, limit)
  // Duplicate names of a breakdown are determined among the displayed groups.
  const among = brokenDown(limited.flatMap((group) => group.rows))
  const all = limited.flatMap((group) =>
    cellsOf(group, among, spec).map((cell) => ({
      [group_by]: group.label,
      ...(breakdown && { [breakdown]: cell.label }),
      value: toNumber(cell.value),
    })),
  )
  return { rows: all.slice(0, maxRows), truncated: groups.length > limit || all.length > maxRows }
}

function cellsOf(group: Group, parted: Group[] | undefined, { metric }: Spec) {
  if (parted === undefined) return [{ label: null, value: aggregated(group.rows, metric) }]
  const members = new Set(group.rows)
  return parted.flatMap(({ label, rows }) => {
    const both = rows.filter((row) => members.has(row))
    return both.length > 0 ? [{ label, value: aggregated(both, metric) }] : []
  })
}

/** In ascending order, nulls last. */
function groupsOf(rows: OracleRow[], id: string): Group[] {
  const [name, grain] = id.split(':') as [string, string | undefined]
  const groups = new Map<string, Group & { named: Named | null }>()
  for (const row of rows) {
    const value = row.fields[name] === '' ? null : row.fields[name]!
    const named = value !== null && typeof value === 'object' ? value : null
    const label = named
      ? named.name
      : grain && value !== null
        ? grainOf(value as string, grain)
        : (value as string | null)
    const key = JSON.stringify(named ? named.id : label)
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { key, label, named, order: [], rows: [row] })
  }
  const all = [...groups.values()]
  const hasDuplicate = (label: unknown) => all.filter((group) => group.named?.name === label).length > 1
  for (const group of all) {
    if (group.named && hasDuplicate(group.named.name)) group.label = `${group.named.name} (${group.named.id})`
  }
  for (const group of all) {
    const text = String(group.label)
    group.order = [text.toLowerCase(), text, group.named?.id ?? 0]
  }
  return all.sort((a, b) => byOrder(a, b, 1))
}

function byOrder(a: Group, b: Group, sign: number): number {
  if (a.label === null || b.label === null) return Number(a.label === null) - Number(b.label === null)
  for (const [index, mine] of a.order.entries()) {
    const theirs = b.order[index]!
    if (mine !== theirs) return mine < theirs ? -sign : sign
  }
  return 0
}

/** Cached, because Temporal is slow and days repeat. */
const grainsOfDays = new Map<string, string>()
function grainOf(day: string, grain: string): string {
  const known = grainsOfDays.get(day + grain) ?? firstOf(Temporal.PlainDate.from(day), grain)
  grainsOfDays.set(day + grain, known)
  return known
}

function firstOf(date: Temporal.PlainDate, grain: string): string {
  const day = date.toString()
  if (grain === 'day') return day
  if (grain === 'week') return date.subtract({ days: date.dayOfWeek - 1 }).toString()
  if (grain === 'month') return day.slice(0, 7)
  return grain === 'year' ? day.slice(0, 4) : `${day.slice(0, 4)}-Q${Math.ceil(date.month / 3)}`
}

/** In ten-thousandths. */
function aggregated(rows: OracleRow[], metric: string): bigint | null {
  const [name, aggregation] = metric.split('::') as [string, string]
  const values = rows.flatMap((row) => (row.metrics[name] === null ? [] : [row.metrics[name]!]))
  // A note of several clients has several rows and counts once.
  if (aggregation === 'count') return BigInt(name === 'records' ? new Set(values).size : values.length) * unit
  if (aggregation === 'count_distinct') return BigInt(new Set(values).size) * unit
  if (values.length === 0) return null
  const numbers = (values as number[]).map(BigInt)
  const one = parts[name] ?? 1n
  const sum = numbers.reduce((a, b) => a + b, 0n)
  const smallest = numbers.reduce((a, b) => (a < b ? a : b))
  const largest = numbers.reduce((a, b) => (a > b ? a : b))
  if (aggregation === 'avg') return divided(sum * unit, one * BigInt(numbers.length))
  return divided({ sum, min: smallest, max: largest }[aggregation]! * unit, one)
}

/** Rounds half away from zero. */
function divided(a: bigint, b: bigint): bigint {
  const size = ((a < 0n ? -a : a) * 2n + b) / (2n * b)
  return a < 0n ? -size : size
}
const toNumber = (value: bigint | null): number | null => (value === null ? null : Number(value) / 10_000)

const inDays = (day: string | null, { from, to }: DayRange): boolean =>
  (from === null || (day !== null && day >= from)) && (to === null || (day !== null && day <= to))
