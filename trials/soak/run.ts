import { parseArgs } from 'node:util'
import { Harness, progress } from '../../bench/harness.ts'
import { table, targetStatus } from '../../bench/report.ts'
import { databaseUrl } from '../../test/harness/database.ts'
import type { LoadPlan, LoadResult } from '../lib/load.ts'
import { findPeakRate } from '../lib/load.ts'
import { startNode } from '../lib/node.ts'
import { findPlantedFaults } from '../lib/planted.ts'
import { recordFigures } from '../lib/report.ts'
import { checkTraffic, makeTraffic } from './traffic.ts'

const usage = `15 minutes of mixed traffic at 70 % of the peak rate of one node.

  npm run test:soak [-- --minutes 15] [--planted]

  --minutes N  duration; below 15 nothing is written to trials/results/
  --planted    plants a memory leak and rare failures, and fails unless both are found
`
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '15' }, planted: { type: 'boolean' }, help: { type: 'boolean' } },
})
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}
const minutes = Number(values.minutes)
const share = 0.7
/** The first part fills caches and pools, so it is not used for the growth. */
const warmUpShare = 0.3
/**
 * Megabytes per minute. Memory varies by several megabytes, so certain growth is the slope minus twice its standard error. The
 * slope itself has a limit too.
 */
const maxCertainGrowth = 0.1
const maxGrowth = 1
/** For a planted run, which ends before memory settles. The planted leak is several times as large. */
const maxUnsettledGrowth = 60

interface Finding {
  what: string
  measured: string
  target: string
  isMet: boolean
}

/** Faults of trials/lib/node-faults.js, and text of the figure that each must break. */
const faults = [
  { what: 'a memory leak in every request', plant: 'keep', breaks: 'memory' },
  { what: 'one response in 2,000 fails', plant: 'fail', breaks: 'unsuccessful' },
]

await Harness.run(minutes * 3 + 10, async (harness) => {
  const { address, db } = await harness.database()
  progress('Making the data')
  const requests = await makeTraffic(db)
  await db.query('vacuum analyze')
  const load = harness.program(new URL('../lib/load-generator.ts', import.meta.url), [
    '--import',
    import.meta.resolve('tsx'),
  ])
  const sendLoad = (plan: Omit<LoadPlan, 'requests'>) => load.send<LoadResult>({ ...plan, requests })
  const postgres = (await db.query('show server_version')).rows[0].server_version

  if (values.planted) {
    return findPlantedFaults({
      section: 'soak-planted',
      command: 'npm run test:soak -- --planted',
      postgres,
      names: faults.map(({ what }) => what),
      attempt: async (name) => {
        const { plant, breaks = '' } = faults.find(({ what }) => what === name) ?? {}
        const missed = (await run(plant)).find(({ what, isMet }) => !isMet && what.includes(breaks))
        return missed && { short: `${missed.what}: ${missed.measured}`, long: `${missed.what}: ${missed.measured}` }
      },
    })
  }
  const findings = await run()
  const rows = findings.map(({ what, measured, target, isMet }) => [what, measured, target, targetStatus(isMet)])
  const text = table([['figure', 'measured', 'target', ''], ...rows])
  process.stdout.write(`\n${text}\n`)
  if (minutes >= 15) recordFigures({ section: 'soak', command: 'npm run test:soak', postgres, text })
  if (findings.some(({ isMet }) => !isMet)) process.exitCode = 1

  async function run(planted?: string): Promise<Finding[]> {
    const node = await startNode(harness, { DATABASE_URL: databaseUrl(address), WATTLE_RATE_LIMIT: '0' }, planted)
    const at = (rate: number, seconds: number) => sendLoad({ ports: [node.port], rate, seconds })
    if (!planted) await checkTraffic(node.port, requests)
    const peak = await findPeakRate(at, values.planted ?? false)
    const rate = Math.round(peak * share)
    const samples: { at: number; value: number; connections: number }[] = []
    const statusCounts: Record<string, number> = {}
    let [worstP99, unanswered] = [0, 0]
    const intervalSeconds = values.planted ? 10 : 30
    const intervals = values.planted ? 6 : Math.ceil((minutes * 60) / intervalSeconds)
    for (let n = 1; n <= intervals; n++) {
      const { statuses, p99, resets, unanswered: lost, unsent } = await at(rate, intervalSeconds)
      for (const [status, count] of Object.entries(statuses)) statusCounts[status] = (statusCounts[status] ?? 0) + count
      worstP99 = Math.max(worstP99, p99)
      unanswered += resets + lost + unsent
      const { rows } = await db.query(
        `select count(*) as connections from pg_stat_activity where application_name = 'wattle' and pid <> pg_backend_pid()`,
      )
      samples.push({
        at: (n * intervalSeconds) / 60,
        value: node.memory().now,
        connections: Number(rows[0].connections),
      })
      progress(
        `  ${((n * intervalSeconds) / 60).toFixed(1)} of ${(intervals * intervalSeconds) / 60} min: ${rate}/s, p99 ${p99.toFixed(0)} ms, ${samples.at(-1)!.value.toFixed(0)} MB`,
      )
    }
    await node.stop()
    const settled = samples.slice(Math.floor(samples.length * warmUpShare))
    const { slope, error } = slopeOf(settled)
    const certain = slope - 2 * error
    const all = Object.values(statusCounts).reduce((sum, count) => sum + count, 0)
    const failed = Object.entries(statusCounts).filter(([status]) => status[0] !== '2')
    const open = settled.map(({ connections }) => connections)
    const [fewest, most] = [Math.min(...open), Math.max(...open)]
    return [
      {
        what: 'requests answered',
        measured: `${all} at ${rate} requests/s (${share * 100} % of ${peak.toFixed(0)}), p99 of the worst 30 seconds ${worstP99.toFixed(0)} ms`,
        target: 'all',
        isMet: unanswered === 0,
      },
      {
        what: 'unsuccessful responses',
        measured: failed.map(([status, count]) => `${count} × ${status}`).join(', ') || 'none',
        target: 'none',
        isMet: failed.length === 0,
      },
      {
        what: 'memory growth of the node, MB per minute',
        measured: `${slope >= 0 ? '+' : ''}${slope.toFixed(2)} ± ${(2 * error).toFixed(2)} (${settled[0]!.value.toFixed(0)} MB, then ${settled.at(-1)!.value.toFixed(0)} MB)`,
        target: `at most +${maxCertainGrowth} certain, +${maxGrowth} in total`,
        isMet: values.planted ? slope <= maxUnsettledGrowth : certain <= maxCertainGrowth && slope <= maxGrowth,
      },
      {
        what: 'connections to PostgreSQL',
        measured: `${fewest} to ${most}`,
        target: 'constant',
        isMet: most - fewest <= 2,
      },
    ]
  }
})

/** Slope and standard error of a linear regression. */
function slopeOf(points: { at: number; value: number }[]): { slope: number; error: number } {
  const sum = (of: (point: { at: number; value: number }) => number) =>
    points.reduce((all, point) => all + of(point), 0)
  const [at, value] = [sum((point) => point.at) / points.length, sum((point) => point.value) / points.length]
  const variance = sum((point) => (point.at - at) ** 2)
  const slope = sum((point) => (point.at - at) * (point.value - value)) / variance
  const residuals = sum((point) => (point.value - value - slope * (point.at - at)) ** 2)
  return { slope, error: Math.sqrt(residuals / (points.length - 2) / variance) }
}
