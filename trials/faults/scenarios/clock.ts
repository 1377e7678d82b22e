import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import type { Harness } from '../../../bench/harness.ts'
import { openPool } from '../../../src/db/connect/pool.ts'
import { databaseName } from '../../../src/db/embedded/server.ts'
import { socketAddress } from '../../../src/db/embedded/socket.ts'
import { Caller } from '../caller.ts'
import { connectTo, startDatabase } from '../environment.ts'
import { emptyTotals, runRound, type Scenario, type Totals } from '../round.ts'
import { type ClockContext, clockChecks, quota } from './clock-checks.ts'

const hour = 3_600_000
/** Starts and ends of daylight saving time in Sydney. */
const clockChanges = [Date.parse('2026-10-03T16:00:00Z'), Date.parse('2027-04-03T16:00:00Z')]

/** A running clock that can be set to another time. */
class JumpingClock {
  #ahead = 0
  now = () => Date.now() + this.#ahead
  jumpTo(instant: number): void {
    this.#ahead = instant - Date.now()
  }
}

/**
 * Runs the service in this process with a clock that jumps hours forwards and back, also across daylight saving changes.
 * Meanwhile writers write and the jobs run twice at the same time. Then the time-dependent checks run.
 */
export const clockJumps: Scenario = {
  name: 'clock',
  title: 'clock jumps',
  rounds: { full: 12, quick: 2 },
  async run({ harness, root, rounds, random, progress }): Promise<Totals> {
    const { folder } = await startDatabase(harness)
    const time = new JumpingClock()
    const db = openPool(socketAddress(join(folder, 'postgres/data'), databaseName), { size: 10 })
    const { listen, jobs } = await service(root, db, time)
    const [unlimitedPort, limitedPort] = [await listen(harness, 0), await listen(harness, quota)]
    harness.defer(() => db.end())
    const environment = await connectTo(harness, folder, unlimitedPort)
    await db.query(`update access_token set expires_at = '2030-01-01' where org_id = $1`, [environment.fixture.orgId])
    const limitedCaller = new Caller(limitedPort, environment.fixture.token)
    harness.defer(() => limitedCaller.close())
    const totals = emptyTotals()
    for (let n = 1; n <= rounds; n++) {
      const base = random.pick([...clockChanges, Date.now()])
      const randomInstant = () => base + random.between(-8, 8) * hour + random.between(-90, 90) * 1000
      const disrupt = async () => {
        time.jumpTo(base)
        for (let jumps = 0; jumps < 6; jumps++) {
          await sleep(random.between(60, 200))
          time.jumpTo(randomInstant())
          await Promise.all([jobs(), jobs()])
        }
        time.jumpTo(base)
      }
      await runRound(environment, { name: `c${n}`, random, totals, disrupt })
      const context: ClockContext = {
        ...environment,
        limitedCaller,
        port: unlimitedPort,
        time,
        jobs,
        base,
        name: `c${n}`,
      }
      for (const [name, check] of Object.entries(clockChecks)) {
        time.jumpTo(base)
        const problems = await check(context)
        totals.problems.push(
          ...problems.map((text) => `c${n}, around ${new Date(base).toISOString()}: ${name}: ${text}`),
        )
      }
      progress(n, totals)
    }
    return totals
  },
}

/** The built service of a checkout and the jobs that it runs every minute. */
async function service(root: string, db: pg.Pool, time: JumpingClock) {
  const load = (file: string) => import(pathToFileURL(join(root, 'dist/src', file)).href)
  const [{ buildApp }, shifts, tasks, keys] = await Promise.all(
    ['app.js', 'roster/series/job.js', 'tasks/series/job.js', 'http/contract/idempotency.js'].map(load),
  )
  const listen = async (harness: Harness, rateLimit: number): Promise<number> => {
    const config = { rateLimit, formLimit: 0, metricsToken: undefined, trustProxy: false }
    const app = await buildApp({ db, clock: time, config })
    harness.defer(() => app.close())
    await app.listen({ host: '127.0.0.1', port: 0 })
    return app.server.address().port as number
  }
  const fail = (error: unknown) => {
    throw error
  }
  const jobs = async () => {
    await shifts.makeDueShifts(db, time.now(), fail)
    await tasks.makeDueTasks(db, time.now(), fail)
    await keys.sweepKeys(db, time)
  }
  return { listen, jobs }
}
