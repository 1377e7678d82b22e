import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import Fastify from 'fastify'
import pino from 'pino'
import { Type } from 'typebox'
import { changelogOf } from '../../../scripts/releases/changelog.ts'
import type { Document as Specification } from '../../../scripts/releases/compare.ts'
import { databaseUrl } from '../../../test/harness/database.ts'
import { harness } from '../../../test/harness/harness.ts'
import { startProgram } from '../../../test/harness/processes.ts'
import { transaction } from '../../db/transaction.ts'
import type { Document } from '../../docs/document.ts'
import { renderSite } from '../../docs/render.ts'
import { siteOf } from '../../docs/site.ts'
import type { Deprecation } from '../../http/contract/deprecation.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { basePath } from '../../http/server/listen.ts'
import { read } from '../areas.ts'
import { deleteOrganisation } from '../delete-organisation.ts'
import { deprecations } from './deprecations.ts'

const operation = { since: '2027-01-01', sunset: '2027-07-01', instead: '`GET /clients`' }
const parameter = { since: '2027-02-01', instead: '`status`' }
const field = { since: '2027-03-01', sunset: '2027-12-01', instead: '`language`' }

const Body = Type.Object(
  {
    tongue: Type.Optional(Type.String({ deprecated: field, pattern: '^[A-Z]', patternRule: 'begins with a capital' })),
  },
  { $id: 'Tongue' },
)
const common = {
  description: 'For a test.',
  tags: ['Clients'],
  returns: 'Nothing of note.',
  examples: { response: {} },
}
const response = { 200: Type.Object({}) }

/** A deprecated operation, and operations that take something deprecated. */
const further: Feature = async (app) => {
  app.addSchema(Body)
  const reading = { needs: read('clients') } as const
  app.get(
    '/old-clients',
    {
      config: { ...reading, deprecated: operation },
      schema: { ...common, operationId: 'old', sdk: 'old.list', summary: 'Old', response },
    },
    async () => ({}),
  )
  const querystring = Type.Object({ state: Type.Optional(Type.String({ deprecated: parameter, default: 'any' })) })
  const tongue = { ...common, operationId: 'tongue', sdk: 'old.set', summary: 'Tongue', querystring, response }
  app.post(
    '/tongues',
    { config: reading, schema: { ...tongue, body: Type.Unsafe<object>({ $ref: 'Tongue#' }) } },
    async () => ({}),
  )
}

const lines: Record<string, unknown>[] = []
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)))
    done()
  },
})
const { app, db, clock, address, organisation } = await harness({}, { further: [further], logger: pino(sink) })
const send = ({ token }: { token: string }, method: 'GET' | 'POST', url: string, body?: object) =>
  app.inject({
    ...{ method, url: basePath + url, headers: { authorization: `Bearer ${token}` } },
    ...(body && { payload: body }),
  })
const headersOf = ({ headers: { deprecation, sunset, link } }: Awaited<ReturnType<typeof send>>) => [
  deprecation,
  sunset,
  link,
]
const store = () => app.jobs['store uses of deprecated parts']!.work()
const linkTo = (anchor: string) => `</docs/changelog#deprecated-${anchor}>; rel="deprecation"; type="text/html"`

test('a response of a deprecated operation has its dates and a link, and one without access has none', async () => {
  const org = await organisation()
  const expected = ['@1798761600', 'Thu, 01 Jul 2027 00:00:00 GMT', linkTo('GET-old-clients')]
  const response = await send(org, 'GET', '/old-clients')
  assert.deepEqual([response.statusCode, ...headersOf(response)], [200, ...expected])
  const other = await send(await organisation('none'), 'GET', '/old-clients')
  assert.deepEqual([other.statusCode, ...headersOf(other)], [403, undefined, undefined, undefined])
})

test('a parameter or field has its headers where it is sent, and not where its default is used', async () => {
  const org = await organisation()
  assert.deepEqual(headersOf(await send(org, 'POST', '/tongues', {})), [undefined, undefined, undefined])
  const [query, body] = ['POST-tongues-query-state', 'POST-tongues-body-tongue'].map(linkTo)
  assert.deepEqual(headersOf(await send(org, 'POST', '/tongues?state=x', {})), ['@1801440000', undefined, query])
  const both = await send(org, 'POST', '/tongues?state=x', { tongue: 'Greek' })
  assert.deepEqual(headersOf(both), ['@1801440000', 'Wed, 01 Dec 2027 00:00:00 GMT', `${query}, ${body}`])
  const rejected = await send(org, 'POST', '/tongues', { tongue: 'greek' })
  assert.deepEqual(
    [rejected.statusCode, ...headersOf(rejected)],
    [422, '@1803859200', 'Wed, 01 Dec 2027 00:00:00 GMT', body],
  )
})

test('an operation without deprecated parts has none of these headers', async () => {
  assert.deepEqual(headersOf(await send(await organisation(), 'GET', '/clients?status=Active')), [
    undefined,
    undefined,
    undefined,
  ])
})

test('uses are counted by token, listed for the organisation, and logged once a day', async (t) => {
  await store()
  await db.query('delete from deprecated_use')
  const [org, other] = [await organisation(), await organisation()]
  for (let n = 0; n < 3; n++) await send(org, 'GET', '/old-clients')
  await store()
  clock.advance(60_000)
  await send(org, 'GET', '/old-clients')
  await send(org, 'POST', '/tongues', { tongue: 'Greek' })
  await send(other, 'GET', '/old-clients')
  await store()
  await store() // nothing new

  const { ended } = startProgram(t, 'src/main.ts', ['token', 'deprecations', '--org', org.slug, '--json'], {
    DATABASE_URL: databaseUrl(address),
  })
  const { stdout } = await ended
  const listed = JSON.parse(stdout).map(({ last_at, ...use }: { last_at: string }) => ({
    ...use,
    isNew: Date.parse(last_at) === Math.floor(clock.now() / 1000) * 1000,
  }))
  const use = { token_id: org.tokenId, connection: 'Payroll sync', isNew: true }
  assert.deepEqual(listed, [
    { ...use, part: 'GET /old-clients', requests: 4 },
    { ...use, part: 'POST /tongues body.tongue', requests: 1 },
  ])

  lines.length = 0
  await app.jobs['report uses of deprecated parts']!.work()
  const slugs = [org.slug, other.slug].sort()
  assert.deepEqual(
    lines.map(({ organisations, tokens, slugs }) => ({ organisations, tokens, slugs })),
    [{ organisations: 2, tokens: 2, slugs }],
  )
  clock.advance(25 * 3_600_000)
  lines.length = 0
  await app.jobs['report uses of deprecated parts']!.work()
  assert.deepEqual(lines, [])
})

test('the line of the log has the number of organisations, and the names of 20', async () => {
  await store()
  await db.query('delete from deprecated_use')
  for (let n = 0; n < 21; n++) await send(await organisation(), 'GET', '/old-clients')
  await store()
  lines.length = 0
  await app.jobs['report uses of deprecated parts']!.work()
  assert.deepEqual(
    lines.map(({ organisations, tokens, slugs }) => [organisations, tokens, (slugs as string[]).length]),
    [[21, 21, 20]],
  )
})

test('the uses of an organisation that was deleted do not keep those of others from being stored', async () => {
  await store()
  await db.query('delete from deprecated_use')
  const [deleted, other] = [await organisation(), await organisation()]
  for (const org of [deleted, other]) await send(org, 'GET', '/old-clients')
  await transaction(db, (tx) => deleteOrganisation(tx, deleted.orgId))
  await assert.rejects(store(), new Error('uses of 1 of 2 organisations were not stored: 23503'))
  const { rows } = await db.query('select org_id, requests from deprecated_use')
  assert.deepEqual(rows, [{ org_id: other.orgId, requests: 1 }])
})

test('the specification, its pages and the changelog mark what is deprecated, and say what to use', () => {
  const document = structuredClone(app.openapiDocument()) as any
  const { get } = document.paths['/old-clients']
  assert.deepEqual([get.deprecated, get['x-deprecated']], [true, operation])
  assert.ok(
    get.description.endsWith(
      '**Deprecated** since 2027-01-01: use `GET /clients`. It ends with a later version of the API, not before 2027-07-01.',
    ),
    get.description,
  )
  assert.ok(['Deprecation', 'Sunset', 'Link'].every((name) => name in get.responses[200].headers))
  const { post } = document.paths['/tongues']
  assert.deepEqual([post.deprecated, post.parameters[0].deprecated], [undefined, true])
  assert.equal(post.parameters[0].description, '**Deprecated** since 2027-02-01: use `status`.')
  const { tongue } = document.components.schemas.Tongue.properties
  assert.deepEqual(
    [tongue.deprecated, tongue['x-rule'], tongue.patternRule],
    [true, 'begins with a capital', undefined],
  )

  const before = structuredClone(document)
  delete before.paths['/old-clients']
  delete before.paths['/tongues']
  delete before.components.schemas.Tongue
  const [release] = changelogOf('## Unreleased\n\nText.', new Map([['0.2.0', before as Specification]]), document)
  assert.deepEqual(release!.deprecated, [
    { kind: 'operation', where: 'GET /old-clients', ...operation },
    { kind: 'parameter', where: 'POST /tongues query.state', ...parameter },
    { kind: 'field', where: 'POST /tongues body.tongue', ...field },
  ])

  const site = siteOf(document as Document, [], [release!])
  const pages = renderSite(site, { script: '/page.js', style: '/page.css' })
  const changelog = pages.get('/docs/changelog')!
  for (const anchor of ['GET-old-clients', 'POST-tongues-query-state', 'POST-tongues-body-tongue'])
    assert.ok(changelog.includes(`<li id="deprecated-${anchor}">`), anchor)
  const later = structuredClone(document)
  later.paths['/old-clients'].get['x-deprecated'].sunset = '2028-07-01'
  const laterPages = renderSite(siteOf(later as Document, [], [release!]), { script: '/page.js', style: '/page.css' })
  const [, listed] = /<li id="deprecated-GET-old-clients">(.*?)<\/li>/.exec(laterPages.get('/docs/changelog')!) ?? []
  assert.ok(listed?.endsWith('not before 2028-07-01.'), listed)
  const sections = pages.get('/docs/clients')!.split('<section class="operation"')
  const badges = (id: string) =>
    sections.find((section) => section.includes(`id="${id}"`))!.split('<span class="deprecated">').length - 1
  assert.deepEqual([badges('old'), badges('tongue'), badges('listClients')], [1, 2, 0])
})

test('the service does not start with a sunset that is earlier than 180 days', () => {
  const start = (sunset: string) => startWith({ deprecated: { since: '2027-01-01', sunset, instead: '`x`' } })
  start('2027-06-30')
  const message = 'GET /shifts/{ref}: its sunset is 179 days after 2027-01-01. Callers have at least 180 days.'
  assert.throws(() => start('2027-06-29'), new Error(message))
})

test('the service does not start with a date of another form, or without what to use instead', () => {
  const valid = { since: '2027-01-01', sunset: '2027-07-01', instead: '`x`' }
  startWith({ deprecated: valid })
  const wrong: [object, string][] = [
    [{ since: '1 January 2027' }, 'write `since` of its deprecation as a date such as 2027-01-01.'],
    [{ since: '2027-01-01T00:00:00Z' }, 'write `since` of its deprecation as a date such as 2027-01-01.'],
    [{ sunset: '2027-13-01' }, 'write `sunset` of its deprecation as a date such as 2027-01-01.'],
    [{ instead: ' ' }, 'say in `instead` of its deprecation what to use.'],
    [{ instead: undefined }, 'say in `instead` of its deprecation what to use.'],
  ]
  for (const [change, message] of wrong)
    assert.throws(
      () => startWith({ deprecated: { ...valid, ...change } as Deprecation }),
      new Error(`GET /shifts/{ref}: ${message}`),
    )
})

test('the service does not start with a deprecation where no request can be found to use it', () => {
  const old = { type: 'string', deprecated: field }
  const object = (properties: object) => ({ type: 'object', properties })
  const shared = { $id: 'Old', ...object({ name: old }) }
  startWith({}, { querystring: object({ old }), body: object({ old }) })
  startWith({}, { body: { $ref: 'Old#' }, response: { 200: object({ deprecated: { type: 'boolean' } }) } }, shared)
  const places: [where: string, schema: object][] = [
    ['path.ref', { params: object({ ref: old }) }],
    ['query.old', { querystring: object({ old: { type: 'array', items: old } }) }],
    ['body', { body: old }],
    ['body.a.b', { body: object({ a: object({ b: old }) }) }],
    ['body.name', { body: { anyOf: [object({ name: old })] } }],
    ['body.rows.name', { body: object({ rows: { type: 'array', items: { $ref: 'Old#' } } }) }],
    ['200.data.name', { response: { 200: object({ data: { $ref: 'Old#' } }) } }],
  ]
  for (const [where, schema] of places) {
    const message = `POST /shifts/{ref} ${where}: only an operation, a query parameter and a field at the top of a body can be deprecated. No request can be found to use anything else.`
    assert.throws(() => startWith({}, schema, shared), new Error(message))
  }
})

/** A service with one route. */
function startWith(config: { deprecated?: Deprecation }, schema?: object, shared?: object): void {
  const service = Object.assign(Fastify({ exposeHeadRoutes: false }), { pool: db, clock, jobs: {} })
  if (shared) service.addSchema(shared)
  deprecations(service as never, service as never, '/api')
  const method = schema ? 'POST' : 'GET'
  service.route({ method, url: '/api/shifts/:ref', config, ...(schema && { schema }), handler: async () => '' })
}
