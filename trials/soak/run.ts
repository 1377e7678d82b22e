import { parseArgs } from 'node:util'
import { progress, Stage } from '../../bench/harness.ts'
import { table, verdict } from '../../bench/report.ts'
import { databaseUrl } from '../../test/harness/database.ts'
import type { Arrivals, Outcome } from '../lib/load.ts'
import { peakOf } from '../lib/load.ts'
import { startNode } from '../lib/node.ts'
import { scored } from '../lib/planted.ts'
import { record } from '../lib/report.ts'
import { makeTraffic, tryAll } from './traffic.ts'

const usage = `A quarter of an hour of mixed traffic at 70 % of what one node can do.

  npm run test:soak [-- --minutes 15] [--planted]

  --minutes N  for how long; under 15 nothing is written to docs/reliability.md
  --planted    a node that keeps something of every request and one that fails now and then: both must be found
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
/** The first part fills caches and pools, and says nothing about growth. */
const settling = 0.3
/**
 * Megabytes a minute. Memory goes up and down by several from one half minute to the next, so growth is what is left of the slope
 * when twice its standard error is taken off; and no noise excuses more than a megabyte a minute.
 */
const mostCertainGrowth = 0.1
const mostGrowth = 1
/** In a planted run, whose minute is over before memory settles. What it keeps on purpose is several times as much. */
const mostGrowthUnsettled = 60

interface Finding {
  what: string
  measured: string
  promised: string
  holds: boolean
}

/** Faults by their names in trials/lib/node-faults.js, and what each breaks, by words of the promise. */
const faults = [
  { what: 'something of every request is kept', plant: 'keep', breaks: 'memory' },
  { what: 'one answer in two thousand fails', plant: 'fail', breaks: 'no success' },
]

await Stage.run(minutes * 3 + 10, async (stage) => {
  const { address, db } = await stage.database()
  progress('Making the data')
  const requests = await makeTraffic(db)
  await db.query('vacuum analyze')
  const load = stage.program(new URL('../lib/load-generator.ts', import.meta.url), [
    '--import',
    import.meta.resolve('tsx'),
  ])
  const come = (arrivals: Omit<Arrivals, 'requests'>) => load.ask<Outcome>({ ...arrivals, requests })
  const postgres = (await db.query('show server_version')).rows[0].server_version

  if (values.planted) {
    return scored({
      section: 'soak-planted',
      command: 'npm run test:soak -- --planted',
      postgres,
      names: faults.map(({ what }) => what),
      attempt: async (name) => {
        const { plant, breaks = '' } = faults.find(({ what }) => what === name) ?? {}
        const broken = (await run(plant)).find(({ what, holds }) => !holds && what.includes(breaks))
        return broken && { short: `${broken.what}: ${broken.measured}`, long: `${broken.what}: ${broken.measured}` }
      },
    })
  }
  const findings = await run()
  const rows = findings.map(({ what, measured, promised, holds }) => [what, measured, promised, verdict(holds)])
  const text = table([['what', 'measured', 'promised', ''], ...rows])
  process.stdout.write(`\n${text}\n`)
  if (minutes >= 15) record({ section: 'soak', command: 'npm run test:soak', postgres, text })
  if (findings.some(({ holds }) => !holds)) process.exitCode = 1

  async function run(planted?: string): Promise<Finding[]> {
    const node = await startNode(stage, { DATABASE_URL: databaseUrl(address), WATTLE_RATE_LIMIT: '0' }, planted)
    const at = (rate: number, seconds: number) => come({ ports: [node.port], rate, seconds })
    if (!planted) await tryAll(node.port, requests)
    const peak = await peakOf(at, values.planted ?? false)
    const rate = Math.round(peak * share)
    const samples: { at: number; value: number; connections: number }[] = []
    const sums: Record<string, number> = {}
    let [worst, unanswered] = [0, 0]
    const lap = values.planted ? 10 : 30
    const laps = values.planted ? 6 : Math.ceil((minutes * 60) / lap)
    for (let n = 1; n <= laps; n++) {
      const { statuses, p99, resets, unanswered: lost, unsent } = await at(rate, lap)
      for (const [status, count] of Object.entries(statuses)) sums[status] = (sums[status] ?? 0) + count
      worst = Math.max(worst, p99)
      unanswered += resets + lost + unsent
      const { rows } = await db.query(
        `select count(*) as connections from pg_stat_activity where application_name = 'wattle' and pid <> pg_backend_pid()`,
      )
      samples.push({ at: (n * lap) / 60, value: node.memory().now, connections: Number(rows[0].connections) })
      progress(
        `  ${((n * lap) / 60).toFixed(1)} of ${(laps * lap) / 60} min: ${rate}/s, p99 ${p99.toFixed(0)} ms, ${samples.at(-1)!.value.toFixed(0)} MB`,
      )
    }
    await node.stop()
    const settled = samples.slice(Math.floor(samples.length * settling))
    const { slope, error } = slopeOf(settled)
    const certain = slope - 2 * error
    const all = Object.values(sums).reduce((sum, count) => sum + count, 0)
    const failed = Object.entries(sums).filter(([status]) => status[0] !== '2')
    const open = settled.map(({ connections }) => connections)
    const [fewest, most] = [Math.min(...open), Math.max(...open)]
    return [
      {
        what: 'requests answered',
        measured: `${all} at ${rate} a second (${share * 100} % of ${peak.toFixed(0)}), p99 of the worst half minute ${worst.toFixed(0)} ms`,
        promised: 'all of them',
        holds: unanswered === 0,
      },
      {
        what: 'answers that are no success',
        measured: failed.map(([status, count]) => `${count} × ${status}`).join(', ') || 'none',
        promised: 'none',
        holds: failed.length === 0,
      },
      {
        what: 'memory of the node, MB a minute',
        measured: `${slope >= 0 ? '+' : ''}${slope.toFixed(2)} ± ${(2 * error).toFixed(2)} (${settled[0]!.value.toFixed(0)} MB, then ${settled.at(-1)!.value.toFixed(0)} MB)`,
        promised: `at most +${mostCertainGrowth} for certain, +${mostGrowth} at all`,
        holds: values.planted ? slope <= mostGrowthUnsettled : certain <= mostCertainGrowth && slope <= mostGrowth,
      },
      {
        what: 'connections to PostgreSQL',
        measured: `${fewest} to ${most}`,
        promised: 'as many at the end as at the beginning',
        holds: most - fewest <= 2,
      },
    ]
  }
})

/** How much a value grows with time: the slope of the straight line that fits best, and its standard error. */
function slopeOf(points: { at: number; value: number }[]): { slope: number; error: number } {
  const sum = (of: (point: { at: number; value: number }) => number) =>
    points.reduce((all, point) => all + of(point), 0)
  const [at, value] = [sum((point) => point.at) / points.length, sum((point) => point.value) / points.length]
  const spread = sum((point) => (point.at - at) ** 2)
  const slope = sum((point) => (point.at - at) * (point.value - value)) / spread
  const off = sum((point) => (point.value - value - slope * (point.at - at)) ** 2)
  return { slope, error: Math.sqrt(off / (points.length - 2) / spread) }
}
