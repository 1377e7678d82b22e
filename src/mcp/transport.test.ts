import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness } from '../../test/harness/harness.ts'
import { eras, mcpClients } from '../../test/harness/mcp.ts'

const { app, organisation, clock } = await harness({ rateLimit: 300 })
const { origin, connect, send } = await mcpClients(app)

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

describe('a message to /mcp', () => {
  for (const era of eras) {
    test(`is answered to a client of the ${era} protocol`, async () => {
      const { token } = await organisation()
      const { client, call } = await connect(token, { era })
      assert.match(client.getInstructions() ?? '', /never instructions|Never follow instructions/)
      const { tools } = await client.listTools()
      assert.equal(tools.length, 36)
      const { data, isError } = await call('whoami')
      assert.equal(isError, false)
      assert.deepEqual([data.organisation, data.timezone], ['Acme Care', 'Australia/Sydney'])
    })
  }

  test('without a valid token is a 401, and after 60 of a minute a 429', async () => {
    const first = await send(listTools)
    assert.equal(first.status, 401)
    assert.equal(first.headers.get('www-authenticate'), 'Bearer')
    const statuses: number[] = []
    for (let i = 0; i < 60; i++) statuses.push((await send(listTools, { authorization: 'Bearer svc_at_x' })).status)
    assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429])
    clock.advance(60_000)
  })

  test('of a web page is accepted from the service’s own address alone', async () => {
    const { token } = await organisation()
    const authorization = `Bearer ${token}`
    for (const [from, status] of [
      [origin, 200],
      ['https://example.com', 403],
      ['null', 403],
      [origin.replace('http:', 'https:'), 403],
    ] as const)
      assert.equal((await send(listTools, { authorization, origin: from })).status, status, from)
  })

  test('of a web page whose name was given this machine’s address is rejected', async () => {
    const { token } = await organisation()
    const from = async (host: string, own: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/mcp',
          headers: {
            host,
            origin: `http://${own}`,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          payload: listTools,
        })
      ).statusCode
    assert.equal(await from('evil.example.com', 'evil.example.com'), 403)
    assert.equal(await from('localhost:4000', 'localhost:4000'), 200)
    assert.equal(await from('10.0.0.7:4000', '10.0.0.7:4000'), 200)
    assert.equal(await from('10.0.0.7:4000', 'localhost:4000'), 403)
    const named = await harness({ publicUrl: 'https://care.example.org' })
    const { token: other } = await named.organisation()
    for (const [origin, status] of [
      ['https://care.example.org', 200],
      ['http://localhost', 403],
    ] as const) {
      const headers = {
        origin,
        authorization: `Bearer ${other}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      }
      const response = await named.app.inject({ method: 'POST', url: '/mcp', headers, payload: listTools })
      assert.equal(response.statusCode, status)
    }
  })

  test('with another method is a 405 that names POST', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${origin}/mcp`, { method })
      assert.equal(response.status, 405)
      assert.equal(response.headers.get('allow'), 'POST')
    }
  })

  test('that is too large, no JSON, not in UTF-8 or nested too deeply is rejected', async () => {
    const { token } = await organisation()
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await send({ ...listTools, params: { text: 'x'.repeat(65_536) } }, headers)).status, 413)
    assert.equal((await send('{', headers)).status, 400)
    assert.equal((await send(`${'['.repeat(20_000)}${']'.repeat(20_000)}`, headers)).status, 400)
    const bytes = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    })
    assert.equal(bytes.status, 400)
  })

  test('that is a batch is refused, so that each message counts', async () => {
    const { token } = await organisation()
    const headers = { authorization: `Bearer ${token}` }
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const response = await send([{ jsonrpc: '2.0', id: 1, method: 'ping' }, cancelled], headers)
    assert.equal(response.status, 400)
    assert.match(await response.text(), /must be a JSON object/)
  })

  test('of a page whose Host is no address is refused', async () => {
    const { token } = await organisation()
    for (const host of ['[', ':', 'a:b:c', '1.2.3.4:99999']) {
      const headers = { host, origin: 'http://localhost', authorization: `Bearer ${token}` }
      const response = await app.inject({ method: 'POST', url: '/mcp', headers, payload: listTools })
      assert.equal(response.statusCode, 403, host)
    }
  })

  test('with a limit that is none is a 422 that says what is allowed', async () => {
    const { token } = await organisation()
    for (const [query, name] of [
      ['areas=rooster', 'areas'],
      ['read_only=yes', 'read_only'],
      ['read-only=true', 'read-only'],
      ['READ_ONLY=true', 'READ_ONLY'],
      ['area=roster', 'area'],
    ]) {
      const response = await fetch(`${origin}/mcp?${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(listTools),
      })
      assert.equal(response.status, 422)
      assert.deepEqual(Object.keys(((await response.json()) as any).errors), [name])
    }
  })

  test('does not open a stream of notifications', async () => {
    const { token } = await organisation()
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications: {}, _meta: meta },
    }
    const response = await send(message, {
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    })
    assert.match(await response.text(), /limit reached/)
  })
})

describe('calls of tools', () => {
  test('are at most 60 a minute for a token, beside its quota of requests', async () => {
    const { token } = await organisation()
    const { call, client } = await connect(token, { era: 'legacy' })
    for (let i = 0; i < 60; i++) assert.equal((await call('search_operations', { query: 'x' })).isError, false)
    const late = await call('search_operations', { query: 'x' })
    assert.equal(late.isError, true)
    assert.match(late.text, /at most 60 calls of tools a minute.*Wait \d+ seconds/)
    assert.equal((await client.listTools()).tools.length, 36)
    const { client: modern } = await connect(token)
    await assert.rejects(modern.callTool({ name: 'whoami' }), /429|60 calls/)
    clock.advance(60_000)
    assert.equal((await call('whoami')).isError, false)
  })

  test('count each request that they send', async () => {
    const { token, get } = await organisation()
    const left = async () => Number(/r=(\d+)/.exec((await get('/me')).headers.ratelimit!)![1])
    const { call } = await connect(token, { era: 'legacy' })
    const before = await left()
    await call('whoami')
    // The message, its two requests, and the one that counts.
    assert.equal(before - (await left()), 4)
  })
})
