import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../demo/random.ts'

/** Probabilities (0 to 1) of faults for each chunk that passes and for new connections. */
export interface ProxyFaults {
  /** Only a part of the chunk is forwarded, then both sides are reset. */
  cut?: number
  /** The chunk is delayed, by up to `maxDelayMs`. */
  delayed?: number
  maxDelayMs?: number
  /** From this chunk on nothing passes in either direction, and neither side is closed: the connection is half open. */
  stalled?: number
  /** A new connection is reset immediately. */
  rejected?: number
}

interface Link {
  near: Socket
  far: Socket
  isStalled: boolean
}

/** A TCP proxy that injects faults. Its faults depend only on its seed and on the traffic. */
export class FaultyProxy {
  faults: ProxyFaults = {}
  readonly counts = { cut: 0, delayed: 0, stalled: 0, rejected: 0 }
  readonly #server: Server
  readonly #random: Random
  readonly #links = new Set<Link>()

  private constructor(to: () => NetConnectOpts, random: Random) {
    this.#random = random
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => this.#link(near, to()))
  }

  static async open(to: () => NetConnectOpts, random: Random): Promise<FaultyProxy> {
    const line = new FaultyProxy(to, random)
    await once(line.#server.listen(0, '127.0.0.1'), 'listening')
    return line
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  /** Stops injecting faults. Stalled connections stay stalled. */
  clearFaults(): void {
    this.faults = {}
  }

  /** Stalls every open connection without closing it. */
  stallAll(): void {
    for (const link of this.#links) link.isStalled = true
    this.counts.stalled += this.#links.size
  }

  async close(): Promise<void> {
    for (const link of this.#links) resetBoth(link)
    this.#server.close()
    await once(this.#server, 'close')
  }

  #link(near: Socket, to: NetConnectOpts): void {
    near.on('error', () => {})
    if (this.#random.chance(this.faults.rejected ?? 0)) {
      this.counts.rejected++
      near.resetAndDestroy()
      return
    }
    const far = connect({ ...to, allowHalfOpen: true, noDelay: true })
    const link: Link = { near, far, isStalled: false }
    this.#links.add(link)
    far.on('error', () => {
      if (!link.isStalled) resetBoth(link)
    })
    far.once('close', () => this.#removeIfClosed(link))
    near.once('close', () => this.#removeIfClosed(link))
    void this.#pipe(near, far, link)
    void this.#pipe(far, near, link)
  }

  #removeIfClosed(link: Link): void {
    if (link.near.destroyed && link.far.destroyed) this.#links.delete(link)
  }

  async #pipe(from: Socket, to: Socket, link: Link): Promise<void> {
    try {
      for await (const chunk of from.iterator({ destroyOnReturn: false })) {
        if (!link.isStalled && this.#happens('stalled')) link.isStalled = true
        if (link.isStalled) continue
        if (this.#happens('delayed')) await sleep(this.#random.between(1, this.faults.maxDelayMs ?? 100))
        if (this.#happens('cut')) {
          to.write(chunk.subarray(0, this.#random.between(0, chunk.length - 1)), () => resetBoth(link))
          return
        }
        if (!to.write(chunk) && !to.destroyed) await Promise.race([once(to, 'drain'), once(to, 'close')])
      }
      if (!link.isStalled) to.end()
    } catch {
      // If one side breaks, the other one is reset too, unless the connection is stalled.
      if (!link.isStalled) resetBoth(link)
    }
  }

  #happens(what: 'cut' | 'delayed' | 'stalled'): boolean {
    const share = this.faults[what] ?? 0
    if (share === 0 || !this.#random.chance(share)) return false
    this.counts[what]++
    return true
  }
}

function resetBoth({ near, far }: Link): void {
  for (const socket of [near, far]) {
    try {
      socket.resetAndDestroy()
    } catch {
      socket.destroy() // Unix sockets have no reset
    }
  }
}
