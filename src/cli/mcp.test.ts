import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { harness } from '../../test/harness/harness.ts'
import { eras, mcpClients, resultOf } from '../../test/harness/mcp.ts'
import { type RunningProgram, startProgram } from '../../test/harness/processes.ts'

const { app, organisation } = await harness()
const { origin } = await mcpClients(app)

/** The transport of a client that has started `wattle mcp` itself. */
function stdioOf({ child }: RunningProgram) {
  const transport = {
    onmessage: undefined as ((message: any) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    async start() {
      let text = ''
      child.stdout.setEncoding('utf8').on('data', (part) => {
        const lines = (text + part).split('\n')
        text = lines.pop()!
        for (const line of lines) transport.onmessage?.(JSON.parse(line))
      })
    },
    async send(message: object) {
      child.stdin.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      child.stdin.end()
      transport.onclose?.()
    },
  }
  return transport
}

describe('wattle mcp', () => {
  for (const era of eras) {
    test(`connects an agent that speaks the ${era} protocol, and ends with its input`, async (t) => {
      const { token } = await organisation()
      const program = startProgram(t, 'src/main.ts', ['mcp', '--areas', 'clients,roster'], {
        WATTLE_URL: origin,
        WATTLE_TOKEN: token,
      })
      const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' }
      const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } })
      await client.connect(stdioOf(program) as never)
      const { tools } = await client.listTools()
      assert.ok(tools.some(({ name }) => name === 'get_roster') && !tools.some(({ name }) => name === 'get_tasks'))
      const { data } = resultOf(await client.callTool({ name: 'whoami' }))
      assert.equal(data.organisation, 'Acme Care')
      await assert.rejects(client.readResource({ uri: 'wattle://clients/ä' }), /not found/i)
      await client.close()
      const { code, stderr } = await program.ended
      assert.deepEqual([code, stderr], [0, ''])
    })
  }

  test('answers each message with the reason when the token is not valid or the service cannot be reached', async (t) => {
    const { token } = await organisation()
    const other = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
    const run = async (env: Record<string, string>, input: string) => {
      const { child, ended } = startProgram(t, 'src/main.ts', ['mcp'], {
        WATTLE_URL: origin,
        WATTLE_TOKEN: token,
        ...env,
      })
      child.stdin.end(input)
      return ended
    }
    const list = `${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' })}\n`
    const errorOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout)
    const { id, error } = errorOf(await run({ WATTLE_URL: 'http://127.0.0.1:1' }, list))
    assert.equal(id, 7)
    assert.match(error.message, /cannot be reached.*WATTLE_URL/)
    const mistyped = await run({ WATTLE_TOKEN: other }, list)
    assert.match(mistyped.stdout + mistyped.stderr, /Invalid or expired access token|mistyped/)
    assert.match(errorOf(await run({}, 'hello\n')).error.message, /not valid JSON/)
    assert.match((await run({ WATTLE_TOKEN: '' }, list)).stderr, /There is no token/)
  })

  test('answers a message whose answer is empty, and names what is wrong with an option', async (t) => {
    const { token } = await organisation()
    const empty = createServer((_, response) => response.writeHead(302, { location: '/elsewhere' }).end())
    await new Promise<void>((resolve) => empty.listen(0, '127.0.0.1', resolve))
    t.after(() => empty.close())
    const { port } = empty.address() as AddressInfo
    const run = async (url: string, ...options: string[]) => {
      const { child, ended } = startProgram(t, 'src/main.ts', ['mcp', ...options], {
        WATTLE_URL: url,
        WATTLE_TOKEN: token,
      })
      child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' })}\n`)
      return JSON.parse((await ended).stdout)
    }
    const { id, error } = await run(`http://127.0.0.1:${port}`)
    assert.equal(id, 7)
    assert.match(error.message, /not the address of a Wattle service.*\(302\)/)
    assert.match((await run(origin, '--areas', 'rooster')).error.message, /areas must be some of clients, staff/)
  })
})
