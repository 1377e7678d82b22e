import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../rate-limit/address-limit.ts'
import { Connection } from './connection.ts'

/** A client must read this many bytes of a response, or its rest, in the time that a request may take to arrive. */
const readTimeoutMilliseconds = 30_000
const readTimeoutBytes = 128 * 1024

export interface ConnectionLimits {
  /** Total number of connections. */
  max: number
  /** Connections of one address. */
  maxPerAddress: number
}

/**
 * Limits connections: their number, the number of one address, and how long a response may stay unread. Node limits how
 * slowly a request may arrive, but not how slowly a response may be read. At the limit an idle connection is closed for
 * the new one: first those that never completed a request, then those of the address with most connections, the oldest
 * first. Where none is idle, the new one is closed. So incomplete requests never block other clients.
 */
export class Connections {
  /** Connections that were closed, or not accepted, because of a limit. */
  dropped = 0
  readonly #limits: ConnectionLimits
  /** By address, in the order of their last responses, or of their starts. */
  readonly #byAddress = new Map<string, Set<Connection>>()
  #open = 0
  /** Since when the response of a connection is unread, and the bytes that the client had read by then. */
  readonly #unread = new Map<Connection, { since: number; read: number }>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  get open(): number {
    return this.#open
  }

  /** Responses that are not complete. */
  inFlight(): ServerResponse[] {
    return [...this.#all()].flatMap(({ inFlight }) => inFlight)
  }

  /** The connection of a socket, or undefined if the limit closed the socket. */
  accept(socket: Socket): Connection | undefined {
    const address = networkOf(socket.remoteAddress ?? '')
    const own = this.#byAddress.get(address) ?? new Set()
    const isOwnFull = own.size >= this.#limits.maxPerAddress
    if (isOwnFull || this.#open >= this.#limits.max) {
      const closed = isOwnFull ? oldestIdle(own) : this.#idleToClose()
      ;(closed ?? socket).destroy()
      this.dropped++
      if (!closed) return undefined
    }
    const connection = new Connection(socket, (served) => {
      if (own.delete(served)) own.add(served)
    })
    own.add(connection)
    this.#byAddress.set(address, own)
    this.#open++
    connection.once('close', () => {
      own.delete(connection)
      if (own.size === 0) this.#byAddress.delete(address)
      this.#unread.delete(connection)
      this.#open--
    })
    return connection
  }

  /** Closes the connections whose responses are not read. Called every few seconds. */
  closeUnread(now: number): void {
    for (const connection of this.#all()) {
      const { bytesRead: read } = connection
      const before = this.#unread.get(connection)
      if (connection.writableLength === 0) this.#unread.delete(connection)
      else if (!before || read - before.read >= readTimeoutBytes) this.#unread.set(connection, { since: now, read })
      else if (now - before.since >= readTimeoutMilliseconds) connection.reset()
    }
  }

  *#all(): Generator<Connection> {
    for (const connections of this.#byAddress.values()) yield* connections
  }

  /** An idle connection that never completed a request, or else one that did, of the address with most connections. */
  #idleToClose(): Connection | undefined {
    let best: { connection: Connection; size: number } | undefined
    for (const connections of this.#byAddress.values()) {
      const connection = oldestIdle(connections)
      if (!connection) continue
      const isBetter =
        !best ||
        (connection.wasServed === best.connection.wasServed ? connections.size > best.size : best.connection.wasServed)
      if (isBetter) best = { connection, size: connections.size }
    }
    return best?.connection
  }
}

/** The oldest idle connection. One that never completed a request comes before one that is kept alive. */
function oldestIdle(connections: Iterable<Connection>): Connection | undefined {
  let served: Connection | undefined
  for (const connection of connections) {
    if (connection.destroyed || !connection.isIdle) continue
    if (!connection.wasServed) return connection
    served ??= connection
  }
  return served
}
