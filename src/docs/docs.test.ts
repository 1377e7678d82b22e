import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { harness } from '../../test/harness/harness.ts'
import { type Document as Declared, operations } from '../../test/harness/specification.ts'
import { escapeHtml } from '../http/pages/html.ts'
import { packageRoot } from '../process/version.ts'
import { type Document, operationsOf } from './document.ts'
import { parametersOf } from './examples.ts'
import { fieldsOf, spaced } from './fields.ts'
import { renderSite } from './render.ts'
import { ruleTexts } from './schema-text.ts'
import { siteOf } from './site.ts'
import { curlOf, pythonOf, typescriptOf } from './snippets.ts'

const { app, organisation } = await harness()
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const document = () => structuredClone(app.openapiDocument()) as Document
const files = { script: '/assets/page.js', style: '/assets/page.css' }

/** The pages that the overview links to, and itself. */
const overview = (await get('/docs')).body
const addresses = [
  ...new Set(['/docs', ...[...overview.matchAll(/href="(\/docs\/[\w/-]+)["#]/g)].map(([, address]) => address!)]),
]
const pages = new Map(
  await Promise.all(addresses.map(async (address) => [address, (await get(address)).body] as [string, string])),
)
const sectionOf = (page: string, operationId: string) =>
  pages.get(page)!.split(`<section class="operation" id="${operationId}"`)[1]!.split('<section class="operation"')[0]!
const idsOf = (page: string) => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)

test('the overview says where the typed clients are', () => {
  assert.match(
    overview,
    /Typed clients .*TypeScript and Python, in <code>sdk\/<\/code> and <code>clients\/python\/<\/code>/,
  )
})

test('every operation has a section on the page of its area, an entry in its contents and in the overview, and a form', () => {
  const all = operations(app.openapiDocument() as Declared)
  assert.ok(all.length > 10)
  for (const { operationId, method, path, tags } of all) {
    const address = `/docs/${tags![0]!.toLowerCase().replaceAll(' ', '-')}`
    const page = pages.get(address)!
    assert.equal(page.split(`<section class="operation" id="${operationId}"`).length, 2, operationId)
    assert.ok(page.includes(`<li><a href="#${operationId}">`), operationId)
    assert.ok(page.includes(`data-method="${method}" data-path="/api/integrations/v1${path}"`), operationId)
    assert.ok(overview.includes(`<a href="${address}#${operationId}">`), operationId)
    for (const [other, text] of pages)
      assert.equal(text.includes(`id="${operationId}"`), other === address, `${operationId} at ${other}`)
  }
})

test('no page has an id twice, and every link between the pages has its target', () => {
  for (const [address, page] of pages) {
    const ids = idsOf(page)
    assert.equal(new Set(ids).size, ids.length, `an id occurs twice in ${address}`)
    for (const [, target] of page.matchAll(/ for="([^"]*)"/g))
      assert.ok(ids.includes(target!), `${target} of ${address}`)
    for (const [, to, anchor] of page.matchAll(/ href="(\/docs[\w/-]*)?(?:#([^"]*))?"/g)) {
      const target = pages.get(to ?? address)
      assert.ok(target, `${address} links to ${to}`)
      if (anchor) assert.ok(idsOf(target).includes(anchor), `${address} links to ${to ?? ''}#${anchor}`)
    }
  }
})

test('every guide of docs/guides has a page, an entry in all contents, and links to other pages', async () => {
  const names = readdirSync(new URL('docs/guides/', packageRoot)).map((name) => name.replace('.md', ''))
  for (const name of names)
    for (const [address, page] of pages)
      assert.ok(page.includes(`<a href="/docs/guides/${name}"`), `${name} at ${address}`)

  const text = `# A *guide*

Its summary with \`code\`.

## First steps

1. One, on
   two lines
2. [Paging](paging.md#cursor), [an operation](/docs#getMe), [a file](../operating.md) and [the web](https://example.com/)

| a | b |
|---|---|
| **x** | y |

\`\`\`python
if 1 < 2:

    print("# no heading")
\`\`\`
`
  const site = siteOf(document(), [
    { name: 'zebra', text },
    { name: 'paging', text: '# Paging\n\nPages.' },
  ])
  assert.deepEqual(
    site.guides.map(({ name, title }) => [name, title]),
    [
      ['paging', 'Paging'],
      ['zebra', 'A *guide*'],
    ],
  )
  const page = renderSite(site, files).get('/docs/guides/zebra')!
  for (const part of [
    '<p>Its summary with <code>code</code>.</p>',
    '<h2 id="first-steps">First steps</h2>',
    '<ol><li>One, on two lines</li>',
    '<a href="/docs/guides/paging#cursor">Paging</a>',
    '<a href="/docs/access#getMe">an operation</a>, a file and <a href="https://example.com/">',
    '<td role="cell" data-heading="b">y</td>',
    '<figcaption>Python</figcaption>',
    'if 1 &lt; 2:\n\n    print(&quot;# no heading&quot;)</pre>',
  ])
    assert.ok(page.includes(part), part)
  assert.throws(() => siteOf(document(), [{ name: 'no-title', text: 'Text.' }]), /The guide no-title does not begin/)
})

test('the index of the search has the operations, the names of their fields, and the sections of the guides', async () => {
  const { headers, body } = await get('/docs/search.json')
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  const index = JSON.parse(body)
  const position = index.operations.findIndex(({ id }: { id: string }) => id === 'createClient')
  const { method, path, title, page } = index.operations[position]
  assert.deepEqual([method, path, title, page], ['POST', '/clients', 'Create a client', '/docs/clients'])
  const fields = new Map<string, number[]>(index.fields)
  for (const name of ['primary_contact_email', 'Idempotency-Key', 'updated_at'])
    assert.ok(fields.get(name)?.includes(position), name)
  assert.ok(!fields.get('per_page')!.includes(position) && !fields.has('{name}'))
  for (const { address } of index.sections) {
    const [to, anchor] = address.split('#')
    assert.ok(!anchor || idsOf(pages.get(to)!).includes(anchor), address)
  }
})

test('HEAD responds like GET without a body, and / redirects to the page', async () => {
  const head = (url: string) => app.inject({ method: 'HEAD', url })
  for (const url of [
    '/docs',
    '/docs/',
    '/docs/clients',
    '/docs/search.json',
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

test('an operation shows the needed access, its fields with their rules, and its errors', () => {
  const section = sectionOf('/docs/clients', 'createClient')
  for (const words of [
    'needs <b>clients</b> read-write',
    '<code>primary_contact_email</code>',
    'string or null',
    'an email address, at most 255 characters',
    '<code>GHCP</code>',
    'If not sent: <code>English</code>.',
    '<h3>Response <span class="status-code">201</span></h3><p>The created client.</p>',
    '<a class="status-code" href="/docs#error-403">403</a>',
    'This changes real data.',
    'data-needs="clients=read-write"',
  ])
    assert.ok(section.includes(words), words)
  assert.ok(!section.includes('Needs: Clients'), 'the needed access occurs twice')
  assert.match(
    pages.get('/docs/prospects')!,
    /needs <b>prospects<\/b> read-write<\/span> <span class="needs needs-read-write">and <b>clients<\/b> read-write/,
  )
  assert.ok(!sectionOf('/docs/access', 'getMe').includes('changes real data'))
  assert.ok(overview.includes('Access token does not permit this action.'), 'the body of an error')
})

test('a parameter that is a list of objects shows their fields and an example that the service accepts', async () => {
  const section = sectionOf('/docs/client-notes', 'listClientNotes')
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

test('a pattern is described in words if it has a rule', () => {
  const all = [...pages.values()].join('')
  assert.ok(all.includes('at most 200 characters, must have at least one letter or digit'), 'the rule of search')
  assert.ok(all.includes('not blank') && !all.includes('must not be blank'), 'the rule of visible text')
  assert.ok(!/matches [^<]*\\[pu]/.test(all), 'an unreadable pattern')
  assert.deepEqual(ruleTexts({ type: 'string', pattern: '^a$' }), ['matches ^a$'])
})

test('the pages load only their own files, and their security headers allow nothing else', async () => {
  for (const address of pages.keys()) {
    const { headers, body, statusCode } = await get(address, { host: 'elsewhere.invalid:3000' })
    assert.equal(statusCode, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    )
    assert.ok(!/unsafe|\*|http/.test(String(headers['content-security-policy'])))
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'no-cache')
    assert.ok(!body.includes('elsewhere.invalid'), 'a page contains a text of the request')
    assert.ok(!/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/.test(body), 'a page has inline code or styles')
    const loaded = [...body.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"/g)].map(([, url]) => url!)
    assert.ok(loaded.length >= 4)
    for (const url of loaded) assert.equal((await get(url)).statusCode, 200, url)
  }
})

test('the script and style may be cached for ever; other paths are not found', async () => {
  const [, style] = /rel="stylesheet" href="([^"]*)"/.exec(overview)!
  const [, script] = /<script type="module" src="([^"]*)"/.exec(overview)!
  for (const [url, type] of [
    [style, 'text/css; charset=utf-8'],
    [script, 'text/javascript; charset=utf-8'],
  ] as const) {
    const { headers, statusCode } = await get(url!)
    assert.deepEqual([statusCode, headers['content-type']], [200, type])
    assert.match(String(headers['cache-control']), /immutable/)
  }
  assert.equal((await get('/docs/icon.svg')).headers['content-type'], 'image/svg+xml')
  for (const path of ['/docs/package.json', '/docs/clients.html', '/docs/guides', '/docs/guides/nothing'])
    assert.equal((await get(path)).statusCode, 404, path)
  assert.equal((await get('/docs/')).headers.location, '/docs')
})

test('a path that leaves the folder is not found', { skip: inOneProcess('nginx rejects it itself') }, async () => {
  assert.equal((await get('/docs/..%2f..%2fpackage.json')).statusCode, 404)
})

const documents = ['/docs', '/docs/roster', '/docs/search.json', '/api/integrations/v1/openapi.json']

test('pages, index and specification are stored compressed and sent as requested, and 304 for a matching ETag', async () => {
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
  for (const path of ['docs.html', 'docs/roster.html', 'docs/search.json'])
    for (const suffix of ['', '.br', '.gz'])
      assert.ok(existsSync(new URL(`dist/web/reference/${path}${suffix}`, packageRoot)), path + suffix)
})

test('the encoding is the one with the highest weight, and the smallest of equal ones', async () => {
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.5', 'gzip'],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['br;q=much', undefined],
    ['zstd', undefined],
  ] as const)
    assert.equal((await get('/docs', { 'accept-encoding': accepted })).headers['content-encoding'], encoding, accepted)
})

test('no page is larger than 24 KB compressed, and no page has more than 12,000 elements', async () => {
  for (const [address, page] of pages) {
    const { rawPayload } = await get(address, { 'accept-encoding': 'br' })
    assert.ok(rawPayload.length <= 24 * 1024, `${address}: ${rawPayload.length} bytes`)
    const elements = page.match(/<[a-z]/g)!.length
    assert.ok(elements <= 12_000, `${address}: ${elements} elements`)
  }
})

test('the specification is served without white space, in at most 64 KB compressed', async () => {
  const url = '/api/integrations/v1/openapi.json'
  assert.equal((await get(url)).body, JSON.stringify(app.openapiDocument()))
  const compressed = await get(url, { 'accept-encoding': 'br' })
  assert.ok(compressed.rawPayload.length <= 64 * 1024, `${compressed.rawPayload.length} bytes`)
})

test('markup anywhere in the document or a guide is displayed as text', () => {
  const hostile = `"'><img src=x onerror=alert(1)>&\`<b>\`**<i>**[<i>](javascript:alert(1))`
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
  const lines = ['', '## ', '- ', '| ', '```sh\n'].map((mark) => `${mark}${hostile}`).join('\n\n')
  const site = siteOf(poisoned, [{ name: 'first-call', text: `# ${hostile}\n\n${lines}` }])
  for (const [address, page] of renderSite(site, files)) {
    // Data and plain text are no markup.
    if (/\.(json|txt)$/.test(address)) continue
    assert.ok(page.includes('&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;'), address)
    assert.ok(!/<img src=x|<b>`|<i>|href="javascript/.test(page), address)
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

test('an example request has the ids of the examples and escapes the quotes of its language in the body', () => {
  const own = document()
  const of = (id: string) => operationsOf(own).find(({ operationId }) => operationId === id)!
  assert.match(
    curlOf(own, of('archiveClient')),
    /^curl -sS --fail-with-body -w '\\n' -X DELETE \\\n {2}'http:\/\/127\.0\.0\.1:4000\/api\/integrations\/v1\/clients\/\d+' \\\n/,
  )
  const create = of('createClient')
  create.requestBody!.content['application/json']!.example = { last_name: "O'Hara", 'a-b': ['"', '\\\n', null, true] }
  assert.ok(curlOf(own, create).endsWith(`-d '{"last_name":"O'\\''Hara","a-b":["\\"","\\\\\\n",null,true]}'`))
  assert.ok(
    typescriptOf(own, create).includes(
      `body: JSON.stringify({ last_name: "O'Hara", 'a-b': ["\\"", "\\\\\\n", null, true] })`,
    ),
  )
  assert.ok(
    pythonOf(own, create).includes(`json.dumps({"last_name": "O'Hara", "a-b": ["\\"", "\\\\\\n", None, True]})`),
  )
})
