import { parseArgs } from 'node:util'
import { Harness } from '../../bench/harness.ts'
import { Random } from '../../demo/random.ts'
import { type Evidence, findPlantedFaults } from '../lib/planted.ts'
import { recordFigures } from '../lib/report.ts'
import { postgresVersion } from './data-folder.ts'
import { invariantCount } from './invariants.ts'
import { buildFaultyCopy, type PlantedFault, planted } from './planted.ts'
import { emptyTotals, type Scenario, type Totals } from './round.ts'
import { badConnections } from './scenarios/bad-connections.ts'
import { clockJumps } from './scenarios/clock.ts'
import { fullDisk } from './scenarios/full-disk.ts'
import { killPostgres } from './scenarios/kill-postgres.ts'
import { killService } from './scenarios/kill-service.ts'
import { twoNodes } from './scenarios/two-nodes.ts'
import { checkout, StartError } from './service.ts'

interface Options {
  seed: number
  /** Rounds of each scenario; by default those that the scenario declares. */
  rounds: number | undefined
  quick: boolean
  only: string[]
  planted: boolean
}

const usage = (names: string[]) => `npm run test:faults -- [--quick] [--seed N] [--rounds N] [--only NAMES] [--planted]

  --quick        a few rounds of each, about half a minute
  --seed N       repeats the random choices; the moment of a kill also depends on the machine
  --rounds N     rounds of each scenario
  --only NAMES   scenarios, separated by commas: ${names.join(', ')}
  --planted      plants known faults in copies of the service; fails unless each is found. --only then names faults
`

function readOptions(args: string[], names: string[], faults: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(usage(names))
    process.exit(0)
  }
  const { quick, planted } = values
  const known = planted ? faults : names
  const only = values.only.flatMap((text) => text.split(','))
  const unknown = only.find((name) => !known.includes(name))
  if (unknown) throw new Error(`Unknown name ${unknown}: use ${known.join(', ')}.`)
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1e6) : wholeNumber(values.seed)
  return { seed, rounds: values.rounds === undefined ? undefined : wholeNumber(values.rounds), quick, planted, only }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${text} is not a whole number.`)
  return Number(text)
}

const scenarios = [killService, killPostgres, badConnections, fullDisk, clockJumps, twoNodes]
const names = (list: { name: string }[]) => list.map(({ name }) => name)
const options = readOptions(process.argv.slice(2), names(scenarios), names(planted))
const isFull = !options.quick && options.rounds === undefined && options.only.length === 0
const selected = <T extends { name: string }>(list: T[]) =>
  list.filter(({ name }) => options.only.length === 0 || options.only.includes(name))

// After an uncaught error, SIGTERM makes the harness stop every process that it started.
process.on('uncaughtException', (error) => {
  console.error(error)
  process.kill(process.pid, 'SIGTERM')
})

const showProgress = (text: string) => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)

/** Runs a scenario. An exception counts as a problem. */
async function run(
  harness: Harness,
  scenario: Scenario,
  {
    root = checkout,
    rounds,
    stopAtFirstProblem = false,
  }: { root?: string; rounds: number; stopAtFirstProblem?: boolean },
): Promise<Totals | string> {
  let lastTotals = emptyTotals()
  const progress = (n: number, totals: Totals) => {
    lastTotals = totals
    if (stopAtFirstProblem && totals.problems.length > 0) throw new Error('stopped at the first problem')
    showProgress(
      `${scenario.name}: round ${n} of ${rounds}, ${totals.acknowledged} writes acknowledged, ${totals.problems.length} problems`,
    )
  }
  try {
    return await scenario.run({ harness, root, rounds, random: new Random(options.seed), progress })
  } catch (error) {
    if (error instanceof StartError) throw error
    return { ...lastTotals, problems: [...lastTotals.problems, (error as Error).message] }
  }
}

async function runAll(harness: Harness): Promise<void> {
  const rows = [
    '| failure | rounds | writes acknowledged | no response | 503 or 409 | records read back | keys replayed | problems |',
    '|:--|--:|--:|--:|--:|--:|--:|--:|',
  ]
  const remarks: string[] = []
  let problemCount = 0
  for (const scenario of selected(scenarios)) {
    const rounds = options.rounds ?? scenario.rounds[options.quick ? 'quick' : 'full']
    const totals = await run(harness, scenario, { rounds })
    if (typeof totals === 'string') {
      remarks.push(`${scenario.title}: ${totals}`)
      continue
    }
    problemCount += totals.problems.length
    const { acknowledged, unanswered, rejected, records, replays, problems } = totals
    rows.push(
      `| ${[scenario.title, totals.rounds, acknowledged, unanswered, rejected, records, replays, problems.length].join(' | ')} |`,
    )
    remarks.push(...totals.remarks.map((text) => `${scenario.title}: ${text}`))
    for (const text of problems.slice(0, 10)) console.error(`\n${scenario.name}: ${text.slice(0, 1200)}`)
    if (problems.length > 0)
      console.error(
        `Reproduce: npm run test:faults -- --only ${scenario.name} --seed ${options.seed} --rounds ${rounds}`,
      )
  }
  const text = `${rows.join('\n')}\n\nSeed ${options.seed}; ${invariantCount} invariants checked after each round.\n\n${remarks.map((remark) => `- ${remark}`).join('\n')}`
  console.log(
    `\n${text}\n\n${problemCount === 0 ? 'No acknowledged write was lost, incomplete or duplicated.' : `${problemCount} problems.`}`,
  )
  if (problemCount > 0) process.exitCode = 1
  else if (isFull)
    recordFigures({ section: 'faults', command: 'npm run test:faults', postgres: postgresVersion(), text })
}

/** Runs the scenario of a fault. Without a fault it is the control run. */
async function runWithFault(fault: PlantedFault | undefined): Promise<Evidence | undefined> {
  let evidence: Evidence | undefined
  const scenario = scenarios.find(({ name }) => name === (fault?.scenario ?? 'kill-service'))!
  await Harness.run(6, async (harness) => {
    const root = fault ? buildFaultyCopy(harness, fault.name, [fault]) : checkout
    const totals = await run(harness, scenario, { root, rounds: fault?.rounds ?? 4, stopAtFirstProblem: true })
    const problem = typeof totals === 'string' ? undefined : totals.problems[0]?.replaceAll(/[\s|]+/g, ' ')
    if (problem) evidence = { short: `${scenario.name}, ${problem.slice(0, 120)}`, long: problem }
    else if (typeof totals === 'string') console.error(totals)
  })
  return evidence
}

async function runPlanted(only: string): Promise<void> {
  const faultsByTitle = new Map(planted.map((fault) => [`${fault.name}: ${fault.description}`, fault]))
  const attempt = (title: string | undefined) =>
    runWithFault(title === undefined ? undefined : faultsByTitle.get(title))
  // The control run comes first. After it the version is known.
  const command = 'npm run test:faults -- --planted'
  await findPlantedFaults({
    section: 'faults-planted',
    command,
    postgres: postgresVersion,
    only,
    names: [...faultsByTitle.keys()],
    attempt,
  })
}

if (!options.planted) await Harness.run(40, runAll)
else if (options.only.length === 0) await runPlanted('')
else for (const name of options.only) await runPlanted(`${name}: `)
