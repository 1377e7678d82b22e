import { Stage } from '../../bench/stage.ts'
import { Random } from '../../src/bundle/demo/random.ts'
import { disk } from './disk.ts'
import { killPostgres } from './kill-postgres.ts'
import { killService } from './kill-service.ts'
import { nodes } from './nodes.ts'
import { readOptions } from './options.ts'
import { proxy } from './proxy.ts'
import { noTotals } from './round.ts'
import { checkout } from './service.ts'

const scenarios = [killService, killPostgres, proxy, disk, nodes]
const options = readOptions(
  process.argv.slice(2),
  scenarios.map(({ name }) => name),
  [],
)

// What nobody caught must not leave processes behind: the stage is taken down as by a signal.
process.on('uncaughtException', (error) => {
  console.error(error)
  process.kill(process.pid, 'SIGTERM')
})

await Stage.run(30, async (stage) => {
  for (const s of scenarios) {
    if (options.only.length && !options.only.includes(s.name)) continue
    const t = Date.now()
    const totals = await s.run({
      stage,
      root: checkout,
      rounds: options.rounds ?? s.rounds.full,
      random: new Random(options.seed),
      progress: (n, t) =>
        console.log(
          n,
          t.acknowledged,
          t.problems.length,
          t.problems.slice(-3).map((x) => x.slice(0, 400)),
        ),
    })
    console.log(s.name, Date.now() - t, JSON.stringify(totals).slice(0, 3000))
  }
})
void noTotals
