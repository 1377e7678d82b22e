import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { basePath } from '../../src/app.ts'
import { formPages } from '../factories/forms/pages.ts'
import { reportPagesOf } from '../factories/reports/pages.ts'
import { harness, type Organisation } from '../harness/harness.ts'

/** Tests every route outside the API. The routes come from the router, so that no new page is forgotten. */
const fixture = await harness({ publicUrl: 'https://care.example.org' })
const { app, db, organisation } = fixture
const routes = routesOf(app.printRoutes({ commonPrefix: false })).filter(
  ({ path, methods }) => !path.startsWith(basePath) && methods.includes('GET'),
)

/** Parses the router's tree: each line is the end of a path, with its prefixes above and further left. */
function routesOf(tree: string): { path: string; methods: string }[] {
  const prefixes: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (indent === undefined) return []
    const depth = indent.length / 4
    prefixes[depth] = (depth > 0 ? prefixes[depth - 1]! : '') + part
    return methods ? [{ path: prefixes[depth], methods }] : []
  })
}

let org: Organisation
const existing: Record<string, string> = {}
before(async () => {
  org = await organisation()
  const pages = reportPagesOf(fixture, org)
  const insight = await pages.insight({ source: 'clients' })
  const { id: board } = await pages.dashboard([{ insight_id: insight, at: [0, 0, 12, 4] }])
  const { id: person } = (await org.post('/staff', { first_name: 'Ana', last_name: 'Li' })).body.data
  existing['/c/:slug/:file'] = new URL((await org.post(`/staff/${person}/calendar`)).body.data.url).pathname
  existing['/f/:slug/:key'] = await formPages(app, db, org).publish({})
  existing['/r/:slug/insights/:id'] = await pages.linkTo('insight', insight)
  existing['/r/:slug/dashboards/:id'] = await pages.linkTo('dashboard', board)
  await db.query(`update organisation set colour = '#1f6f54', logo = 'x', logo_type = 'image/png' where id = $1`, [
    org.orgId,
  ])
  const branded = (await app.inject({ url: existing['/f/:slug/:key'] })).body
  existing['/logos/:slug/:tag'] = /\/logos\/[^"]+/.exec(branded)![0]
  existing['/colours/:file'] = /\/colours\/[^"]+/.exec(branded)![0]
  for (const path of ['/r/:slug/insights/:id/results.csv', '/r/:slug/dashboards/:id/cards']) {
    const [, kind, rest] = /(.*:id)(.*)/.exec(path)!
    existing[path] = existing[kind!]!.replace('?', `${rest}?`)
  }
})

const securityHeaders = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
}
/** Content types for programs, which browsers do not render as pages. */
const forPrograms = /^(application\/(json|x-ndjson)|text\/plain)/

test('the routes include pages, assets and probes', () => {
  const paths = routes.map(({ path }) => path)
  for (const path of ['/docs', '/f/:slug/:key', '/r/:slug/insights/:id', '/healthz'])
    assert.ok(paths.includes(path), path)
  assert.ok(paths.some((path) => path.startsWith('/assets/')))
})

for (const { path } of routes) {
  test(`${path} has the security headers, for existing and unknown records`, async () => {
    const unknown = path.replace(':slug', 'unknown').replace(/:\w+/g, '7').replace('*', 'x/y/z')
    for (const url of [existing[path], unknown].filter((address) => address !== undefined)) {
      const { headers, statusCode } = await app.inject({ url })
      assert.ok(statusCode < 500 && headers['x-content-type-options'] === 'nosniff', `${url} ${statusCode}`)
      if (forPrograms.test(String(headers['content-type']))) continue
      const policy = String(headers['content-security-policy'])
      if (path.startsWith('/logos/')) {
        assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline'; .*frame-ancestors 'none'; sandbox$/)
        continue
      }
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; /, url)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.ok(!/unsafe|\*|http/.test(policy))
      for (const [name, value] of Object.entries(securityHeaders)) assert.equal(headers[name], value, `${url} ${name}`)
    }
    if (existing[path]) assert.equal((await app.inject({ url: existing[path] })).statusCode, 200)
  })
}
