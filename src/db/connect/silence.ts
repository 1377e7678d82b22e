import type { Socket } from 'node:net'
import type pg from 'pg'
import { cancelOn } from './cancel.ts'

/**
 * PostgreSQL ends a statement that takes longer than 15 seconds (pool.ts) and says so. From a connection that is in use and
 * says nothing for longer, nothing is coming soon. Either its other end is gone, and no packet told us, as after a power cut
 * or behind a firewall that forgot it: the system itself would go on waiting for a quarter of an hour. Or a commit waits for
 * a replica that is lost, which no limit of PostgreSQL's ends.
 */
export const longestSilenceMs = 20_000

interface Known {
  connection: { stream: Socket }
  readyForQuery: boolean
}
const known = (client: pg.ClientBase) => client as unknown as Known

/**
 * Breaks a connection that stays silent: the statement on it fails, and the pool replaces it, as it does with one that was
 * idle for so long. PostgreSQL is told first to stop what it does there: it does not notice that nobody listens, so its
 * processes would pile up. What it answers to that is not read: a commit that no longer waits for the replica is no success.
 */
export function refuseSilence(client: pg.ClientBase, milliseconds = longestSilenceMs): void {
  const socket = known(client).connection.stream
  if (socket.timeout === milliseconds) return
  socket.setTimeout(milliseconds)
  if (socket.listenerCount('timeout') > 0) return
  socket.on('timeout', async () => {
    if (!known(client).readyForQuery) {
      socket.pause()
      socket.setTimeout(0)
      await cancelOn(client)
    }
    socket.destroy(Object.assign(new Error('PostgreSQL has not said anything for too long'), { code: 'ETIMEDOUT' }))
  })
}

/** For statements that may take any time, until the connection is given back. */
export const allowSilence = (client: pg.ClientBase): void => {
  known(client).connection.stream.setTimeout(0)
}
