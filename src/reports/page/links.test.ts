import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf, linesOf, partOf, reportPagesOf } from '../../../test/factories/reports/pages.ts'
import { harness } from '../../../test/harness/harness.ts'
import { accessOf, areas } from '../../access/areas.ts'
import { formatTime } from '../logic/dates.ts'
import type { InsightPageData } from './page-data.ts'

const fixture = await harness()
const { app, db, clock } = fixture
const acme = await fixture.organisation()
const other = await fixture.organisation()
const { insight, dashboard, linkTo, get } = reportPagesOf(fixture, acme)
const secret = 'Secret name'
const id = await insight({ source: 'clients' }, secret)
const board = await dashboard([{ insight_id: id, at: [0, 0, 6, 4] }], secret)

/** The addresses of all pages of the two reports, with the given kind of link. */
async function ways(make: typeof linkTo): Promise<string[]> {
  const [one, many] = [await make('insight', id), await make('dashboard', board.id)]
  return [one, partOf(one, 'results.csv'), many, partOf(many, 'cards')]
}
async function refuses(addresses: string[], status: number, text: RegExp) {
  for (const address of addresses) {
    const { statusCode, body, headers } = await get(address)
    assert.equal(statusCode, status, address)
    assert.match(body, text)
    assert.ok(!body.includes(secret), address)
    assert.equal(headers['cache-control'], 'no-store')
    if (!address.includes('/cards')) assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  }
}
const setToken = (sql: string, value: unknown) =>
  db.query(`update access_token set ${sql} where org_id = $1 and id = $2`, [acme.orgId, acme.tokenId, value])

test('a report needs its own link', async () => {
  const [one] = await ways(linkTo)
  const path = one!.split('?')[0]!
  const link = one!.split('link=')[1]!
  const [, , many] = await ways(linkTo)
  const theirs = reportPagesOf(fixture, other)
  const invalid = [
    path,
    `${path}?link=`,
    `${path}?link=${link.slice(0, -1)}`,
    `${path}?link=${link}A`,
    `${path}?link=${link}&link=${link}`,
    `${path}?link=${many!.split('link=')[1]}`,
    `${many!.split('?')[0]}?link=${link}`,
    `/r/${acme.slug}/insights/${id + 1}?link=${link}`,
    `/r/${other.slug}/insights/${id}?link=${link}`,
    `/r/${acme.slug}/insights/${id}?link=${(await theirs.linkTo('insight', id)).split('link=')[1]}`,
    `/r/${acme.slug}/insights/0${id}x?link=${link}`,
    `/r/${acme.slug}/insights/0${id}?link=${link}`,
    `/r/${acme.slug}/insights/99999999999999999999?link=${link}`,
    `/r/%00/insights/${id}?link=${link}`,
    `/r/nobody/insights/${id}?link=${link}`,
    '/r/x',
  ]
  await refuses(invalid, 404, /There is no report here/)
})

test('a link expires', async () => {
  const links = await ways((kind, of) => linkTo(kind, of, { seconds: 60 }))
  for (const link of links) assert.equal((await get(link)).statusCode, 200)
  clock.advance(60_000)
  await refuses(links, 410, /This link has ended/)
  clock.advance(-60_000)
})

test('a link stops working with its token: disabled, revoked, expired, or without access to reports', async () => {
  const links = await ways(linkTo)
  const withdrawn = () => refuses(links, 410, /This link no longer works/)
  const works = async () => {
    for (const link of links) assert.equal((await get(link)).statusCode, 200)
  }
  await works()
  await setToken('disabled = $3', true)
  await withdrawn()
  await setToken('disabled = $3', false)
  await works()
  await setToken('expires_at = $3', new Date(clock.now()).toISOString())
  await withdrawn()
  await setToken('expires_at = $3', new Date(clock.now() + 86_400_000).toISOString())
  const all = Object.fromEntries(areas.map((area) => [area, 'read'])) as Parameters<typeof accessOf>[0]
  await setToken('access = $3', accessOf({ ...all, reports: 'none' }))
  await withdrawn()
  await setToken('access = $3', accessOf(all))
  await works()
  await setToken('revoked_at = $3', new Date(clock.now()).toISOString())
  await withdrawn()
  await setToken('revoked_at = $3', null)
  const another = await linkTo('insight', id, { tokenId: other.tokenId })
  await refuses([another], 410, /This link no longer works/)
})

test('while integrations are off, the page says so with Retry-After', async () => {
  const links = await ways(linkTo)
  await db.query('update organisation set integrations_enabled = false where id = $1', [acme.orgId])
  await refuses(links, 503, /Reports are switched off/)
  for (const link of links) assert.equal((await get(link)).headers['retry-after'], '3600')
  await db.query('update organisation set integrations_enabled = true where id = $1', [acme.orgId])
})

test('the page of a deleted report is 404', async () => {
  const gone = await insight({ source: 'clients' }, secret)
  const link = await linkTo('insight', gone)
  await db.query('delete from insight where org_id = $1 and id = $2', [acme.orgId, gone])
  await refuses([link], 404, /This report is not there any more/)
})

test('a link shows what its token can read now, and a message for the rest', async () => {
  const appointments = await insight(
    { source: 'appointments', group_by: 'client_type', visualization: 'bar' },
    'Visits',
  )
  const tasks = await insight({ source: 'tasks' }, 'Tasks')
  const both = await dashboard([
    { insight_id: appointments, at: [0, 0, 6, 4] },
    { insight_id: tasks, at: [6, 0, 6, 4] },
  ])
  await setToken('access = $3', accessOf({ reports: 'read', roster: 'read', tasks: 'read' }))
  const link = await linkTo('insight', appointments)
  const { statusCode, body } = await get(link)
  assert.equal(statusCode, 200)
  assert.deepEqual(dataOf<InsightPageData>(body).outcome, {
    message: 'The access token behind this link may not read clients.',
  })
  // The summary may name people, and there is nothing to download.
  assert.ok(!body.includes('Appointments by client type') && !body.includes('results.csv'))
  const csv = await get(partOf(link, 'results.csv'))
  assert.equal(csv.statusCode, 403)
  assert.match(csv.body, /may not read clients/)
  const lines = linesOf((await get(partOf(await linkTo('dashboard', both.id), 'cards'))).body)
  const at = (index: number) => lines.find(({ card }) => card === both.cards[index])!
  assert.ok('message' in at(0) && 'results' in at(1))
  await setToken('access = $3', accessOf({ reports: 'read', roster: 'read', clients: 'read' }))
  const open = (await get(link)).body
  assert.ok('results' in dataOf<InsightPageData>(open).outcome)
  assert.ok(open.includes('Appointments by client type') && open.includes('results.csv'))
})

test('punctuation copied along with a link is ignored, also in the addresses of its parts', async () => {
  const links = await ways(linkTo)
  for (const link of links) {
    for (const along of ['.', ',', ')', '%3E', '%22', '%E2%80%9D', '%20', ').%0A'])
      assert.equal((await get(link + along)).statusCode, 200, along)
    assert.equal((await get(link.replace('link=', 'link=%20%3C'))).statusCode, 200)
    assert.equal((await get(`${link}.A`)).statusCode, 404)
  }
  const { body } = await get(`${links[0]}).`)
  assert.ok(body.includes(`href="${links[1]}"`))
})

test('a page shows when its link expires, in the organisation’s time zone', async () => {
  const [one, , many] = await ways((kind, of) => linkTo(kind, of, { seconds: 7200 }))
  const until = formatTime(new Date(clock.now() + 7_200_000).toISOString(), 'Australia/Sydney')
  for (const link of [one!, many!]) assert.ok((await get(link)).body.includes(`This link works until ${until}.`))
})

test('an address that opens too many pages gets a 429 page', async () => {
  const limited = await harness({ formLimit: 1 })
  const org = await limited.organisation()
  const pages = reportPagesOf(limited, org)
  const url = await pages.linkTo('insight', await pages.insight({ source: 'clients' }))
  const openFrom = (remoteAddress: string) => limited.app.inject({ url, remoteAddress })
  for (let n = 0; n < 10; n++) assert.equal((await openFrom('10.0.0.1')).statusCode, 200)
  const rejected = await openFrom('10.0.0.1')
  assert.deepEqual([rejected.statusCode, rejected.headers['retry-after']], [429, '60'])
  assert.match(rejected.body, /Please wait a moment/)
  assert.equal((await openFrom('10.0.0.2')).statusCode, 200)
  limited.clock.advance(60_000)
  assert.equal((await openFrom('10.0.0.1')).statusCode, 200)
})

test('only GET and HEAD are supported', async () => {
  const [one] = await ways(linkTo)
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    assert.equal((await app.inject({ method, url: one! })).statusCode, 404)
  }
})
