import { enquiryKey } from '../../demo/forms/forms.ts'
import { demoDashboardName } from '../../demo/reports/boards.ts'
import { listOrganisations } from '../access/organisations.ts'
import { type DemoOptions, demoSlug } from '../bundle/demo.ts'
import { parseDatabaseUrl } from '../db/connect/external.ts'
import { basePath, curl } from '../http/server/listen.ts'
import { systemClock } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { RunningService } from '../process/service.ts'
import { painterFor } from '../process/terminal.ts'
import { version } from '../process/version.ts'
import { demoToken } from './demo-token.ts'
import { showImportProgress } from './output.ts'

/** The text that a start prints last: addresses, and a first call to copy. */
export async function banner(config: Config, running: RunningService, out: NodeJS.WriteStream): Promise<string> {
  const { url, database } = running
  const paint = painterFor(out)
  const createDemo = async (create: (options: DemoOptions) => Promise<string>) => {
    out.write('Creating a demo organisation with a year of rosters, once …\n')
    const progress = showImportProgress('Demo:', 'making its records')
    return create({ onProgress: progress.update }).finally(progress.end)
  }
  const token = database.embedded ? await demoToken(database.pool, systemClock, config.dataDir, createDemo) : undefined
  const external = config.databaseUrl ? parseDatabaseUrl(config.databaseUrl) : undefined
  const lines: [label: string, value: string][] = [
    ['API', url + basePath],
    ['Docs', `${url}/docs`],
    ...(token ? await demoPages(running, token) : []),
    external ? ['Database', `${external.database} of ${external.server}`] : ['Data', config.dataDir],
  ]
  return [
    '',
    paint('bold', `Wattle ${version} is ready.`),
    '',
    ...lines.map(([label, value]) => `  ${paint('dim', label.padEnd(9))} ${value}`),
    '',
    ...(token ? firstCall(url, token) : await firstToken(database)),
    '',
    'Ctrl-C stops the service.',
    '',
  ].join('\n')
}

/**
 * Pages of the demo to open in a browser. A demo of an older version has none, and users may have unpublished the form
 * or deleted the dashboard. Requested from the app itself: no network is needed, and links are signed for the token.
 */
async function demoPages({ app, url }: RunningService, token: string): Promise<[label: string, value: string][]> {
  const formPath = `/f/${demoSlug}/${enquiryKey}`
  const headers = { host: new URL(url).host }
  const dashboards = `${basePath}/reports/dashboards?query=${demoDashboardName}&per_page=1`
  const [form, list] = await Promise.all([
    app.inject({ method: 'HEAD', url: formPath, headers }),
    app.inject({ url: dashboards, headers: { ...headers, authorization: `Bearer ${token}` } }),
  ])
  const { data } = list.statusCode === 200 ? list.json<{ data: { link: string }[] }>() : { data: [] }
  return [
    ...(form.statusCode === 200 ? [['Form', url + formPath] as [string, string]] : []),
    ...data.map(({ link }): [string, string] => ['Dashboard', link]),
  ]
}

const firstCall = (url: string, token: string): string[] => [
  'A first call, with the token of the demo organisation:',
  '',
  `${curl} -H 'Authorization: Bearer ${token}' ${url}${basePath}/me`,
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
