import type { Clock } from '../clock.ts'
import type { OpenAsk } from './open-ask.ts'
import { hasEnded } from './rate-limit.ts'
import { type Ask, type Grant, OutcomeUnknown, type SharedCounts } from './shared-counts.ts'

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
  /** One at a time: what an ask tells is told once, and what it brings is added when it comes. */
  asking: OpenAsk | undefined
  askedAt = Number.NEGATIVE_INFINITY
  failedAt = Number.NEGATIVE_INFINITY
  /** The store's name for it; 0 until the store has answered. */
  #name = 0
  /** What the store has given to this node, what was settled later included. */
  #leased = 0
  /** What other nodes have, as far as known. */
  #others = 0
  /** What the store may have given without this node hearing of it; told as unspent with the next ask. */
  #doubtful = 0
  #mayHaveGivenBack = false
  #isSent = false
  #before: LeasedWindow | undefined
  #after: LeasedWindow | undefined

  constructor(key: Counted, quota: number, now: number, before: LeasedWindow | undefined) {
    this.key = key
    this.quota = quota
    this.startedAt = now
    this.usedAt = now
    // Or every window of a token would be kept. One that the store has never heard of is passed over.
    this.#before = before && before.#name === 0 && !before.#isSent ? before.#before : before
    if (before) before.#before = undefined
    if (this.#before) this.#before.#after = this
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
  /** What could be given back. */
  get returnable(): number {
    return this.#mayHaveGivenBack ? 0 : Math.max(0, this.held)
  }
  /** What no node holds. */
  get free(): number {
    return this.quota - this.#others - this.#leased
  }
  get portion(): number {
    return Math.max(Math.ceil(this.quota / leastPart), Math.floor(this.spent / shareOfSpent))
  }

  /** Asks with what the node has at this moment; from here on it is settled, unless the store fails. */
  async lease(counts: SharedCounts, clock: Clock, isGivingBack: boolean, withdraw: AbortSignal): Promise<void> {
    await this.#before?.asking?.answered
    withdraw.throwIfAborted()
    // Its minute passed while it waited for the one before: the store would count it in the next.
    if (hasEnded(this, clock.now())) return
    const ended = this.#name === 0 && this.#before !== undefined
    const known = this.#name === 0 && this.#before ? this.#before.#name : this.#name
    const owed = Math.max(0, -this.held)
    const unspent = isGivingBack ? this.returnable : 0
    const wanted = isGivingBack ? 0 : this.portion + this.waiting
    const ask = { ...this.key, quota: this.quota, known, ended, owed, unspent: unspent + this.#doubtful, wanted }
    const spentBefore = this.spent
    this.#leased += owed - unspent
    this.#isSent = true
    try {
      const grant = await counts.lease(ask, withdraw)
      this.#doubtful = 0
      this.#settle(grant, ask, spentBefore, clock)
    } catch (error) {
      this.#undo(error, ask, unspent)
      throw error
    } finally {
      this.#isSent = false
    }
  }

  #settle(grant: Grant, { owed }: Ask, spentBefore: number, clock: Clock): void {
    if (grant.started === this.#name) {
      this.#leased += grant.granted
      this.#others = Math.max(0, grant.used - this.#leased)
      return
    }
    // Another window than the one that these counts were of: what this node has just told is all it has of it.
    const leased = (this.#name === 0 ? this.#leased : owed) + grant.granted
    // Where this minute ended before the ask was carried out, what it told is held for the requests of the next.
    if (this.#after) this.#after.#moveTo(grant, leased, clock)
    else {
      if (this.#name !== 0) this.spent = owed + this.spent - spentBefore
      this.#moveTo(grant, leased, clock)
    }
  }

  #moveTo(grant: Grant, leased: number, clock: Clock): void {
    if (grant.elapsed > 0) this.startedAt = clock.now() - grant.elapsed
    this.#name = grant.started
    this.#before = undefined
    this.#leased = leased
    this.#others = Math.max(0, grant.used - leased)
  }

  /**
   * Where nobody knows whether the store did it, the store had better hold too little than too much: a token that is
   * over its limit for requests it never made has no way out, while too many are at most what each node admits alone.
   * So what was owed is taken for told, a portion for given (and given back with the next ask), and what was to be given
   * back for kept, which is not tried a second time.
   */
  #undo(error: unknown, { owed, wanted }: Ask, unspent: number): void {
    this.#leased += unspent
    if (!(error instanceof OutcomeUnknown)) this.#leased -= owed
    else {
      this.#doubtful = this.#name === 0 ? 0 : wanted
      this.#mayHaveGivenBack ||= unspent > 0
    }
  }
}
