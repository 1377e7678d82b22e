import type { Clock } from '../clock.ts'
import { type Counted, LeasedWindow } from './leased-window.ts'
import { OpenAsk } from './open-ask.ts'
import { type Allowance, hasEnded, secondsLeft, Windows } from './rate-limit.ts'
import type { SharedCounts } from './shared-counts.ts'

/** After a failure of the store a node counts for itself for so long. */
const retryMilliseconds = 1000
/** While a token is over its limit, another node may give something back. */
const lookAgainMilliseconds = 500
/** What is held for a token that has been silent for so long is given back, where it could be missed. */
const silenceMilliseconds = 1000
const troubleMilliseconds = 60_000

/**
 * So many a minute for each token over all nodes together. A node takes portions of the quota from a shared store and
 * spends them by itself, so most requests are counted without a wait: the next portion is fetched while the last one is
 * being spent. What is given to one node is given to no other, so the quota is not exceeded but by the first request of
 * a window on each node, which does not wait. Without its store a node counts for itself, and settles when it is back;
 * so it does while the store is slow, without asking a second time before it was answered.
 */
export class SharedRateLimit {
  readonly quota: number
  readonly #clock: Clock
  readonly #counts: SharedCounts
  readonly #trouble: (error: unknown) => void
  #toldAt = Number.NEGATIVE_INFINITY
  readonly #windows = new Windows<number, LeasedWindow>()

  /** `trouble` hears of a store that fails, once a minute at the most. */
  constructor(quota: number, clock: Clock, counts: SharedCounts, trouble: (error: unknown) => void = () => {}) {
    this.quota = quota
    this.#clock = clock
    this.#counts = counts
    this.#trouble = trouble
  }

  /** A promise only when the store must be asked first; it is never rejected. */
  take(key: Counted, amount = 1): Allowance | Promise<Allowance> {
    const now = this.#clock.now()
    let window = this.#windows.get(key.tokenId)
    if (!window || hasEnded(window, now)) {
      window = this.#windows.start(key.tokenId, new LeasedWindow(key, this.quota, now, window))
    }
    if (amount === 0) return told(window, true, now)
    if (window.left < amount) return this.#refuse(window, now)
    window.usedAt = now
    const isAlone = window.asking?.isLate || now - window.failedAt < retryMilliseconds
    if (window.held < amount && !window.isNew && !isAlone) return this.#takeLater(window, amount)
    window.spent += amount
    if (!isAlone && window.free > 0 && window.held * 2 < window.portion) this.#ask(window)
    return told(window, true, now)
  }

  #refuse(window: LeasedWindow, now: number): Allowance {
    window.usedAt = now
    if (now - window.askedAt >= lookAgainMilliseconds) this.#ask(window)
    return told(window, false, now)
  }

  /** Looks after tokens that fell silent; the service calls it every second. */
  async giveBack(): Promise<void> {
    const now = this.#clock.now()
    for (const window of this.#windows.values()) {
      if (
        window.asking ||
        window.returnable === 0 ||
        now - window.usedAt < silenceMilliseconds ||
        hasEnded(window, now)
      )
        continue
      const couldBeMissed = window.held * 100 >= this.quota || window.left * 2 < this.quota
      if (couldBeMissed) await this.#ask(window, true)
    }
  }

  async #takeLater(window: LeasedWindow, amount: number): Promise<Allowance> {
    window.waiting += amount
    await this.#ask(window)
    window.waiting -= amount
    return this.take(window.key, amount)
  }

  /** For as long as a request waits for it. */
  #ask(window: LeasedWindow, isGivingBack = false): Promise<void> {
    window.asking ??= new OpenAsk((withdraw) => this.#lease(window, isGivingBack, withdraw))
    return window.asking.awaited
  }

  async #lease(window: LeasedWindow, isGivingBack: boolean, withdraw: AbortSignal): Promise<void> {
    window.askedAt = this.#clock.now()
    withdraw.addEventListener('abort', () => this.#tell(withdraw.reason), { once: true })
    try {
      await window.lease(this.#counts, this.#clock, isGivingBack, withdraw)
    } catch (error) {
      window.failedAt = this.#clock.now()
      this.#tell(error)
    } finally {
      window.asking = undefined
    }
  }

  #tell(error: unknown): void {
    const now = this.#clock.now()
    if (now - this.#toldAt < troubleMilliseconds) return
    this.#toldAt = now
    this.#trouble(error)
  }
}

const told = (window: LeasedWindow, allowed: boolean, now: number): Allowance => ({
  allowed,
  remaining: Math.max(0, window.left),
  resetSeconds: secondsLeft(window, now),
})
