import { connect, type Socket } from 'node:net'
import type pg from 'pg'

/**
 * PostgreSQL ends a statement that takes longer than 15 seconds (pool.ts) and says so. From a connection that is in use and
 * says nothing for longer, nothing is coming soon. Either its other end is gone, and no packet told us, as after a power cut
 * or behind a firewall that forgot it: the system itself would go on waiting for a quarter of an hour. Or a commit waits for
 * a replica that is lost, which no limit of PostgreSQL's ends.
 */
export const defaultResponseTimeoutMs = 20_000

/** What pg keeps of a connection and does not declare. */
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
 * Breaks a connection that stays silent: the statement on it fails, and the pool replaces it, as it does with one that was
 * idle for so long. PostgreSQL is told first to stop what it does there: it does not notice that nobody listens, so its
 * processes would pile up. What it answers to that is not read: a commit that no longer waits for the replica is no success.
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
    socket.destroy(Object.assign(new Error('PostgreSQL has not said anything for too long'), { code: 'ETIMEDOUT' }))
  })
}

/** For statements that may take any time, until the connection is given back. */
export const allowSilence = (client: pg.ClientBase): void => {
  internalsOf(client).connection.stream.setTimeout(0)
}

const cancelRequest = 80_877_102
/** Who does not take a request to stop within this does not hear it at all. */
const patienceMs = 1000

/**
 * Asks PostgreSQL, over a connection of its own, to stop what it does for this one; settles when it has been told, or
 * cannot be. A statement ends with 57014. A commit that waits for a replica ends as well, which `statement_timeout` does
 * not bring about: it is then committed on the primary alone. The request is not encrypted, nor is that of psql: it has
 * nothing but the key that PostgreSQL made up for this, and is taken whatever pg_hba.conf says.
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const { host, port, processID, secretKey, connection } = internalsOf(client)
  if (processID === null || secretKey === null) return Promise.resolve()
  const message = Buffer.alloc(16)
  for (const [place, value] of [16, cancelRequest, processID, secretKey].entries())
    message.writeInt32BE(value, place * 4)
  // By address, because a name may stand for several servers and the key is that of one.
  const { remoteAddress, remotePort } = connection.stream
  const line = host.startsWith('/')
    ? connect(`${host}/.s.PGSQL.${port}`)
    : connect({ host: remoteAddress ?? host, port: remotePort ?? port })
  return new Promise((resolve) => {
    line.setTimeout(patienceMs, () => line.destroy())
    line.on('error', () => {}).on('close', () => resolve())
    line.resume()
    line.write(message)
  })
}
