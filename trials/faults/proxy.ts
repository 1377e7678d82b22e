import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../demo/random.ts'

/** What may happen to each piece of bytes that passes, as shares of one, and to new connections. */
export interface Mood {
  /** Only a part of the piece arrives, then both sides are reset. */
  cut?: number
  /** The piece comes late, by up to so many milliseconds. */
  late?: number
  lateMs?: number
  /** From this piece on nothing passes, either way, and nobody is told: the connection is half open. */
  silent?: number
  /** A new connection is reset at once. */
  refused?: number
}

interface Link {
  near: Socket
  far: Socket
  isSilent: boolean
}

/** A line between two programs that can be made bad and good again; what it does follows from its seed and the traffic. */
export class Line {
  mood: Mood = {}
  readonly happened = { cut: 0, late: 0, silent: 0, refused: 0 }
  readonly #server: Server
  readonly #random: Random
  readonly #links = new Set<Link>()

  private constructor(to: () => NetConnectOpts, random: Random) {
    this.#random = random
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => this.#link(near, to()))
  }

  static async open(to: () => NetConnectOpts, random: Random): Promise<Line> {
    const line = new Line(to, random)
    await once(line.#server.listen(0, '127.0.0.1'), 'listening')
    return line
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  /** From now on everything passes; what has fallen silent stays so, as it would. */
  calm(): void {
    this.mood = {}
  }

  /** Nothing passes on any connection that is open now, and nobody is told. */
  silence(): void {
    for (const link of this.#links) link.isSilent = true
    this.happened.silent += this.#links.size
  }

  async close(): Promise<void> {
    for (const link of this.#links) end(link)
    this.#server.close()
    await once(this.#server, 'close')
  }

  #link(near: Socket, to: NetConnectOpts): void {
    near.on('error', () => {})
    if (this.#random.chance(this.mood.refused ?? 0)) {
      this.happened.refused++
      near.resetAndDestroy()
      return
    }
    const far = connect({ ...to, allowHalfOpen: true, noDelay: true })
    const link: Link = { near, far, isSilent: false }
    this.#links.add(link)
    far.on('error', () => {
      if (!link.isSilent) end(link)
    })
    far.once('close', () => this.#forget(link))
    near.once('close', () => this.#forget(link))
    void this.#pass(near, far, link)
    void this.#pass(far, near, link)
  }

  #forget(link: Link): void {
    if (link.near.destroyed && link.far.destroyed) this.#links.delete(link)
  }

  async #pass(from: Socket, to: Socket, link: Link): Promise<void> {
    try {
      for await (const piece of from.iterator({ destroyOnReturn: false })) {
        if (!link.isSilent && this.#befalls('silent')) link.isSilent = true
        if (link.isSilent) continue
        if (this.#befalls('late')) await sleep(this.#random.between(1, this.mood.lateMs ?? 100))
        if (this.#befalls('cut')) {
          to.write(piece.subarray(0, this.#random.between(0, piece.length - 1)), () => end(link))
          return
        }
        if (!to.write(piece) && !to.destroyed) await Promise.race([once(to, 'drain'), once(to, 'close')])
      }
      if (!link.isSilent) to.end()
    } catch {
      // One side broke: so does the other, unless nobody is to know.
      if (!link.isSilent) end(link)
    }
  }

  #befalls(what: 'cut' | 'late' | 'silent'): boolean {
    const share = this.mood[what] ?? 0
    if (share === 0 || !this.#random.chance(share)) return false
    this.happened[what]++
    return true
  }
}

function end({ near, far }: Link): void {
  for (const socket of [near, far]) {
    try {
      socket.resetAndDestroy()
    } catch {
      socket.destroy() // a Unix socket knows no reset
    }
  }
}
