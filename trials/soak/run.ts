import { parseArgs } from 'node:util'
import { table, verdict } from '../../bench/report.ts'
import { progress, Stage } from '../../bench/stage.ts'
import { databaseUrl } from '../../test/database.ts'
import { record } from '../lib/record.ts'
import type { Arrivals, Outcome } from '../overload/arrivals.ts'
import { startNode } from '../overload/node.ts'
import { peakOf } from '../overload/peak.ts'
import { slopeOf } from './slope.ts'
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
const mostGrowth = 1

interface Found {
  rows: string[][]
  holds: boolean
}

await Stage.run(minutes * 3 + 10, async (stage) => {
  const { address, db } = await stage.database()
  progress('Making the data')
  const requests = await makeTraffic(db)
  await db.query('vacuum analyze')
  const load = stage.program('../trials/overload/arrivals.ts', ['--import', import.meta.resolve('tsx')])
  const come = (arrivals: Omit<Arrivals, 'requests'>) => load.ask<Outcome>({ ...arrivals, requests })
  const soak = (planted?: string) => run(planted)

  if (values.planted) {
    for (const fault of ['keep', 'fail']) {
      const { holds } = await soak(fault)
      progress(
        holds
          ? `The planted fault "${fault}" was NOT found.`
          : `The planted fault "${fault}" was found, as it must be.`,
      )
      if (holds) process.exitCode = 1
    }
    return
  }
  const { rows, holds } = await soak()
  const text = table([['what', 'measured', 'promised', ''], ...rows])
  process.stdout.write(`\n${text}\n`)
  const postgres = (await db.query('show server_version')).rows[0].server_version
  if (minutes >= 15) record({ section: 'soak', command: 'npm run test:soak', postgres, text })
  if (!holds) process.exitCode = 1

  async function run(planted?: string): Promise<Found> {
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
      const { statuses, p99, resets, unanswered: lost } = await at(rate, lap)
      for (const [status, count] of Object.entries(statuses)) sums[status] = (sums[status] ?? 0) + count
      worst = Math.max(worst, p99)
      unanswered += resets + lost
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
    const growth = slopeOf(settled)
    const all = Object.values(sums).reduce((sum, count) => sum + count, 0)
    const failed = Object.entries(sums).filter(([status]) => status[0] !== '2')
    const open = settled.map(({ connections }) => connections)
    const [fewest, most] = [Math.min(...open), Math.max(...open)]
    const checks: [string, string, string, boolean][] = [
      [
        'requests answered',
        `${all} at ${rate} a second (${share * 100} % of ${peak.toFixed(0)}), p99 of the worst half minute ${worst.toFixed(0)} ms`,
        'all of them',
        unanswered === 0,
      ],
      [
        'answers that are no success',
        failed.map(([status, count]) => `${count} × ${status}`).join(', ') || 'none',
        'none',
        failed.length === 0,
      ],
      [
        'memory of the node',
        `${settled[0]!.value.toFixed(0)} MB, then ${settled.at(-1)!.value.toFixed(0)} MB: ${growth >= 0 ? '+' : ''}${growth.toFixed(2)} MB a minute`,
        `at most +${mostGrowth} MB a minute`,
        growth <= mostGrowth,
      ],
      [
        'connections to PostgreSQL',
        `${fewest} to ${most}`,
        'as many at the end as at the beginning',
        most - fewest <= 2,
      ],
    ]
    return {
      rows: checks.map(([what, measured, promised, holds]) => [what, measured, promised, verdict(holds)]),
      holds: checks.every(([, , , holds]) => holds),
    }
  }
})
