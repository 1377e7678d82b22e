import pg from 'pg'
import { type Pipeline, pipeline, sendLast } from '../../db/pipeline.ts'
import { statement, unregisteredStatement } from '../../db/statement.ts'
import { todayIn } from '../../time/local-time.ts'
import { evaluate } from '../logic/formula.ts'
import type { Cell, Column, Results, Row } from '../logic/results.ts'
import type { DateRange, Spec } from '../spec/spec.schema.ts'
import { type Compiled, compile } from './compile.ts'
import { daysOf } from './date-range.ts'
import { tooSlow } from './errors.ts'
import { columnOf, type GroupRow } from './groups.ts'
import { labelOf } from './measures.ts'
import { maxGroups, maxRows } from './ordered.ts'
import { type Question, questionOf } from './question.ts'
import { queueOf } from './queue.ts'

export { isReportError } from './errors.ts'

export interface ReportOrganisation {
  orgId: number
  timezone: string
}

/** Less than the service's own statement timeout. */
const timeoutMilliseconds = 10_000
const queryCancelled = '57014'

export interface ComputeOptions {
  /** Replaces the date range of the spec. */
  dateRange?: DateRange | undefined
  /** Aborted when the client no longer waits for the results. */
  signal?: AbortSignal | undefined
}

/**
 * The results of an insight now. The spec has been checked. On a pool, the statement waits in the queue of reports.
 * Throws an error that `isReportError` recognises if it times out, if the queue is full, or if the client is gone.
 */
export async function computeResults(
  db: pg.Pool | pg.PoolClient,
  { orgId, timezone }: ReportOrganisation,
  spec: Spec,
  now: number,
  { dateRange = spec.date_range, signal }: ComputeOptions = {},
): Promise<Results> {
  const question = questionOf(spec)
  const options = spec.options ?? {}
  const today = todayIn(now, timezone)
  const days = daysOf(dateRange, today)
  const compiled = compile(question, options, { orgId, timezone, today, days })
  const grouped = await runReport<GroupRow>(db, orgId, compiled, { signal })
  const rows = question.group ? withinLimits(grouped) : [oneRow(question, grouped[0]!)]
  return {
    columns: columnsOf(question),
    rows: rows.map((row) => resultRow(question, row)),
    row_count: rows.length,
    truncated: rows.length < grouped.length || (grouped[0]?.groups ?? 0) > maxGroups(options),
    date_range: days,
    timezone,
    generated_at: `${new Date(now).toISOString().slice(0, -1)}000Z`,
  }
}

const limits = statement<[timeout: string], object>(
  'reports.limits',
  `select set_config('statement_timeout', $1, true), set_config('jit', 'off', true),
          set_config('max_parallel_workers_per_gather', '0', true), set_config('plan_cache_mode', 'force_custom_plan', true)`,
)

/**
 * Runs the statement of a report with settings of its own transaction. It is planned for its values, because the date
 * range decides which index is best. JIT compilation would take longer than the statement, and parallel workers would
 * slow down the rest of the API.
 */
export async function runReport<ReportRow extends object>(
  db: pg.Pool | pg.PoolClient,
  orgId: number,
  { text, values }: Compiled,
  { milliseconds = timeoutMilliseconds, signal }: { milliseconds?: number; signal?: AbortSignal | undefined } = {},
): Promise<ReportRow[]> {
  const report = unregisteredStatement<unknown[], ReportRow>('reports.compute', text, { isNamed: false })
  function* batches(): Pipeline<ReportRow[]> {
    const [, rows] = yield* sendLast(limits.call(String(milliseconds)), report.call(...values))
    return rows
  }
  const run = () => pipeline(db, batches)
  try {
    return db instanceof pg.Pool ? await queueOf(db).run(orgId, run, signal) : await run()
  } catch (error) {
    throw (error as { code?: string }).code === queryCancelled ? tooSlow() : error
  }
}

/** 5,000 pairs of people usually have 300 KB of names; the longest names could be 20 times as much. */
const maxLabelBytes = 1_000_000
const bytesOf = (cell: Cell) => (typeof cell === 'string' ? Buffer.byteLength(JSON.stringify(cell)) : 0)

function withinLimits(rows: GroupRow[]): GroupRow[] {
  let bytes = 0
  const end = rows.findIndex(({ g, b }) => {
    bytes += bytesOf(g) + bytesOf(b)
    return bytes > maxLabelBytes
  })
  return rows.slice(0, end < 0 ? maxRows : Math.min(end, maxRows))
}

function oneRow({ formula, measures }: Question, row: object): GroupRow {
  const numbers = Object.values(row).map((value) => (value === null ? null : Number(value)))
  const values = Object.fromEntries(Object.keys(measures).map((name, index) => [name, numbers[index]!]))
  return { groups: 1, g: null, b: null, value: formula ? evaluate(formula, values) : numbers[0]! }
}

function columnsOf({ group, breakdown, formula, measures }: Question): Column[] {
  const groups = [group, breakdown].filter((one) => one !== undefined)
  const label = formula ? 'Value' : labelOf(measures.value!)
  return [...groups.map(columnOf), { key: 'value', label, type: 'number' }]
}

function resultRow({ group, breakdown }: Question, { g, b, value }: GroupRow): Row {
  const cells: [string, Cell][] = [
    ...(group ? [[group.id, g] as [string, Cell]] : []),
    ...(breakdown ? [[breakdown.id, b] as [string, Cell]] : []),
    ['value', value],
  ]
  return Object.fromEntries(cells)
}
