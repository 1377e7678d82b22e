import { cpus, loadavg } from 'node:os'
import type { CaseResult } from './measure.ts'

export interface Memory {
  now: number
  peak: number
}

const maxMemoryMb = 200

/** The tables that the bench prints and keeps, in Markdown that also reads well on a terminal. */
export function resultTables(results: CaseResult[], memory: Memory | undefined): string {
  const baselines = results.filter(({ benchCase }) => benchCase.kind === 'baseline')
  const growths = results.filter(({ benchCase }) => benchCase.kind === 'growth')
  const parts = []
  if (baselines.length > 0) parts.push(comparison('baseline', 'service', baselines))
  if (growths.length > 0) parts.push(comparison('small', 'large', growths))
  const filters = results.filter(({ benchCase }) => benchCase.kind === 'filter')
  if (filters.length > 0) parts.push(comparison('first page', 'filtered', filters))
  parts.push(
    memory
      ? `Resident memory of the service: ${memory.peak.toFixed(0)} MB at its peak, ${memory.now.toFixed(0)} MB at the end; target ≤ ${maxMemoryMb} MB: ${targetStatus(memory.peak <= maxMemoryMb)}.`
      : 'Resident memory of the service: not measured, this system does not tell it.',
  )
  return parts.join('\n\n')
}

function comparison(reference: string, tested: string, results: CaseResult[]): string {
  const head = [
    'case',
    ...[reference, tested].flatMap((side) => [`${side} req/s`, 'p50 ms', 'p99 ms', 'CPU µs']),
    'ratio (min–max)',
    'target',
    '',
  ]
  const rows = results.map(({ benchCase, reference, tested, ratio }) => [
    benchCase.name,
    ...[reference, tested].flatMap(({ perSecond, p50, p99, cpu }) => [
      perSecond.toFixed(0),
      p50.toFixed(2),
      p99.toFixed(2),
      cpu.toFixed(0),
    ]),
    `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`,
    `≥ ${benchCase.target}`,
    targetStatus(ratio.median >= benchCase.target),
  ])
  return table([head, ...rows])
}

export const targetStatus = (reached: boolean) => (reached ? 'reached' : 'NOT REACHED')

export function table(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))).join(' | ')} |`
  const rule = `|${widths.map((width, n) => `${n === 0 ? ':' : '-'}${'-'.repeat(width)}${n === 0 ? '-' : ':'}`).join('|')}|`
  return [line(rows[0]!), rule, ...rows.slice(1).map(line)].join('\n')
}

export interface Circumstances {
  postgres: string
  rounds: number
  roundSeconds: number
  /** Of the minute before the bench began; its own load comes on top. */
  loadBefore: number
}

export const machineLoad = () => loadavg()[0]!

export const describeMachine = (postgres: string): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, PostgreSQL ${postgres}`

export function describe({ postgres, rounds, roundSeconds, loadBefore }: Circumstances): string {
  return `${new Date().toISOString().slice(0, 10)}, ${describeMachine(postgres)}; ${rounds} rounds of ${roundSeconds} s for each side; load of the machine before: ${loadBefore.toFixed(1)}.`
}

/** What bench/results.md says. */
export const resultsFile = (circumstances: string, tables: string) => `# Speed

Written by \`npm run bench\`; do not edit. ${circumstances}

${tables}

## How to read it

- **Floor** is the least that Node and PostgreSQL can do for the same bytes and the same durable work: bare
  \`node:http\` and \`pg\`, one named statement, no token, no validation, no rule, no log (\`baseline/\`). A write stores its record,
  its event, its history and its counters. Before anything is measured, both sides must give
  equal bodies. The triggers that keep the counts of a list belong to the table, so the floor's writes pay for them too.
- **Service** is the built service as it ships: one log line for each request, written to /dev/null; a pool of 10; only
  the rate limit is off. PostgreSQL is the embedded one with its own settings, so a write is on the disk before its answer.
- **Ratio** is service to floor, the large list to the small one, or a page of what was asked for to the first page of all (of
  50,000 notes of a client, in an organisation with 1,000,000), in requests a second: the median of the rounds, and the range they span. The two sides take turns, so what else the machine does meets both; a wide range says that it
  did a lot. \`GET /me\` can be above 1, because the service remembers a token for a second and the floor asks each time.
- **p50** and **p99** are milliseconds with 16 requests always under way, so they are mostly waiting in line.
- **CPU** is what the Node process itself spends on one request, in microseconds. Load generator, service and PostgreSQL share the
  cores.
- Ratios carry from machine to machine; requests a second do not.
`
