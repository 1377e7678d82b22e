import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmaster } from '../../../src/db/embedded/postmaster.ts'
import { postgresIn } from '../../../src/db/embedded/process.ts'
import { type Arena, openArena } from '../environment.ts'
import { noTotals, round, type Scenario, type Totals } from '../round.ts'

/** The service gives up on a PostgreSQL that ends more often than five times a minute; then the power goes for both. */
const mostDeaths = 4

/**
 * `kill -9` of PostgreSQL while writes run: of its first process, which the service must start again by itself; of any
 * other of its processes, after which PostgreSQL starts itself again; and of everything at once, as when the power goes.
 */
export const killPostgres: Scenario = {
  name: 'kill-postgres',
  title: 'kill -9 of PostgreSQL',
  rounds: { full: 50, quick: 4 },
  async run({ stage, root, rounds, random, progress }): Promise<Totals> {
    const arena = await openArena(stage, root)
    const totals = noTotals()
    let deaths = 0
    for (let n = 1; n <= rounds; n++) {
      const trouble = async () => {
        await sleep(random.between(150, 700))
        const victim = deaths === mostDeaths ? 'all' : random.pick(['postmaster', 'process'])
        deaths = victim === 'all' ? 0 : deaths + (victim === 'postmaster' ? 1 : 0)
        if (victim === 'all') await cutPower(arena)
        else kill(arena, victim === 'postmaster', () => random.next())
        await answersAgain(arena)
      }
      await round(arena, { name: `p${n}`, random, totals, trouble })
      progress(n, totals)
    }
    return totals
  },
}

function kill({ data }: Arena, isFirst: boolean, next: () => number): void {
  const first = readPostmaster(data)?.pid
  if (!first) throw new Error('PostgreSQL does not run')
  const others = postgresIn(data, first).filter((pid) => pid !== first)
  const victim = isFirst ? first : (others[Math.floor(next() * others.length)] ?? first)
  end(victim)
}

async function cutPower({ data, service }: Arena): Promise<void> {
  const first = readPostmaster(data)?.pid ?? 0
  const gone = service.end('SIGKILL')
  for (const pid of postgresIn(data, first)) end(pid)
  await gone
  service.launch()
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Ready three times in a row: right after the blow the service may not have noticed it yet. */
async function answersAgain({ service }: Arena): Promise<void> {
  for (let times = 0; times < 3; times++) {
    await sleep(60)
    await service.ready()
  }
}
