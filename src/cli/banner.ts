import { enquiryKey } from '../../demo/forms/forms.ts'
import { demoDashboardName } from '../../demo/reports/boards.ts'
import { listOrganisations } from '../access/organisations.ts'
import { basePath } from '../app.ts'
import { demoSlug } from '../bundle/demo.ts'
import type { Config } from '../config.ts'
import { parseDatabaseUrl } from '../db/connect/external.ts'
import { systemClock } from '../process/clock.ts'
import type { RunningService } from '../process/service.ts'
import { version } from '../process/version.ts'
import { demoToken } from './demo-token.ts'

/** A start does not depend on reaching its own address: behind some firewalls no response ever comes. */
const timeoutMs = 5000

/** The text that a start prints: addresses, and a first call to copy. */
export async function banner(config: Config, { url, database }: RunningService): Promise<string> {
  const onCreate = () =>
    process.stderr.write('\nCreating a demo organisation with a year of rosters, once. This takes a few seconds.\n')
  const token = database.embedded ? await demoToken(database.pool, systemClock, config.dataDir, onCreate) : undefined
  const external = config.databaseUrl ? parseDatabaseUrl(config.databaseUrl) : undefined
  const lines = [
    `Wattle ${version}`,
    '',
    `  API       ${url}${basePath}`,
    `  Docs      ${url}/docs`,
    ...(token ? (await Promise.all([demoForm(url), demoDashboard(url, token)])).flat() : []),
    external ? `  Database  ${external.database} of ${external.server}` : `  Data      ${config.dataDir}`,
    '',
    ...(token ? firstCall(url, token) : await firstToken(database)),
    '',
    'Ctrl-C stops the service.',
  ]
  return `\n${lines.join('\n')}\n\n`
}

/** A form of the demo to open in a browser. A demo of an older version has none, and a user may have unpublished it. */
async function demoForm(url: string): Promise<string[]> {
  const address = `${url}/f/${demoSlug}/${enquiryKey}`
  const isOpen = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
  return isOpen ? [`  Form      ${address}`] : []
}

/** Requested through the API, because links are signed for the caller's token. Users may have deleted all dashboards. */
async function demoDashboard(url: string, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const path = `/reports/dashboards?query=${demoDashboardName}&per_page=1`
  try {
    const response = await fetch(`${url}${basePath}${path}`, { headers, signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) return []
    const { data } = (await response.json()) as { data: { link: string }[] }
    return data.map(({ link }) => `  Dashboard ${link}`)
  } catch {
    return []
  }
}

const firstCall = (url: string, token: string): string[] => [
  'A first call, with the token of the demo organisation:',
  '',
  `curl -s -H 'Authorization: Bearer ${token}' ${url}${basePath}/me`,
]

async function firstToken({ pool }: RunningService['database']): Promise<string[]> {
  const [first] = await listOrganisations(pool)
  const slug = first?.slug ?? 'acme-care'
  return [
    first ? 'A token for a first call:' : 'There is no organisation yet. Create one, and a token for it:',
    '',
    ...(first ? [] : ['npx wattle org create "Acme Care"']),
    `npx wattle token create --org ${slug} --name "First connection" --access all=read-write`,
  ]
}
