import { setTimeout as sleep } from 'node:timers/promises'
import { openArena } from '../environment.ts'
import { noTotals, round, type Scenario, type Totals } from '../round.ts'

/** `kill -9` of the service at any point of a write load; the next start must find every acknowledged write, whole. */
export const killService: Scenario = {
  name: 'kill-service',
  title: 'kill -9 of the service',
  rounds: { full: 50, quick: 4 },
  async run({ stage, root, rounds, random, progress }): Promise<Totals> {
    const arena = await openArena(stage, root)
    const totals = noTotals()
    for (let n = 1; n <= rounds; n++) {
      const trouble = async () => {
        await sleep(random.between(150, 700))
        await arena.service.end('SIGKILL')
        arena.service.launch()
        await arena.service.ready()
      }
      await round(arena, { name: `s${n}`, random, totals, trouble })
      progress(n, totals)
    }
    return totals
  },
}
