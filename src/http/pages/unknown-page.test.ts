import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness } from '../../../test/harness/harness.ts'

const { app } = await harness()
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const get = (url: string, accept: string | undefined, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({ method, url, headers: accept === undefined ? {} : { accept } })

describe('an unknown address', () => {
  for (const url of [
    '/nope',
    '/nope/deeper?x=1',
    '/docs/nope',
    '/assets/nope.js',
    '/apiary',
    '/%E0%A4%A',
    '/healthz/x',
  ])
    test(`${url} is a page in a browser`, async () => {
      const { statusCode, headers, body } = await get(url, browser)
      assert.equal(statusCode, 404)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.match(body, /<main class="alone">\s*<div class="notice">\s*<h1>There is no page here<\/h1>/)
      assert.match(body, /<a href="\/docs">/)
      assert.match(String(headers['content-security-policy']), /^default-src 'none'; script-src 'self'/)
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.ok(headers['x-request-id'])
    })

  test('has the type of the page for HEAD too', async () => {
    const { statusCode, headers } = await get('/nope', browser, 'HEAD')
    assert.deepEqual([statusCode, headers['content-type']], [404, 'text/html; charset=utf-8'])
  })

  for (const accept of [
    ...[undefined, '', '*/*', 'text/*', 'application/json', 'application/json, text/html;q=0.9, */*'],
    ...['text/html;q=0', 'text/html;level=1;q=0, */*', 'text/htmlx'],
  ])
    test(`is JSON for a program that accepts ${accept ?? 'nothing in particular'}`, async () => {
      for (const url of ['/nope', '/%E0%A4%A']) {
        const { statusCode, headers, body } = await get(url, accept)
        assert.equal(statusCode, 404)
        assert.equal(headers['content-type'], 'application/json; charset=utf-8')
        assert.deepEqual(JSON.parse(body), { message: 'Endpoint not found.' })
      }
    })

  test('is JSON below the API, and for a method that browsers do not open pages with', async () => {
    for (const [url, method] of [
      ['/api', 'GET'],
      ['/api?x', 'GET'],
      ['/api/integrations/v1/nope', 'GET'],
      ['/api/integrations/v2/clients', 'GET'],
      ['/api/integrations/v1/clients/%E0%A4%A', 'GET'],
      ['/nope', 'POST'],
    ] as const) {
      const { statusCode, body } = await get(url, browser, method)
      assert.deepEqual([statusCode, JSON.parse(body)], [404, { message: 'Endpoint not found.' }], url)
    }
  })
})

test('/favicon.ico is an icon, whatever is accepted', async () => {
  for (const accept of [undefined, 'image/avif,image/webp,*/*;q=0.8', browser]) {
    const { statusCode, headers, body } = await get('/favicon.ico', accept)
    assert.deepEqual([statusCode, headers['content-type']], [200, 'image/svg+xml'])
    assert.match(body, /^<svg /)
    assert.equal(headers['cache-control'], 'public, max-age=86400')
  }
})
