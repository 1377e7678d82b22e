import { Stage } from '../../bench/stage.ts'
import type { Plant } from '../lib/door.ts'
import { line } from '../lib/line.ts'
import { record } from '../lib/record.ts'
import { scored } from '../lib/score.ts'
import { makeTenant, type Service, startService, type Tenant } from '../lib/service.ts'
import { Campaign, type Plan } from './campaign.ts'
import { readOptions } from './options.ts'
import { hostilePages } from './pages.ts'
import { plantedFaults } from './planted.ts'
import { summary, summaryTable } from './report.ts'
import { ignoredTokens } from './tokens.ts'
import { walks } from './walk.ts'
import { brokenHttp } from './wire.ts'

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
