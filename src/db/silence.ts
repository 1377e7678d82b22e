import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * PostgreSQL ends a statement that takes longer than 15 seconds (pool.ts) and says so. From a connection that is in use and
 * says nothing for longer, nothing is coming any more: its other end is gone, and no packet told us, as after a power cut
 * or behind a firewall that forgot it. The system itself would go on waiting for a quarter of an hour.
 */
export const longestSilenceMs = 20_000

const socketOf = (client: pg.ClientBase) => (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Breaks a connection that stays silent: the statement on it fails, and the pool replaces it. Idle ones the pool closes sooner. */
export function refuseSilence(client: pg.ClientBase, milliseconds = longestSilenceMs): void {
  const socket = socketOf(client)
  if (socket.timeout === milliseconds) return
  socket.setTimeout(milliseconds)
  if (socket.listenerCount('timeout') > 0) return
  socket.on('timeout', () => {
    socket.destroy(Object.assign(new Error('PostgreSQL has not said anything for too long'), { code: 'ETIMEDOUT' }))
  })
}

/** For statements that may take any time, until the connection is given back. */
export const allowSilence = (client: pg.ClientBase): void => {
  socketOf(client).setTimeout(0)
}
