import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmaster } from '../../../src/db/embedded/postmaster.ts'
import { postgresPidsIn } from '../../../src/db/embedded/process.ts'
import { type Environment, startEnvironment } from '../environment.ts'
import { emptyTotals, runRound, type Scenario, type Totals } from '../round.ts'

/** The service stops restarting PostgreSQL after five exits in a minute. After four, both are killed together. */
const maxRestarts = 4

/**
 * `kill -9` during writes: of the postmaster, which the service must restart; of another PostgreSQL process, after which
 * PostgreSQL recovers by itself; and of the service and all PostgreSQL processes at once, as in a power failure.
 */
export const killPostgres: Scenario = {
  name: 'kill-postgres',
  title: 'kill -9 of PostgreSQL',
  rounds: { full: 50, quick: 4 },
  async run({ harness, root, rounds, random, progress }): Promise<Totals> {
    const environment = await startEnvironment(harness, root)
    const totals = emptyTotals()
    let restarts = 0
    for (let n = 1; n <= rounds; n++) {
      const disrupt = async () => {
        await sleep(random.between(150, 700))
        const victim = restarts === maxRestarts ? 'all' : random.pick(['postmaster', 'process'])
        restarts = victim === 'all' ? 0 : restarts + (victim === 'postmaster' ? 1 : 0)
        if (victim === 'all') await cutPower(environment)
        else kill(environment, victim === 'postmaster', () => random.next())
        await waitUntilStable(environment)
      }
      await runRound(environment, { name: `p${n}`, random, totals, disrupt })
      progress(n, totals)
    }
    return totals
  },
}

function kill({ data }: Environment, isPostmaster: boolean, next: () => number): void {
  const postmaster = readPostmaster(data)?.pid
  if (!postmaster) throw new Error('PostgreSQL is not running')
  const others = postgresPidsIn(data, postmaster).filter((pid) => pid !== postmaster)
  const victim = isPostmaster ? postmaster : (others[Math.floor(next() * others.length)] ?? postmaster)
  killProcess(victim)
}

async function cutPower({ data, service }: Environment): Promise<void> {
  const postmaster = readPostmaster(data)?.pid ?? 0
  const gone = service.end('SIGKILL')
  for (const pid of postgresPidsIn(data, postmaster)) killProcess(pid)
  await gone
  service.launch()
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

/** Ready three times in a row: right after the kill the service may not have noticed it. */
async function waitUntilStable({ service }: Environment): Promise<void> {
  for (let times = 0; times < 3; times++) {
    await sleep(60)
    await service.ready()
  }
}
