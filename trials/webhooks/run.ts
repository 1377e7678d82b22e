import { parseArgs } from 'node:util'
import { Harness, progress } from '../../bench/harness.ts'
import { postgresVersion } from '../faults/data-folder.ts'
import { buildFaultyCopy } from '../faults/planted.ts'
import { checkout } from '../faults/service.ts'
import { type Evidence, findPlantedFaults } from '../lib/planted.ts'
import { recordFigures } from '../lib/report.ts'
import { planted } from './planted.ts'
import { type Plan, runTrial, type TrialResult } from './trial.ts'

const usage = `npm run test:webhooks -- [--quick] [--seed N] [--planted] [--only NAMES]

  --quick        500 events and a few disruptions, about two minutes
  --seed N       repeats the random choices; what they meet also depends on the machine
  --planted      plants known faults in copies of the service; fails unless each is found
  --only NAMES   planted faults, separated by commas: ${planted.map(({ name }) => name).join(', ')}
`

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    planted: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  process.stdout.write(usage)
  process.exit(0)
}
if (!/^\d{1,9}$/.test(options.seed)) throw new Error(`${options.seed} is not a whole number.`)
const seed = Number(options.seed)

const full: Plan = {
  ...{ events: 10_000, seconds: 280, kills: 20, postgresKills: 2, stopSeconds: 60, windowSeconds: 15, divisor: 1000 },
}
const quick: Plan = {
  ...{ events: 500, seconds: 80, kills: 3, postgresKills: 1, stopSeconds: 45, windowSeconds: 6, divisor: 10_000 },
}
/** For planted faults, which need no more than this unless they say so. */
const short: Plan = { ...quick, events: 200, seconds: 30, kills: 0, postgresKills: 0, stopSeconds: 0 }

const whole = (n: number) => n.toLocaleString('en-AU')

function figures({ counts, answers, requests, longestPauseMs, seconds }: TrialResult, plan: Plan): string {
  const { events, deliveries, failed, passedBy, pairs, duplicates } = counts!
  const by = (answer: Parameters<typeof answers.get>[0]) => whole(answers.get(answer) ?? 0)
  return [
    '| | |',
    '|---|---|',
    `| events of two organisations | ${whole(events)} |`,
    `| deliveries to six webhooks | ${whole(deliveries)} |`,
    `| requests | ${whole(requests)} |`,
    `| of them answered 204; 500; not at all; with a reset; 302; with an endless body; with no HTTP | ${by('success')}; ${by('500')}; ${by('hang')}; ${by('reset')}; ${by('redirect')}; ${by('endless')}; ${by('broken')} |`,
    `| \`kill -9\` of a node; of PostgreSQL | ${plan.kills}; ${plan.postgresKills} |`,
    `| a node stopped, longer than its leases | ${plan.stopSeconds} s |`,
    `| events that were received, of those that a webhook gets | all |`,
    `| deliveries that failed ten times | ${whole(failed)} |`,
    `| events that passed by while the connection lacked the right | ${whole(passedBy)} |`,
    `| pairs of events of a record, in order | ${whole(pairs)} |`,
    `| requests for an event that was taken already | ${whole(duplicates)} |`,
    `| longest pause of the process that receives; the limit of an attempt | ${whole(Math.round(longestPauseMs))} ms; 1,000 ms |`,
    `| duration | ${Math.round(seconds / 60)} minutes |`,
  ].join('\n')
}

async function run(harness: Harness): Promise<void> {
  const plan = options.quick ? quick : full
  const result = await runTrial(harness, { root: checkout, seed, plan })
  const { problems } = result
  for (const line of problems.lines) console.error(`PROBLEM ${line.slice(0, 1200)}`)
  if (result.counts) console.log(`\n${figures(result, plan)}\n\nSeed ${seed}.`)
  if (!problems.isEmpty) {
    console.error(`Reproduce: npm run test:webhooks -- ${options.quick ? '--quick ' : ''}--seed ${seed}`)
    process.exitCode = 1
  } else if (!options.quick)
    recordFigures({
      ...{ section: 'webhooks', command: 'npm run test:webhooks', postgres: postgresVersion() },
      text: `${figures(result, plan)}\n\nSeed ${seed}; times between attempts divided by ${whole(plan.divisor)}.`,
    })
}

const titleOf = ({ name, description }: { name: string; description: string }) => `${name}: ${description}`

/** Without a title it is the control run. */
async function findFault(title: string | undefined): Promise<Evidence | undefined> {
  const fault = planted.find((one) => titleOf(one) === title)
  let evidence: Evidence | undefined
  await Harness.run(10, async (harness) => {
    const root = fault ? buildFaultyCopy(harness, fault.name, fault.changes) : checkout
    const plan = fault ? { ...short, ...fault.needs } : quick
    const { problems } = await runTrial(harness, { root, seed, plan, stopAtFirstProblem: true })
    const text = problems.lines[0]?.replaceAll(/[\s|]+/g, ' ')
    if (text) evidence = { short: text.slice(0, 120), long: text }
  })
  return evidence
}

async function runPlanted(): Promise<void> {
  const only = options.only.split(',')
  const unknown = options.only && only.find((name) => !planted.some((fault) => fault.name === name))
  if (unknown) throw new Error(`Unknown name ${unknown}: use ${planted.map(({ name }) => name).join(', ')}.`)
  const chosen = planted.filter(({ name }) => options.only === '' || only.includes(name))
  progress(`Seed ${seed}`)
  await findPlantedFaults({
    ...{ section: 'webhooks-planted', command: 'npm run test:webhooks -- --planted', postgres: postgresVersion },
    ...{ isComplete: options.only === '', names: chosen.map(titleOf), attempt: findFault },
  })
}

if (options.planted) await runPlanted()
else await Harness.run(options.quick ? 10 : 60, run)
