import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** As long as a request may take to arrive, an answer may take to be fetched. */
const slowestReaderMilliseconds = 30_000
const lookEveryMilliseconds = 2000
/** From here on connections that nobody uses at the moment make room for new ones. */
const nearlyFull = 0.9

/**
 * Bounds what connections can cost: their number, and how long one may leave its answer lying. Node has time limits for
 * requests that arrive slowly and none for answers that are fetched slowly.
 */
export function boundSockets(server: Server, most: number): void {
  const open = new Set<Socket>()
  /** Since when the answer of a connection waits to be fetched. */
  const full = new Map<Socket, number>()
  server.maxConnections = most
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      full.delete(socket)
    })
    if (open.size > most * nearlyFull) server.closeIdleConnections()
  })
  const look = () => {
    const now = performance.now()
    for (const socket of open) {
      if (socket.writableLength === 0) full.delete(socket)
      else if (now - (full.get(socket) ?? now) >= slowestReaderMilliseconds)
        socket.resetAndDestroy() // or the system keeps megabytes for it
      else if (!full.has(socket)) full.set(socket, now)
    }
  }
  const timer = setInterval(look, lookEveryMilliseconds).unref()
  server.once('close', () => clearInterval(timer))
}
