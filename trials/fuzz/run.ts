import { parseArgs } from 'node:util'
import { Harness } from '../../bench/harness.ts'
import { table } from '../../bench/report.ts'
import { findPlantedFaults } from '../lib/planted.ts'
import { recordFigures, statusLine } from '../lib/report.ts'
import { makeTenant, type Service, startService, type Tenant } from '../lib/service.ts'
import type { Interceptor } from '../lib/transport.ts'
import { sendBrokenHttp } from './broken-http.ts'
import { Campaign, type Plan } from './campaign.ts'
import { fuzzPages } from './pages.ts'
import { plantedFaults } from './planted.ts'
import { runSequences } from './sequences.ts'
import { checkBadTokens } from './tokens.ts'

interface Options {
  seed: number
  requests: number
  only: string
  planted: boolean
  /** Whether the run is complete. Only a complete run is recorded. */
  whole: boolean
}

const defaultSeed = 20261115
const defaultRequests = 22_000

const usage = `npm run test:fuzz -- [--planted] [--quick] [--seed N] [--requests N] [--only TEXT]

  Sends valid and hostile requests to every operation and page, and checks each response against the specification.

  --planted     plants faults, one at a time, and fails unless each is found
  --quick       a tenth of the requests
  --seed N      seed of the random requests (default ${defaultSeed})
  --requests N  approximate number of requests (default ${defaultRequests})
  --only TEXT   operations with this text in their name, such as 'POST /clients'; with --planted, such faults
`

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      ...{ seed: { type: 'string' }, requests: { type: 'string' }, only: { type: 'string', default: '' } },
      ...{ planted: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  const { only, planted, quick } = values
  const [seed, requests] = [
    Number(values.seed ?? defaultSeed),
    Number(values.requests ?? defaultRequests / (quick ? 10 : 1)),
  ]
  if (!Number.isSafeInteger(seed) || !(requests > 0)) throw new Error('--seed and --requests take whole numbers.')
  return { seed, requests, only, planted, whole: only === '' && !quick && requests >= 20_000 }
}

const options = readOptions(process.argv.slice(2))

/** Runs all parts. Three quarters of the requests go to the operations, in equal shares. */
async function runAll(service: Service, tenant: Tenant, plan: Plan, plant?: Interceptor): Promise<Campaign> {
  const campaign = await Campaign.start(service, tenant, plan, plant)
  const share = (part: number) => Math.max(20, Math.round(plan.requests * part))
  await campaign.validInput()
  const parts = [() => checkBadTokens(campaign)]
  if (plan.only === '')
    parts.push(
      () => fuzzPages(campaign, share(0.06)),
      () => sendBrokenHttp(campaign, share(0.01)),
    )
  parts.push(() => campaign.attacks(Math.max(10, Math.round((plan.requests * 0.75) / campaign.operations.length))))
  if (plan.only === '') parts.push(() => runSequences(campaign, Math.ceil(share(0.12) / 30)))
  for (const part of parts) if (!campaign.isDone) await part()
  return campaign
}

const count = (n: number) => n.toLocaleString('en')

/** The summary that is printed after a run. */
function summary({ results, operations, plan, reproduceCommand }: Campaign, seconds: number): string {
  const rows = results.operations.map(([name, statuses]) => [
    ...[name, count([...statuses.values()].reduce((sum, n) => sum + n, 0))],
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, n]) => `${status || 'none'}×${n}`)
      .join(' '),
  ])
  const neverAccepted = results.neverAccepted(operations.map(({ name }) => name))
  const bugs = results.bugs.map(
    ({ operation, kind, reason, request, command }) =>
      `\nBUG  ${operation}, ${kind}: ${reason}\n     ${request}\n     reproduce: ${command}`,
  )
  return [
    table([['operation', 'requests', 'statuses'], ...rows]),
    `\n${count(results.total)} requests to ${operations.length} operations and the pages in ${seconds.toFixed(0)} s, ${count(results.overSocket)} of them over a socket; seed ${plan.seed}.`,
    ...(neverAccepted.length > 0
      ? [`NEVER ACCEPTED: ${neverAccepted.join(', ')}. An operation’s examples must be valid input.`]
      : []),
    results.bugs.length === 0 ? 'No bugs were found.' : `${results.bugs.length} bugs were found:${bugs.join('\n')}`,
    `Repeat: ${reproduceCommand(plan.only)}`,
    '',
  ].join('\n')
}

function summaryTable({ results, operations, plan }: Campaign, seconds: number): string {
  const each = results.operations
    .filter(([name]) => operations.some((one) => one.name === name))
    .map(([, statuses]) => [...statuses.values()].reduce((sum, n) => sum + n, 0))
  const rows = [
    ['requests', count(results.total)],
    [
      'operations',
      `${operations.length}, each with ${count(Math.min(...each))} to ${count(Math.max(...each))} requests and at least one success`,
    ],
    ['over a socket', count(results.overSocket)],
    ['seconds', seconds.toFixed(0)],
    [
      'responses by status',
      results.statuses
        .filter(([status]) => status > 0)
        .map(([status, n]) => `${status}: ${count(n)}`)
        .join(', '),
    ],
    ['requests by kind', results.kinds.map(([kind, n]) => `${kind} ${count(n)}`).join(', ')],
    ['bugs', String(results.bugs.length)],
  ]
  return [
    `Seed ${plan.seed}.\n`,
    '| | |',
    '|---|---|',
    ...rows.map(([what, figure]) => `| ${what} | ${figure} |`),
  ].join('\n')
}

await Harness.run(60, async (harness) => {
  const { seed, requests, only } = options
  const service = await startService(harness)
  const tenant = await makeTenant(service, 'Acacia')
  harness.defer(() => statusLine(''))

  if (options.planted) {
    const attempt = async (name: string | undefined) => {
      const report = (text: string) => statusLine(`${name ?? 'no fault'}: ${text}`)
      const plan = { seed, requests: Math.min(requests, 5_000), only: '', stopAtFirstBug: true, progress: report }
      const plant = name === undefined ? undefined : plantedFaults[name]!(service, tenant)
      const { results } = await runAll(service, tenant, plan, plant)
      const bug = results.bugs[0]
      const after = `after ${results.total.toLocaleString('en')} requests`
      return bug && { short: `${bug.operation}, ${bug.kind}, ${after}`, long: `${bug.operation} ${bug.reason}` }
    }
    const command = 'npm run test:fuzz -- --planted'
    const names = Object.keys(plantedFaults)
    return findPlantedFaults({ section: 'fuzz-planted', command, postgres: service.postgres, only, names, attempt })
  }

  const began = Date.now()
  const campaign = await runAll(service, tenant, { seed, requests, only, stopAtFirstBug: false, progress: statusLine })
  const seconds = (Date.now() - began) / 1000
  statusLine('')
  process.stdout.write(summary(campaign, seconds))
  const neverAccepted = campaign.results.neverAccepted(campaign.operations.map(({ name }) => name))
  if (campaign.results.bugs.length > 0 || neverAccepted.length > 0) process.exitCode = 1
  else if (options.whole)
    recordFigures({
      section: 'fuzz',
      command: `npm run test:fuzz -- --seed ${seed}`,
      postgres: service.postgres,
      text: summaryTable(campaign, seconds),
    })
})
