import { parseArgs } from 'node:util'
import { Stage } from '../../bench/harness.ts'
import { table } from '../../bench/report.ts'
import { scored } from '../lib/planted.ts'
import { line, record } from '../lib/report.ts'
import { makeTenant, type Service, startService, type Tenant } from '../lib/service.ts'
import type { Plant } from '../lib/transport.ts'
import { brokenHttp } from './broken-http.ts'
import { Campaign, type Plan } from './campaign.ts'
import { hostilePages } from './pages.ts'
import { plantedFaults } from './planted.ts'
import { walks } from './sequences.ts'
import { ignoredTokens } from './tokens.ts'

interface Options {
  seed: number
  requests: number
  only: string
  planted: boolean
  /** What the figures are of; a run that was cut short is not recorded. */
  whole: boolean
}

const usualSeed = 20261115
const usualRequests = 22_000

const usage = `npm run test:fuzz -- [--planted] [--quick] [--seed N] [--requests N] [--only TEXT]

  Sends valid and hostile requests to every operation and every page, and holds each answer against the specification.

  --planted     tries the harness: puts one fault after the other into the service, and counts those that are found
  --quick       a tenth of the requests
  --seed N      another choice of requests; ${usualSeed} unless told
  --requests N  how many altogether, about; ${usualRequests} unless told
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
    Number(values.seed ?? usualSeed),
    Number(values.requests ?? usualRequests / (quick ? 10 : 1)),
  ]
  if (!Number.isSafeInteger(seed) || !(requests > 0)) throw new Error('--seed and --requests take whole numbers.')
  return { seed, requests, only, planted, whole: only === '' && !quick && requests >= 20_000 }
}

const options = readOptions(process.argv.slice(2))

/** All parts of a run, one after the other. Of the requests three quarters go to the operations, evenly. */
async function tryAll(service: Service, tenant: Tenant, plan: Plan, plant?: Plant): Promise<Campaign> {
  const campaign = await Campaign.begin(service, tenant, plan, plant)
  const share = (part: number) => Math.max(20, Math.round(plan.requests * part))
  await campaign.validInput()
  const parts = [() => ignoredTokens(campaign)]
  if (plan.only === '')
    parts.push(
      () => hostilePages(campaign, share(0.06)),
      () => brokenHttp(campaign, share(0.01)),
    )
  parts.push(() => campaign.attacks(Math.max(10, Math.round((plan.requests * 0.75) / campaign.known.length))))
  if (plan.only === '') parts.push(() => walks(campaign, Math.ceil(share(0.12) / 30)))
  for (const part of parts) if (!campaign.isDone) await part()
  return campaign
}

const count = (n: number) => n.toLocaleString('en')

/** What a run did, for whoever waits for it. */
function summary({ tally, known, plan, again }: Campaign, seconds: number): string {
  const rows = tally.operations.map(([name, statuses]) => [
    ...[name, count([...statuses.values()].reduce((sum, n) => sum + n, 0))],
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, n]) => `${status || 'none'}×${n}`)
      .join(' '),
  ])
  const neverTaken = tally.neverTaken(known.map(({ name }) => name))
  const bugs = tally.bugs.map(
    ({ operation, kind, reason, request, again }) =>
      `\nWRONG  ${operation}, ${kind}: ${reason}\n       ${request}\n       again: ${again}`,
  )
  return [
    table([['operation', 'requests', 'statuses'], ...rows]),
    `\n${count(tally.total)} requests to ${known.length} operations and the pages in ${seconds.toFixed(0)} s, ${count(tally.overWire)} of them over a connection; seed ${plan.seed}.`,
    ...(neverTaken.length > 0
      ? [`NEVER TAKEN: ${neverTaken.join(', ')}. An operation’s examples must be valid input.`]
      : []),
    tally.bugs.length === 0 ? 'Nothing was wrong.' : `${tally.bugs.length} things were wrong:${bugs.join('\n')}`,
    `Again: ${again(plan.only)}`,
    '',
  ].join('\n')
}

function summaryTable({ tally, known, plan }: Campaign, seconds: number): string {
  const each = tally.operations
    .filter(([name]) => known.some((one) => one.name === name))
    .map(([, statuses]) => [...statuses.values()].reduce((sum, n) => sum + n, 0))
  const rows = [
    ['requests', count(tally.total)],
    [
      'operations',
      `${known.length}, each with ${count(Math.min(...each))} to ${count(Math.max(...each))} requests, and the success of each was seen`,
    ],
    ['over a real connection', count(tally.overWire)],
    ['seconds', seconds.toFixed(0)],
    [
      'answers by status',
      tally.statuses
        .filter(([status]) => status > 0)
        .map(([status, n]) => `${status}: ${count(n)}`)
        .join(', '),
    ],
    ['by what was tried', tally.kinds.map(([kind, n]) => `${kind} ${count(n)}`).join(', ')],
    ['wrong', String(tally.bugs.length)],
  ]
  return [
    `Seed ${plan.seed}.\n`,
    '| | |',
    '|---|---|',
    ...rows.map(([what, figure]) => `| ${what} | ${figure} |`),
  ].join('\n')
}

await Stage.run(60, async (stage) => {
  const { seed, requests, only } = options
  const service = await startService(stage)
  const tenant = await makeTenant(service, 'Acacia')
  stage.undo(() => line(''))

  if (options.planted) {
    const attempt = async (name: string | undefined) => {
      const tell = (text: string) => line(`${name ?? 'no fault'}: ${text}`)
      const plan = { seed, requests: Math.min(requests, 5_000), only: '', untilFound: true, progress: tell }
      const plant = name === undefined ? undefined : plantedFaults[name]!(service, tenant)
      const { tally } = await tryAll(service, tenant, plan, plant)
      const bug = tally.bugs[0]
      const after = `after ${tally.total.toLocaleString('en')} requests`
      return bug && { short: `${bug.operation}, ${bug.kind}, ${after}`, long: `${bug.operation} ${bug.reason}` }
    }
    const command = 'npm run test:fuzz -- --planted'
    const names = Object.keys(plantedFaults)
    return scored({ section: 'fuzz-planted', command, postgres: service.postgres, only, names, attempt })
  }

  const began = Date.now()
  const campaign = await tryAll(service, tenant, { seed, requests, only, untilFound: false, progress: line })
  const seconds = (Date.now() - began) / 1000
  line('')
  process.stdout.write(summary(campaign, seconds))
  const neverTaken = campaign.tally.neverTaken(campaign.known.map(({ name }) => name))
  if (campaign.tally.bugs.length > 0 || neverTaken.length > 0) process.exitCode = 1
  else if (options.whole)
    record({
      section: 'fuzz',
      command: `npm run test:fuzz -- --seed ${seed}`,
      postgres: service.postgres,
      text: summaryTable(campaign, seconds),
    })
})
