import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { harness } from '../../test/harness/harness.ts'
import { type Document as Declared, operations } from '../../test/harness/specification.ts'
import { escapeHtml } from '../http/pages/html.ts'
import { packageRoot } from '../process/version.ts'
import { type Document, operationsOf } from './document.ts'
import { curlOf, parametersOf } from './examples.ts'
import { fieldsOf, spaced } from './fields.ts'
import { renderPage } from './page.ts'
import { ruleTexts } from './schema-text.ts'

const { app, clock, organisation } = await harness()
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const document = () => structuredClone(app.openapiDocument()) as Document

test('every operation has its section, an entry in the contents, a curl command and a form', async () => {
  const page = (await get('/docs')).body
  const all = operations(app.openapiDocument() as Declared)
  assert.ok(all.length > 10)
  for (const { operationId, method, path } of all) {
    assert.equal(page.split(`<section class="operation" id="${operationId}"`).length, 2, operationId)
    assert.ok(page.includes(`<a href="#${operationId}">`), operationId)
    assert.ok(page.includes(`data-method="${method}" data-path="/api/integrations/v1${path}"`), operationId)
  }
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  assert.equal(new Set(ids).size, ids.length, 'an id occurs twice in the page')
  const targets = [...page.matchAll(/ (?:href="#|for=")([^"]*)"/g)].map(([, id]) => id)
  for (const target of targets) assert.ok(ids.includes(target), `${target} is linked and does not exist`)
})

test('HEAD responds like GET without a body, and / redirects to the page', async () => {
  const head = (url: string) => app.inject({ method: 'HEAD', url })
  for (const url of [
    '/docs',
    '/docs/',
    '/docs/page.js',
    '/api/integrations/v1/openapi.json',
    '/healthz',
    '/readyz',
    '/',
  ]) {
    const [headed, got] = [await head(url), await get(url)]
    assert.equal(headed.statusCode, got.statusCode, url)
    for (const name of ['content-type', 'content-length', 'location', 'cache-control', 'content-security-policy'])
      assert.equal(headed.headers[name], got.headers[name], `${url} ${name}`)
    assert.equal(headed.body, '')
  }
  const root = await get('/')
  assert.deepEqual([root.statusCode, root.headers.location], [302, '/docs'])
  const { token } = await organisation()
  const api = await app.inject({
    method: 'HEAD',
    url: '/api/integrations/v1/me',
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(api.statusCode, 404, 'the API accepts only declared methods')
})

test('an operation shows the needed access, its fields with their rules, and the bodies of its errors', async () => {
  const page = (await get('/docs')).body
  const section = page.split('id="createClient"')[1]!.split('<section class="operation"')[0]!
  for (const words of [
    'needs <b>clients</b> read-write',
    '<code>primary_contact_email</code>',
    'string or null',
    'an email address, at most 255 characters',
    '<code>GHCP</code>',
    'If not sent: <code>English</code>.',
    '<p>The created client.</p>',
    'Access token does not permit this action.',
    'This changes real data.',
  ])
    assert.ok(section.includes(words), words)
  assert.ok(!section.includes('Needs: Clients'), 'the needed access occurs twice')
  assert.match(
    page,
    /needs <b>prospects<\/b> read-write<\/span> <span class="needs needs-read-write">and <b>clients<\/b> read-write/,
  )
  assert.ok(!page.split('id="getMe"')[1]!.split('<section class="operation"')[0]!.includes('changes real data'))
})

test('a parameter that is a list of objects shows their fields and an example that the service accepts', async () => {
  const section = (await get('/docs')).body.split('id="listClientNotes"')[1]!.split('<section class="operation"')[0]!
  const parameters = section.split('aria-label="Parameters of listClientNotes"')[1]!.split('</table>')[0]!
  for (const [name, words] of [
    ['field', '<code>shift_cautions</code>'],
    ['operator', '<code>does_not_contain</code>'],
    ['value', 'a date for <code>date</code>'],
    ['combinator', '<code>and</code> binds tighter than <code>or</code>'],
  ] as const) {
    const row = parameters
      .split(`<span class="visually-hidden">filters[].</span><code>${name}</code>`)[1]
      ?.split('</tr>')[0]
    assert.ok(row?.includes(words), name)
  }
  const own = document()
  const list = operationsOf(own).find(({ operationId }) => operationId === 'listClientNotes')!
  const { example } = parametersOf(own, list).find(({ name }) => name === 'filters')!
  const text = escapeHtml(spaced(example))
  assert.ok(parameters.includes(`Example <code class="sample">${text}</code>`), 'example in the table')
  assert.ok(section.includes(`placeholder="JSON text, such as ${text}"`), 'example in the form')
  const acme = await organisation()
  const person = { business_id: acme.businessId, first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS' }
  const { id } = (await acme.post('/clients', person)).body.data
  const filters = encodeURIComponent(spaced(example))
  assert.equal((await acme.get(`/clients/${id}/notes?filters=${filters}`)).status, 200)
})

test('a pattern is described in words if it has a rule', async () => {
  const page = (await get('/docs')).body
  assert.ok(page.includes('at most 200 characters, must have at least one letter or digit'), 'the rule of search')
  assert.ok(page.includes('not blank') && !page.includes('must not be blank'), 'the rule of visible text')
  assert.ok(!/matches [^<]*\\[pu]/.test(page), 'an unreadable pattern')
  assert.deepEqual(ruleTexts({ type: 'string', pattern: '^a$' }), ['matches ^a$'])
})

test('the page loads only its own files, and its security headers allow nothing else', async () => {
  const { headers, body, statusCode } = await get('/docs', { host: 'care.example:3000' })
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.ok(!/unsafe|\*|http/.test(String(headers['content-security-policy'])))
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cache-control'], 'no-cache')
  const urls = [...body.matchAll(/(?:https?:)?\/\/[\w.:-]+/g)].map(([url]) => url)
  // Examples may contain addresses of reserved domain names.
  const reserved = /^https:\/\/(?:[\w-]+\.)?example\.(?:com|org)$/
  const elsewhere = urls.filter((url) => url !== 'http://care.example:3000' && !reserved.test(url))
  assert.deepEqual(elsewhere, [])
  assert.ok(!/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/.test(body), 'the page has inline code or styles')
  for (const [, address] of body.matchAll(/(?:src|href)="(\/[^"]*)"/g))
    assert.equal((await get(address!)).statusCode, 200, address)
})

test('files are served with their types; other paths are not found', async () => {
  const types: Record<string, string> = {
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    svg: 'image/svg+xml',
  }
  for (const name of readdirSync(new URL('web/docs/', packageRoot))) {
    const { headers, statusCode } = await get(`/docs/${name}`)
    assert.equal(statusCode, 200, name)
    assert.equal(headers['content-type'], types[name.split('.').pop()!], name)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  }
  for (const path of ['/docs/package.json', '/docs/nothing.js']) assert.equal((await get(path)).statusCode, 404, path)
  assert.equal((await get('/docs/')).headers.location, '/docs')
})

test('a path that leaves the folder is not found', { skip: inOneProcess('nginx rejects it itself') }, async () => {
  assert.equal((await get('/docs/..%2f..%2fpackage.json')).statusCode, 404)
})

const documents = ['/docs', '/docs/page.js', '/api/integrations/v1/openapi.json']

test('page, files and specification are compressed as requested, and 304 for a matching ETag', async () => {
  for (const url of documents) {
    const plain = await get(url)
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const compressed = await get(url, { 'accept-encoding': encoding })
      assert.equal(compressed.headers['content-encoding'], encoding, url)
      assert.equal(compressed.headers.vary, 'accept-encoding')
      assert.deepEqual(unpack(compressed.rawPayload), plain.rawPayload, url)
      const etag = String(compressed.headers.etag)
      assert.notEqual(etag, plain.headers.etag, 'each encoding has its own ETag')
      const again = await get(url, { 'accept-encoding': encoding, 'if-none-match': `"other", W/${etag}` })
      assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag])
      assert.equal((await get(url, { 'if-none-match': etag })).statusCode, 200, 'the ETag is of another encoding')
    }
  }
})

test('the specification is served without white space, in at most 40 KB compressed', async () => {
  const url = '/api/integrations/v1/openapi.json'
  assert.equal((await get(url)).body, JSON.stringify(app.openapiDocument()))
  const compressed = await get(url, { 'accept-encoding': 'br' })
  assert.ok(compressed.rawPayload.length <= 40 * 1024, `${compressed.rawPayload.length} bytes`)
})

const each = { skip: inOneProcess('each node has its own cache of pages') }

test('each origin has its own page and ETag; a flood of origins does not fill the cache', each, async () => {
  const page = (host: string) => get('/docs', { host })
  const nameIn = ({ body }: { body: string }) => /http:\/\/([\w.-]+)\/api\/integrations/.exec(body)![1]
  const [one, other] = [await page('one.example'), await page('other.example')]
  assert.deepEqual([nameIn(one), nameIn(other)], ['one.example', 'other.example'])
  assert.notEqual(one.headers.etag, other.headers.etag)
  for (let i = 0; i < 20; i++) await page(`invented-${i}.example`)
  assert.equal(nameIn(await page('one.example')), 'one.example')
  const tags = new Set<unknown>()
  for (let i = 0; i < 20; i++) tags.add((await page(`more-${i}.example`)).headers.etag)
  assert.equal(tags.size, 1, 'no page is rendered for a further origin')
  assert.equal(nameIn(await page('more.example')), 'localhost', 'and no caller sees the origin of another')
  clock.advance(60_000)
  assert.equal(nameIn(await page('later.example')), 'later.example')
})

test('markup anywhere in the document is displayed as text', () => {
  const hostile = `"'><img src=x onerror=alert(1)>&\`<b>\`**<i>**`
  const poison = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(poison)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        [
          'description',
          'summary',
          'title',
          'example',
          'value',
          'default',
          'x-needs',
          'format',
          'pattern',
          'x-rule',
        ].includes(key) && typeof inner === 'string'
          ? // An example of JSON text must stay JSON.
            inner.startsWith('[{')
            ? JSON.stringify([hostile])
            : hostile
          : poison(inner),
      ]),
    )
  }
  const poisoned = poison(document()) as Document
  poisoned.paths['/me']!.get!.operationId = hostile
  poisoned.components.schemas!.Client!.properties![hostile] = { type: 'string', enum: [hostile], default: hostile }
  const page = renderPage(poisoned)
  assert.ok(page.includes('&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;'))
  assert.ok(!/<img src=x|<b>`|<i>/.test(page))
})

test('an invalid Host header does not occur in the page', async () => {
  for (const host of ["x'$(reboot)<b>", 'reboot'.repeat(100)]) {
    const { body } = await get('/docs', { host })
    assert.ok(!body.includes('reboot'))
    assert.ok(body.includes('http://localhost/api/integrations/v1'))
  }
})

test('a recursive schema is listed once; the fields of list items follow the list', () => {
  const own = document()
  own.components.schemas!.Tree = {
    type: 'object',
    properties: { name: { type: 'string' }, leaves: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  }
  const list = {
    type: 'object',
    properties: { trees: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  }
  assert.deepEqual(
    fieldsOf(own, list).map(({ parents, name, depth }) => [`${parents}${name}`, depth]),
    [
      ['trees', 0],
      ['trees[].name', 1],
      ['trees[].leaves', 1],
    ],
  )
})

test('a curl command has the ids of the examples and escapes quotes in the body', () => {
  const own = document()
  const of = (id: string) => operationsOf(own).find(({ operationId }) => operationId === id)!
  assert.match(curlOf(own, of('archiveClient')), /^curl -X DELETE '.\/api\/integrations\/v1\/clients\/2004' \\\n/)
  const create = of('createClient')
  create.requestBody!.content['application/json']!.example = { last_name: "O'Hara" }
  assert.ok(curlOf(own, create).endsWith(`-d '{"last_name":"O'\\''Hara"}'`))
})
