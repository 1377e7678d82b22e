import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '../../test/harness/harness.ts'

const { app } = await harness()

test('/llms.txt says what the service is, and every link of it leads to an answer', async () => {
  const { statusCode, headers, body } = await app.inject({ url: '/llms.txt' })
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  assert.match(body, /^# Wattle\n\n> Open, self-hosted/)
  assert.match(body, /^- Typed clients.* in `sdk\/`, .* in `clients\/python\/`/m)
  const links = [...body.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, address]) => address!)
  assert.ok(links.length > 20)
  for (const url of links) {
    if (url === '/api/integrations/v1') continue
    assert.equal((await app.inject({ url })).statusCode, url === '/mcp' ? 405 : 200, url)
  }
})
