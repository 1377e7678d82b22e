import type { Clock } from '../clock.ts'
import type { SharedCounts } from './shared-counts.ts'

/** A portion is as large as what this node has spent divided by this, so a node that is asked little holds little. */
const shareOfSpent = 8
/** And at least this part of the quota, so that tokens that ask little cost few writes. */
const leastPart = 200

/** Whose requests are counted. */
export interface Counted {
  orgId: number
  tokenId: number
}

/** What a node knows of a token's minute: what it was given of it, what it has spent, and what others have. */
export class LeasedWindow {
  readonly key: Counted
  readonly quota: number
  /** By this node's clock. */
  startedAt: number
  usedAt: number
  spent = 0
  /** Requests that wait for the next portion. */
  waiting = 0
  asking: Promise<void> | undefined
  askedAt = Number.NEGATIVE_INFINITY
  failedAt = Number.NEGATIVE_INFINITY
  /** The store's name for it; 0 until the store has answered. */
  #name = 0
  /** What the store has given to this node, what was settled later included. */
  #leased = 0
  /** What other nodes have, as far as known. */
  #others = 0
  #before: LeasedWindow | undefined

  constructor(key: Counted, quota: number, now: number, before: LeasedWindow | undefined) {
    this.key = key
    this.quota = quota
    this.startedAt = now
    this.usedAt = now
    this.#before = before
    if (before) before.#before = undefined // or every window of a token would be kept
  }

  /** Nothing was asked yet: the first request does not wait for it. */
  get isNew(): boolean {
    return this.#name === 0 && this.spent === 0
  }
  get left(): number {
    return this.quota - this.#others - this.spent
  }
  get held(): number {
    return this.#leased - this.spent
  }
  /** What no node holds. */
  get free(): number {
    return this.quota - this.#others - this.#leased
  }
  get portion(): number {
    return Math.max(Math.ceil(this.quota / leastPart), Math.floor(this.spent / shareOfSpent))
  }

  /** Asks with what the node has at this moment; from here on it is settled, unless the store fails. */
  async lease(counts: SharedCounts, clock: Clock, isGivingBack: boolean): Promise<void> {
    await this.#before?.asking
    const before = this.#before
    const known = this.#name === 0 && before ? before.#name : this.#name
    const owed = Math.max(0, -this.held)
    const unspent = isGivingBack ? Math.max(0, this.held) : 0
    const wanted = isGivingBack ? 0 : this.portion + this.waiting
    const spentBefore = this.spent
    this.#leased += owed - unspent
    try {
      const ended = this.#name === 0 && before !== undefined
      const grant = await counts.lease({ ...this.key, quota: this.quota, known, ended, owed, unspent, wanted })
      if (grant.started === this.#name) this.#leased += grant.granted
      else {
        // Another window than the one that these counts were of: what this node has just told is all it has of it.
        this.#leased = owed + grant.granted
        this.spent = owed + this.spent - spentBefore
        if (grant.elapsed > 0) this.startedAt = clock.now() - grant.elapsed
        this.#name = grant.started
        this.#before = undefined
      }
      this.#others = Math.max(0, grant.used - this.#leased)
    } catch (error) {
      this.#leased -= owed - unspent
      throw error
    }
  }
}
