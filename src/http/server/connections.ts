import type { ServerResponse } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import { Connection } from './connection.ts'

/** As long as a request may take to arrive, so much of an answer may take to be read, or the last of it. */
const readTimeoutMilliseconds = 30_000
const readTimeoutBytes = 128 * 1024

export interface ConnectionLimits {
  /** Connections in all. */
  most: number
  /** Connections of one address. */
  mostOfAddress: number
}

/**
 * Bounds what connections cost: their number, how many one address has, and how long an answer may stay unread. Node limits how
 * slowly a request may arrive, and not how slowly an answer may be read. Where no place is left, a connection that waits for its
 * caller is closed for the new one: one that never had an answer before one that had, of the address that has most of them,
 * the oldest first. Where all are being served, the new one is closed. So half-sent requests never keep others out.
 */
export class Connections {
  /** Connections that were closed, or not accepted, because there were too many. */
  dropped = 0
  readonly #limits: ConnectionLimits
  /** By address, in the order of their last answers; those without one, of their starts. */
  readonly #byAddress = new Map<string, Set<Connection>>()
  #open = 0
  /** Since when the answer of a connection is unread, and how much the caller had read by then. */
  readonly #unread = new Map<Connection, { since: number; read: number }>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  get open(): number {
    return this.#open
  }

  /** Requests that have no answer yet, or only a part of one. */
  inFlight(): ServerResponse[] {
    return [...this.#all()].flatMap(({ inFlight }) => inFlight)
  }

  /** The connection of a socket; undefined where no place can be had, and the socket is closed. */
  accept(socket: Socket): Connection | undefined {
    const address = networkOf(socket.remoteAddress ?? '')
    const own = this.#byAddress.get(address) ?? new Set()
    const isOwnFull = own.size >= this.#limits.mostOfAddress
    if (isOwnFull || this.#open >= this.#limits.most) {
      const closed = isOwnFull ? oldestIdle(own) : this.#leastMissed()
      ;(closed ?? socket).destroy()
      this.dropped++
      if (!closed) return undefined
    }
    const connection = new Connection(socket, (answered) => {
      if (own.delete(answered)) own.add(answered)
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

  /** Closes the connections whose answers nobody reads; to be called every few seconds. */
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

  /** Of those that wait for their callers, one that never had an answer, or else one that had; of the address that has most. */
  #leastMissed(): Connection | undefined {
    let found: { connection: Connection; size: number } | undefined
    for (const connections of this.#byAddress.values()) {
      const connection = oldestIdle(connections)
      if (!connection) continue
      const isBetter =
        !found ||
        (connection.wasServed === found.connection.wasServed
          ? connections.size > found.size
          : found.connection.wasServed)
      if (isBetter) found = { connection, size: connections.size }
    }
    return found?.connection
  }
}

/** The first that waits for its caller. Those that never had an answer go before those that are kept open between requests. */
function oldestIdle(connections: Iterable<Connection>): Connection | undefined {
  let served: Connection | undefined
  for (const connection of connections) {
    if (connection.destroyed || !connection.isIdle) continue
    if (!connection.wasServed) return connection
    served ??= connection
  }
  return served
}

/** An IPv4 address, or the /64 of an IPv6 one: a subscriber has all of its addresses. */
export function networkOf(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length)
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
  return all.slice(0, 4).join(':')
}
