import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { basePath } from '../../src/app.ts'
import { formPages } from '../factories/forms/pages.ts'
import { reportPagesOf } from '../factories/reports/pages.ts'
import { harness, type Organisation } from '../harness/harness.ts'

/** Every address outside the API, found by asking the router, so that a new page cannot be forgotten here. */
const world = await harness({ publicUrl: 'https://care.example.org' })
const { app, db, organisation } = world
const routes = routesOf(app.printRoutes({ commonPrefix: false })).filter(
  ({ path, methods }) => !path.startsWith(basePath) && methods.includes('GET'),
)

/** The router prints a tree: each line is the end of a path whose beginnings stand above it, further to the left. */
function routesOf(tree: string): { path: string; methods: string }[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (indent === undefined) return []
    const depth = indent.length / 4
    above[depth] = (depth > 0 ? above[depth - 1]! : '') + part
    return methods ? [{ path: above[depth], methods }] : []
  })
}

let org: Organisation
const real: Record<string, string> = {}
before(async () => {
  org = await organisation()
  const pages = reportPagesOf(world, org)
  const insight = await pages.insight({ source: 'clients' })
  const { id: board } = await pages.dashboard([{ insight_id: insight, at: [0, 0, 12, 4] }])
  real['/f/:slug/:key'] = await formPages(app, db, org).publish({})
  real['/r/:slug/insights/:id'] = await pages.linkTo('insight', insight)
  real['/r/:slug/dashboards/:id'] = await pages.linkTo('dashboard', board)
  for (const path of ['/r/:slug/insights/:id/results.csv', '/r/:slug/dashboards/:id/cards']) {
    const [, kind, rest] = /(.*:id)(.*)/.exec(path)!
    real[path] = real[kind!]!.replace('?', `${rest}?`)
  }
})

const guards = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
}
/** What programs and probes read, which no browser shows as a page. */
const forPrograms = /^(application\/(json|x-ndjson)|text\/plain)/

test('the router knows pages, assets and probes', () => {
  const paths = routes.map(({ path }) => path)
  for (const path of ['/docs', '/f/:slug/:key', '/r/:slug/insights/:id', '/healthz'])
    assert.ok(paths.includes(path), path)
  assert.ok(paths.some((path) => path.startsWith('/assets/')))
})

for (const { path } of routes) {
  test(`${path}: its own files alone, nobody's frame, no guessing of types, found or not`, async () => {
    const filled = path.replace(':slug', 'nobody').replace(/:\w+/g, '7').replace('*', 'x/y/z')
    for (const url of [real[path], filled].filter((address) => address !== undefined)) {
      const { headers, statusCode } = await app.inject({ url })
      assert.ok(statusCode < 500 && headers['x-content-type-options'] === 'nosniff', `${url} ${statusCode}`)
      if (forPrograms.test(String(headers['content-type']))) continue
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; /, url)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.ok(!/unsafe|\*|http/.test(policy))
      for (const [name, value] of Object.entries(guards)) assert.equal(headers[name], value, `${url} ${name}`)
    }
    if (real[path]) assert.equal((await app.inject({ url: real[path] })).statusCode, 200)
  })
}
