import { progress, Stage } from '../../bench/harness.ts'
import { table, verdict } from '../../bench/report.ts'
import { record } from '../lib/report.ts'
import { type Arena, type Finding, makeArena } from './environment.ts'
import { flood } from './flood.ts'
import { neighbour } from './neighbour.ts'
import { type Part, parts, readOptions } from './options.ts'
import { plantFaults } from './planted.ts'
import { counts } from './shared-limit.ts'
import { drips } from './slow-connections.ts'

const options = readOptions(process.argv.slice(2))
const titles = {
  flood: 'Three times what a node can do',
  neighbour: 'A noisy neighbour',
  drips: 'Slow connections',
  counts: 'Limits over three nodes',
}
const eachWay = async (trial: typeof flood, arena: Arena) => {
  const findings: Finding[] = []
  for (const way of arena.options.ways) {
    progress(` ${way}`)
    findings.push(...(await trial(arena, { way })))
  }
  return findings
}
const runs: Record<Part, (arena: Arena) => Promise<Finding[]>> = {
  flood: (arena) => eachWay(flood, arena),
  neighbour: (arena) => eachWay(neighbour, arena),
  drips,
  counts,
}

await Stage.run(40, async (stage) => {
  const arena = await makeArena(stage, options)
  const postgres = (await arena.db.query('show server_version')).rows[0].server_version
  if (options.planted) return plantFaults(arena, postgres)
  const findings: Finding[] = []
  for (const part of parts.filter((part) => options.only.includes(part))) {
    progress(titles[part])
    findings.push(...(await runs[part](arena)))
  }
  const rows = findings.map(({ what, measured, promised, holds }) => [what, measured, promised, verdict(holds)])
  const text = table([['what', 'measured', 'promised', ''], ...rows])
  process.stdout.write(`\n${text}\n`)
  const isWhole = !options.quick && options.only.length === parts.length && options.ways.length === 2
  if (isWhole) record({ section: 'overload', command: 'npm run test:overload', postgres, text })
  if (findings.every(({ holds }) => holds)) return
  const only = options.only.map((part) => ` --only ${part}`).join('')
  progress(`Not all that is promised holds. Again: npm run test:overload --${only}`)
  process.exitCode = 1
})
