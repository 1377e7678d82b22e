import { connect, type Socket } from 'node:net'
import type pg from 'pg'

/**
 * PostgreSQL aborts a statement after 15 seconds (pool.ts) and reports it. When a connection in use receives nothing
 * for longer, there are two causes. Its other end is gone without a packet, as after a power cut or behind a firewall;
 * the operating system would wait for a quarter of an hour. Or a commit waits for a lost replica, which no timeout of
 * PostgreSQL ends.
 */
export const defaultResponseTimeoutMs = 20_000

/** Fields of pg's client that its types do not declare. */
interface ClientInternals {
  host: string
  port: number
  processID: number | null
  secretKey: number | null
  readyForQuery: boolean
  connection: { stream: Socket }
}
const internalsOf = (client: pg.ClientBase) => client as unknown as ClientInternals

/**
 * Closes a connection that receives nothing for too long: its statement fails, and the pool replaces it. An idle
 * connection is closed in the same way. The statement is cancelled first, because PostgreSQL does not notice that its
 * client is gone, and its processes would accumulate. The response to that is not read: a commit that no longer waits
 * for the replica is no success.
 */
export function enforceResponseTimeout(client: pg.ClientBase, milliseconds = defaultResponseTimeoutMs): void {
  const socket = internalsOf(client).connection.stream
  if (socket.timeout === milliseconds) return
  socket.setTimeout(milliseconds)
  if (socket.listenerCount('timeout') > 0) return
  socket.on('timeout', async () => {
    if (!internalsOf(client).readyForQuery) {
      socket.pause()
      socket.setTimeout(0)
      await cancelStatement(client)
    }
    socket.destroy(Object.assign(new Error('PostgreSQL has not responded for too long'), { code: 'ETIMEDOUT' }))
  })
}

/** For statements that may take any time. Applies until the connection is released. */
export const disableResponseTimeout = (client: pg.ClientBase): void => {
  internalsOf(client).connection.stream.setTimeout(0)
}

const cancelRequest = 80_877_102
const cancelTimeoutMs = 1000

/**
 * Sends a cancel request for a connection's statement, over a new connection. Settles when it is sent, or cannot be.
 * The statement fails with 57014. A commit that waits for a replica ends as well, which `statement_timeout` cannot do;
 * it is then committed on the primary alone. Like psql's, the request is not encrypted: it contains only the key that
 * PostgreSQL generated for this purpose, and pg_hba.conf does not apply to it.
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const { host, port, processID, secretKey, connection } = internalsOf(client)
  if (processID === null || secretKey === null) return Promise.resolve()
  const message = Buffer.alloc(16)
  for (const [index, value] of [16, cancelRequest, processID, secretKey].entries())
    message.writeInt32BE(value, index * 4)
  // By address, because a name may have several servers and the key belongs to one.
  const { remoteAddress, remotePort } = connection.stream
  const socket = host.startsWith('/')
    ? connect(`${host}/.s.PGSQL.${port}`)
    : connect({ host: remoteAddress ?? host, port: remotePort ?? port })
  return new Promise((resolve) => {
    socket.setTimeout(cancelTimeoutMs, () => socket.destroy())
    socket.on('error', () => {}).on('close', () => resolve())
    socket.resume()
    socket.write(message)
  })
}
