import { parseArgs } from 'node:util'
import { Harness, progress } from '../../bench/harness.ts'
import { findPlantedFaults } from '../lib/planted.ts'
import { recordFigures, statusLine } from '../lib/report.ts'
import { type Service, startService, type Tenant } from '../lib/service.ts'
import { checkEqualIds } from './equal-ids.ts'
import { checkForeignIds } from './foreign-ids.ts'
import { checkIssuedValues } from './issued-values.ts'
import { Pair } from './pair.ts'
import { checkPermissions } from './permissions.ts'
import { type PlantedFault, plantedFaults } from './planted.ts'

const usage = `npm run test:isolation -- [--planted] [--only TEXT]

  Two organisations with equal ids and different texts: no operation, list, cursor, key or link of one shows or changes data
  of the other, and every operation accepts exactly the tokens that its x-needs allow.

  --planted    plants faults, one at a time, and fails unless each is found
  --only TEXT  operations with this text in their name, such as 'POST /clients'; with --planted, such faults
`
const { values } = parseArgs({
  options: {
    ...{ planted: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}

type TenantPair = [Tenant, Tenant]

async function runAll(
  service: Service,
  tenants: TenantPair,
  only: string,
  report: (text: string) => void,
  planted?: PlantedFault,
) {
  const start = () => Pair.start(service, tenants, { only, ...(planted && { intercept: planted.intercept }) })
  const [probedPair, markedPair] = [await start(), await start()]
  await checkIssuedValues(markedPair)
  const locationCount = await checkForeignIds(probedPair, report)
  const violations = () => [...probedPair.findings.violations, ...markedPair.findings.violations]
  await checkEqualIds(markedPair, report)
  const tokens = await checkPermissions(markedPair, report)
  const requests = probedPair.findings.requests + markedPair.findings.requests
  return { locationCount, tokens, requests, operations: markedPair.operations.length, violations: violations() }
}

await Harness.run(60, async (harness) => {
  const service = await startService(harness)
  const tenants = await Pair.createTenants(service)
  harness.defer(() => statusLine(''))

  if (values.planted) {
    const attempt = async (name: string | undefined) => {
      const planted = name === undefined ? undefined : plantedFaults[name]!
      const report = (text: string) => statusLine(`${name ?? 'no fault'}: ${text}`)
      const { violations } = await runAll(service, tenants, planted?.only ?? '/tasks', report, planted)
      const first = violations.find(({ reason }) => name === undefined || !reason.startsWith('the trial itself'))
      return first && { short: `${first.what}: ${first.reason.split(':')[0]}`, long: `${first.what} ${first.reason}` }
    }
    const command = 'npm run test:isolation -- --planted'
    const names = Object.keys(plantedFaults)
    return findPlantedFaults({
      section: 'isolation-planted',
      command,
      postgres: service.postgres,
      only: values.only,
      names,
      attempt,
    })
  }

  const began = Date.now()
  const { locationCount, tokens, requests, operations, violations } = await runAll(
    service,
    tenants,
    values.only,
    statusLine,
  )
  const seconds = ((Date.now() - began) / 1000).toFixed(0)
  statusLine('')
  for (const { what, reason, request } of violations)
    progress(
      `VIOLATION  ${what}: ${reason}\n           ${request}\n           reproduce: npm run test:isolation -- --only '${what.match(/^[A-Z]+ \S+/)?.[0] ?? ''}'`,
    )
  const summary = `${requests.toLocaleString('en')} requests in ${seconds} s: ${operations} operations for two organisations with equal ids, ${locationCount} locations of ids, each operation with ${tokens} tokens.`
  process.stdout.write(
    `${summary}\n${violations.length === 0 ? 'No violations.' : `${violations.length} violations.`}\n`,
  )
  if (violations.length > 0) process.exitCode = 1
  else if (values.only === '') {
    const rows = [
      ['requests', requests.toLocaleString('en')],
      ['operations × organisations with equal ids', `${operations} × 2, and every list with its maximum page size`],
      ['locations of ids (path, query, body), each with an own, a foreign and a missing id', String(locationCount)],
      [
        'operations × tokens (access levels and states)',
        `${operations} × ${tokens} = ${(operations * tokens).toLocaleString('en')}`,
      ],
      ['seconds', seconds],
      ['violations', String(violations.length)],
    ]
    const text = ['| | |', '|---|---|', ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)].join('\n')
    recordFigures({ section: 'isolation', command: 'npm run test:isolation', postgres: service.postgres, text })
  }
})
