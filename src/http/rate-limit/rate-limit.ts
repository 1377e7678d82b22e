import type { Clock } from '../../process/clock.ts'

export const windowMilliseconds = 60_000
const maxKeys = 20_000

/** The token whose requests are counted. */
export interface TokenKey {
  orgId: number
  tokenId: number
}

export interface RateLimitResult {
  allowed: boolean
  remaining: number
  /** Seconds until the window ends and the quota resets. */
  resetSeconds: number
}

/** The RateLimit headers of every response. */
export const limitHeaders = (quota: number, { remaining, resetSeconds }: RateLimitResult) => ({
  'ratelimit-policy': `"token";q=${quota};w=60`,
  ratelimit: `"token";r=${remaining};t=${resetSeconds}`,
})

interface TimeWindow {
  startedAt: number
}

export const windowHasEnded = ({ startedAt }: TimeWindow, now: number): boolean =>
  now - startedAt >= windowMilliseconds || now < startedAt

export const secondsLeft = ({ startedAt }: TimeWindow, now: number): number =>
  Math.ceil((startedAt + windowMilliseconds - now) / 1000)

/** A window of one minute for each key, which starts with the key's first request. The number of keys is limited. */
export class Windows<Key, Window extends TimeWindow> extends Map<Key, Window> {
  /** Replaces a window that has ended. The new one comes last, because the map is in the order of their starts. */
  start(key: Key, window: Window): Window {
    this.delete(key)
    this.set(key, window)
    if (this.size > maxKeys) this.#removeEnded(window.startedAt)
    return window
  }

  #removeEnded(now: number) {
    for (const [key, window] of this) {
      if (!windowHasEnded(window, now) && this.size <= maxKeys) return
      this.delete(key)
    }
  }
}

/** Where one limit's counts go to and come from, among the workers of a node. */
export interface CountExchange<Key> {
  /** Tells the others what this process has counted. */
  send(key: Key, amount: number): void
  /** Sets the function that gets what another process has counted. */
  onReceive(add: (key: Key, amount: number) => void): void
}

/**
 * A quota per minute for each key, counted by each node alone. The workers of a node tell each other what they have
 * counted. Requests do not wait for that, so those that arrive within the same moment can exceed the quota.
 */
export class RateLimit<Key> {
  readonly quota: number
  readonly #clock: Clock
  readonly #exchange: CountExchange<Key> | undefined
  readonly #windows = new Windows<Key, { startedAt: number; used: number }>()

  constructor(quota: number, clock: Clock, exchange?: CountExchange<Key>) {
    this.quota = quota
    this.#clock = clock
    this.#exchange = exchange
    exchange?.onReceive((key, amount) => {
      this.#windowOf(key, clock.now()).used += amount
    })
  }

  take(key: Key, amount = 1): RateLimitResult {
    const now = this.#clock.now()
    const window = this.#windowOf(key, now)
    const allowed = window.used + amount <= this.quota
    if (allowed) {
      window.used += amount
      this.#exchange?.send(key, amount)
    }
    return { allowed, remaining: Math.max(0, this.quota - window.used), resetSeconds: secondsLeft(window, now) }
  }

  #windowOf(key: Key, now: number) {
    const window = this.#windows.get(key)
    if (window && !windowHasEnded(window, now)) return window
    return this.#windows.start(key, { startedAt: now, used: 0 })
  }
}
