import { cpus, loadavg } from 'node:os'
import type { CaseResult } from './measure.ts'

export interface Memory {
  now: number
  peak: number
}

const maxMemoryMb = 200

/** The result tables, in Markdown that is readable on a terminal too. */
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
      : 'Resident memory of the service: not measured on this system.',
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
  /** Load average of the minute before the run. */
  loadBefore: number
}

export const machineLoad = () => loadavg()[0]!

export const describeMachine = (postgres: string): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, PostgreSQL ${postgres}`

export function describe({ postgres, rounds, roundSeconds, loadBefore }: Circumstances): string {
  return `${new Date().toISOString().slice(0, 10)}, ${describeMachine(postgres)}; ${rounds} rounds of ${roundSeconds} s for each side; machine load before: ${loadBefore.toFixed(1)}.`
}

/** The text of bench/results.md. */
export const resultsFile = (circumstances: string, tables: string) => `# Speed

Written by \`npm run bench\`; do not edit. ${circumstances}

${tables}

## How to read it

- **Baseline** is the least work that Node and PostgreSQL need for the same response and the same durable write: plain
  \`node:http\` and \`pg\`, one named statement, no token, no validation, no rules, no log (\`baseline/\`). A write stores its
  record, event, history and counters. Before the measurement both sides must return equal bodies. The triggers that maintain
  the counters belong to the tables, so writes of the baseline run them too.
- **Service** is the built service with its defaults: one log line per request, written to /dev/null, and a pool of 10. Only the
  rate limit is off. PostgreSQL is the embedded one with its shipped settings, so a write is on the disk before its response.
- **Ratio** compares requests per second: service to baseline, a large list to a small one, or a filtered page to the unfiltered
  first page (of a client with 50,000 notes, in an organisation with 1,000,000). It is the median of the rounds, with their
  range. The sides are measured alternately, so other load on the machine affects both; a wide range shows that there was much
  of it. \`GET /me\` can be above 1, because the service caches a token for a second and the baseline reads it each time.
- **p50** and **p99** are milliseconds with 16 concurrent requests, so most of the time is waiting.
- **CPU** is the CPU time of the Node process per request, in microseconds. Load generator, service and PostgreSQL share the
  cores.
- Ratios are comparable between machines; requests per second are not.
`
