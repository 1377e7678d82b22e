import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { changelogOf } from '../../scripts/releases/changelog.ts'
import type { Document } from '../../scripts/releases/compare.ts'
import { newestFirst } from '../../scripts/releases/versions.ts'
import type { Release } from '../../src/docs/releases.ts'
import { basePath } from '../../src/http/server/listen.ts'
import { harness } from '../harness/harness.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(root + path, 'utf8')
const { app } = await harness()

test('changelog.json needs no token, and lists every release with what it added', async () => {
  const { statusCode, headers, body } = await app.inject({ url: `${basePath}/changelog.json` })
  assert.deepEqual([statusCode, headers['content-type']], [200, 'application/json; charset=utf-8'])
  const { data } = JSON.parse(body) as { data: Release[] }
  const headings = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, version]) => version!.toLowerCase())
  assert.deepEqual(
    data.map(({ version }) => version),
    headings,
  )
  const [last] = newestFirst(readdirSync(`${root}releases`))
  const operationsOf = ({ paths }: Document) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
  const before = operationsOf(JSON.parse(read(`releases/${last}.json`)))
  const expected = operationsOf(JSON.parse(read('openapi.json'))).filter((name) => !before.includes(name))
  const added = data.flatMap(({ version, added }) => (version === 'unreleased' ? added : []))
  assert.deepEqual(added.flatMap(({ kind, where }) => (kind === 'operation' ? [where] : [])).sort(), expected.sort())
  const cached = await app.inject({
    url: `${basePath}/changelog.json`,
    headers: { 'if-none-match': String(headers.etag) },
  })
  assert.equal(cached.statusCode, 304)
})

const document = (more: object, fields: object = {}) =>
  ({
    info: { version: '1' },
    paths: {
      '/a': {
        get: {
          operationId: 'a',
          parameters: [{ name: 'size', in: 'query', schema: { type: 'integer', maximum: 50, ...fields } }],
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } } },
        },
      },
    },
    components: { schemas: { A: { type: 'object', properties: { id: {}, ...more } } } },
  }) as unknown as Document

test('a release is compared with the one before it, and texts without a specification stand alone', () => {
  const text =
    '# C\n\n## Unreleased\n\nNew.\n\n## 0.3.0 (2026-12-01)\n\n### Added\n- B\n\n## 0.2.0 (2026-11-01)\n\nFirst.\n'
  const releases = new Map([
    ['0.3.0', document({ b: {} })],
    ['0.2.0', document({})],
  ])
  const empty = { added: [], changed: [], deprecated: [] }
  assert.deepEqual(changelogOf(text, releases, document({ b: {}, c: {} }, { maximum: 100 })), [
    {
      version: 'unreleased',
      date: null,
      added: [{ kind: 'field', where: 'A.c' }],
      changed: [{ kind: 'limit', where: 'GET /a query.size' }],
      deprecated: [],
      text: 'New.',
    },
    {
      version: '0.3.0',
      date: '2026-12-01',
      ...empty,
      added: [{ kind: 'field', where: 'A.b' }],
      text: '### Added\n- B',
    },
    { version: '0.2.0', date: '2026-11-01', ...empty, text: 'First.' },
  ])
})

test('a heading of another form ends the build', () => {
  assert.throws(() => changelogOf('## 0.3\n', new Map(), document({})), /write "## 0.3" as "## 0.3.0 \(2026-12-01\)"/)
})

test('a heading of a release without its specification ends the build, and an older one has its text', () => {
  const releases = new Map([['0.2.0', document({})]])
  assert.throws(
    () => changelogOf('## 0.3.0 (2026-12-01)\n', releases, document({})),
    new Error('CHANGELOG.md: copy openapi.json of 0.3.0 to releases/0.3.0.json, or take the heading out'),
  )
  const [first] = changelogOf('## 0.1.0 (2026-10-01)\n\nFirst.', releases, document({}))
  assert.deepEqual([first!.added, first!.text], [[], 'First.'])
})

test('a new value of an open enum in responses is listed, and a value less is not', () => {
  const kind = (...values: string[]) => document({ kind: { type: 'string', enum: values, 'x-open-enum': true } })
  const addedIn = (current: Document) =>
    changelogOf('## Unreleased\n', new Map([['0.2.0', kind('a', 'b')]]), current)[0]!.added
  assert.deepEqual(addedIn(kind('a', 'b', 'c')), [{ kind: 'value', where: 'A.kind', value: '"c"' }])
  assert.deepEqual(addedIn(kind('a')), [])
})

test('a deprecation whose sunset has moved is listed again', () => {
  const ending = (sunset: string) => {
    const changed = document({})
    changed.paths['/a']!.get!['x-deprecated'] = { since: '2026-01-01', sunset, instead: '`x`' }
    return changed
  }
  const listed = (sunset: string) =>
    changelogOf('## Unreleased\n', new Map([['0.2.0', ending('2027-01-01')]]), ending(sunset))[0]!.deprecated
  assert.deepEqual(listed('2027-01-01'), [])
  const [moved] = listed('2028-01-01')
  assert.deepEqual([moved!.where, moved!.sunset], ['GET /a', '2028-01-01'])
})
