import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formPages } from '../../test/factories/forms/pages.ts'
import { reportPagesOf } from '../../test/factories/reports/pages.ts'
import { harness, type Organisation } from '../../test/harness/harness.ts'

const fixture = await harness()
const { app, db, organisation } = fixture

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><circle r="4"/></svg>',
)
const png = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')

const brand = (org: Organisation, colour: string | null, logo: Buffer | null, type: string | null) =>
  db.query('update organisation set colour = $2, logo = $3, logo_type = $4 where id = $1', [
    ...[org.orgId, colour, logo, type],
  ])
const logoOn = (page: string) => /<img class="logo" src="([^"]+)" alt="">/.exec(page)?.[1]
const stylesOn = (page: string) => [...page.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, url]) => url!)

/** A form, a report, and an error page of each. */
async function pagesOf(org: Organisation): Promise<string[]> {
  const forms = formPages(app, db, org)
  const reports = reportPagesOf(fixture, org)
  const open = await forms.publish({})
  const insight = await reports.insight({ source: 'clients' })
  const board = await reports.dashboard([])
  const urls = [
    ...[open, `${open}?for=broken`, await reports.linkTo('insight', insight)],
    ...[await reports.linkTo('dashboard', board.id), await reports.linkTo('insight', insight, { seconds: -1 })],
  ]
  return Promise.all(urls.map(async (url) => (await app.inject({ url })).body))
}

test('forms, reports and their error pages have the name, the logo and the colour of their organisation', async () => {
  const acme = await organisation()
  await brand(acme, '#ffcc00', svg, 'image/svg+xml')
  for (const page of await pagesOf(acme)) {
    assert.match(page, /<header class="masthead"><p dir="auto"><img [^>]+><span>Acme Care<\/span><\/p><\/header>/)
    const [, colours, ...more] = stylesOn(page)
    assert.match(colours!, /^\/colours\/ffcc00-[\w-]{10}\.css$/)
    assert.deepEqual(more, [])
    const { statusCode, headers, body } = await app.inject({ url: colours! })
    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/css; charset=utf-8'])
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(body, /^:root\{--brand:#ffcc00;--green:#[0-9a-f]{6};/)
    assert.equal((await app.inject({ url: logoOn(page)! })).statusCode, 200)
  }
})

test('without settings a page has the name alone, in the usual colours', async () => {
  for (const page of await pagesOf(await organisation())) {
    assert.match(page, /<header class="masthead"><p dir="auto"><span>Acme Care<\/span><\/p><\/header>/)
    assert.equal(stylesOn(page).length, 1)
  }
})

test('a logo is served as stored, runs no script when it is opened alone, and may be kept', async () => {
  const acme = await organisation()
  for (const [bytes, type] of [
    [svg, 'image/svg+xml'],
    [png, 'image/png'],
  ] as const) {
    await brand(acme, null, bytes, type)
    const url = logoOn((await pagesOf(acme))[0]!)!
    const { statusCode, headers, rawPayload } = await app.inject({ url })
    assert.equal(statusCode, 200)
    assert.ok(rawPayload.equals(bytes))
    assert.equal(headers['content-type'], type)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; .*; sandbox$/)
    assert.ok(!String(headers['content-security-policy']).includes('script'))
    const head = await app.inject({ method: 'HEAD', url })
    assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [200, '', String(bytes.length)])
  }
})

test('another logo has another address, and the old one is gone', async () => {
  const [acme, other] = [await organisation(), await organisation()]
  await brand(acme, null, svg, 'image/svg+xml')
  const old = logoOn((await pagesOf(acme))[0]!)!
  await brand(acme, null, png, 'image/png')
  const current = logoOn((await pagesOf(acme))[0]!)!
  assert.notEqual(current, old)
  const tag = current.split('/').at(-1)
  for (const url of [
    ...[old, `/logos/${other.slug}/${tag}`, `/logos/${acme.slug}/x`, `/logos/%00/${tag}`],
    ...['/colours/ffcc00.css', '/colours/ffcc00-aaaaaaaaaa.css', '/colours/%00'],
  ]) {
    const { statusCode, headers } = await app.inject({ url })
    assert.deepEqual([statusCode, headers['cache-control']], [404, 'no-store'], url)
  }
  await brand(acme, null, null, null)
  assert.equal((await app.inject({ url: current })).statusCode, 404)
})

test('one address can load a limited number of logos a minute', async () => {
  const limited = await harness({ formLimit: 1 })
  const url = `/logos/acme/${'0'.repeat(32)}`
  const statuses = await Promise.all(
    Array.from({ length: 11 }, async () => (await limited.app.inject({ url })).statusCode),
  )
  assert.deepEqual(statuses.sort(), [...Array(10).fill(404), 429])
})
