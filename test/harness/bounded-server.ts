import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after } from 'node:test'
import type { RequestHandler } from '../../src/http/server/connection.ts'
import { type ConnectionLimits, Connections } from '../../src/http/server/connections.ts'
import { BoundedServer } from '../../src/http/server/server.ts'

const unlimited = { max: Number.POSITIVE_INFINITY, maxPerAddress: Number.POSITIVE_INFINITY }

/** A server with connection limits and the test's handler, and clients that send raw bytes. */
export async function boundedServer(handle: RequestHandler, limits: ConnectionLimits = unlimited) {
  const connections = new Connections(limits)
  const server = new BoundedServer(connections, handle)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const callers: Socket[] = []
  after(() => {
    for (const socket of callers) socket.destroy()
    server.close().closeAllConnections()
  })
  /** `from` is a loopback address. */
  const caller = async (from = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    callers.push(socket)
    const state = { text: '', isClosed: false }
    socket.on('data', (bytes) => (state.text += bytes.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => (state.isClosed = true))
    await once(socket, 'connect')
    return { socket, state, send: (bytes: string | Buffer) => socket.write(bytes) }
  }
  return { connections, server, port, caller }
}

/** The bodies of all responses, in order, by their content-length. */
export function bodiesOf(text: string): string[] {
  const bodies: string[] = []
  for (let at = 0; ; ) {
    const end = text.indexOf('\r\n\r\n', at)
    if (end < 0) return bodies
    const length = Number(/content-length: (\d+)/i.exec(text.slice(at, end))?.[1] ?? 0)
    if (text.length < end + 4 + length) return bodies
    bodies.push(text.slice(end + 4, end + 4 + length))
    at = end + 4 + length
  }
}
