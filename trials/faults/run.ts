import { Stage } from '../../bench/stage.ts'
import { Random } from '../../src/bundle/demo/random.ts'
import { noTotals } from './arena.ts'
import { killPostgres } from './kill-postgres.ts'
import { killService } from './kill-service.ts'
import { readOptions } from './options.ts'
import { checkout } from './service.ts'

const scenarios = [killService, killPostgres]
const options = readOptions(
  process.argv.slice(2),
  scenarios.map(({ name }) => name),
  [],
)

await Stage.run(30, async (stage) => {
  for (const s of scenarios) {
    if (options.only.length && !options.only.includes(s.name)) continue
    const t = Date.now()
    const totals = await s.run({
      stage,
      root: checkout,
      rounds: options.rounds ?? s.rounds.full,
      random: new Random(options.seed),
      progress: (n, t) => console.log(n, t.acknowledged, t.problems.length),
    })
    console.log(s.name, Date.now() - t, totals)
  }
})
void noTotals
