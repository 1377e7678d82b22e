import { setTimeout as sleep } from 'node:timers/promises'
import { startEnvironment } from '../environment.ts'
import { emptyTotals, runRound, type Scenario, type Totals } from '../round.ts'

/** `kill -9` of the service during writes. After the restart every acknowledged write must exist, complete. */
export const killService: Scenario = {
  name: 'kill-service',
  title: 'kill -9 of the service',
  rounds: { full: 50, quick: 4 },
  async run({ harness, root, rounds, random, progress }): Promise<Totals> {
    const environment = await startEnvironment(harness, root)
    const totals = emptyTotals()
    for (let n = 1; n <= rounds; n++) {
      const disrupt = async () => {
        await sleep(random.between(150, 700))
        await environment.service.end('SIGKILL')
        environment.service.launch()
        await environment.service.ready()
      }
      await runRound(environment, { name: `s${n}`, random, totals, disrupt })
      progress(n, totals)
    }
    return totals
  },
}
