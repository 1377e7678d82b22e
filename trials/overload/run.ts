import { Harness, progress } from '../../bench/harness.ts'
import { table, targetStatus } from '../../bench/report.ts'
import { recordFigures } from '../lib/report.ts'
import { createEnvironment, type Environment, type Finding } from './environment.ts'
import { flood } from './flood.ts'
import { neighbour } from './neighbour.ts'
import { type Part, parts, readOptions } from './options.ts'
import { runPlanted } from './planted.ts'
import { sharedLimit } from './shared-limit.ts'
import { slowConnections } from './slow-connections.ts'

const options = readOptions(process.argv.slice(2))
const titles = {
  flood: 'Three times the peak rate',
  neighbour: 'A noisy neighbour',
  drips: 'Slow connections',
  counts: 'Limits over three nodes',
}
const eachWay = async (trial: typeof flood, environment: Environment) => {
  const findings: Finding[] = []
  for (const way of environment.options.ways) {
    progress(` ${way}`)
    findings.push(...(await trial(environment, { way })))
  }
  return findings
}
const runs: Record<Part, (environment: Environment) => Promise<Finding[]>> = {
  flood: (environment) => eachWay(flood, environment),
  neighbour: (environment) => eachWay(neighbour, environment),
  drips: slowConnections,
  counts: sharedLimit,
}

await Harness.run(40, async (harness) => {
  const environment = await createEnvironment(harness, options)
  const postgres = (await environment.db.query('show server_version')).rows[0].server_version
  if (options.planted) return runPlanted(environment, postgres)
  const findings: Finding[] = []
  for (const part of parts.filter((part) => options.only.includes(part))) {
    progress(titles[part])
    findings.push(...(await runs[part](environment)))
  }
  const rows = findings.map(({ what, measured, target, isMet }) => [what, measured, target, targetStatus(isMet)])
  const text = table([['figure', 'measured', 'target', ''], ...rows])
  process.stdout.write(`\n${text}\n`)
  const isComplete = !options.quick && options.only.length === parts.length && options.ways.length === 2
  if (isComplete) recordFigures({ section: 'overload', command: 'npm run test:overload', postgres, text })
  if (findings.every(({ isMet }) => isMet)) return
  const only = options.only.map((part) => ` --only ${part}`).join('')
  progress(`Not all targets were reached. Repeat: npm run test:overload --${only}`)
  process.exitCode = 1
})
