import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { harness } from '../harness/harness.ts'
import { mcpClients } from '../harness/mcp.ts'
import { temporaryFolder } from '../harness/processes.ts'

const { app, organisation } = await harness()
const { origin } = await mcpClients(app)
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Adds a token to each request, because the checks have no option for one. Anything else passes as it is. */
async function tokenProxy(token: string): Promise<string> {
  const server = createServer((received, response) => {
    const headers = { ...received.headers, authorization: `Bearer ${token}` }
    const passed = request(origin + received.url, { method: received.method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => received.socket.destroy())
    received.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}/mcp`
}

/**
 * The official checks, as each revision requires them. `expected-failures-….yaml` has those that need tools and prompts of
 * the checks' own; an entry that passes makes the run fail.
 */
describe('the official conformance checks', () => {
  for (const revision of ['2025-11-25', '2026-07-28']) {
    test(`of ${revision} pass, but for those that need a fixture`, async (t) => {
      const url = await tokenProxy((await organisation()).token)
      const program = pathOf('../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
      const child = spawn(
        process.execPath,
        [
          ...['--import', pathOf('conformance-on-node-20.mjs'), program, 'server', '--url', url],
          ...['--requirements', revision, '--expected-failures', pathOf(`expected-failures-${revision}.yaml`)],
        ],
        { cwd: temporaryFolder(t) },
      )
      t.after(() => child.kill('SIGKILL'))
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => (output += text))
      const [code] = await once(child, 'close')
      assert.equal(code, 0, output)
    })
  }
})
