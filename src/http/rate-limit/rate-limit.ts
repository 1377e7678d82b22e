import type { Clock } from '../../process/clock.ts'

const windowMilliseconds = 60_000
const maxKeys = 20_000

/** Whose requests are counted. */
export interface TokenKey {
  orgId: number
  tokenId: number
}

export interface RateLimitResult {
  allowed: boolean
  remaining: number
  /** Seconds until the window ends and the whole quota is back. */
  resetSeconds: number
}

/** What a token is told of its limit with every answer. */
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

/** The window of each key, of a minute that starts with the key's first use; so many keys at the most. */
export class Windows<Key, Window extends TimeWindow> extends Map<Key, Window> {
  /** Puts a new window in the place of one that has ended, behind all others: the map is in the order of their starts. */
  start(key: Key, window: Window): Window {
    this.delete(key)
    this.set(key, window)
    if (this.size > maxKeys) this.#forgetEnded(window.startedAt)
    return window
  }

  #forgetEnded(now: number) {
    for (const [key, window] of this) {
      if (!windowHasEnded(window, now) && this.size <= maxKeys) return
      this.delete(key)
    }
  }
}

/** So many a minute for each key. Counted by each node for itself. */
export class RateLimit<Key> {
  readonly quota: number
  readonly #clock: Clock
  readonly #windows = new Windows<Key, { startedAt: number; used: number }>()

  constructor(quota: number, clock: Clock) {
    this.quota = quota
    this.#clock = clock
  }

  take(key: Key, amount = 1): RateLimitResult {
    const now = this.#clock.now()
    let window = this.#windows.get(key)
    if (!window || windowHasEnded(window, now)) window = this.#windows.start(key, { startedAt: now, used: 0 })
    const allowed = window.used + amount <= this.quota
    if (allowed) window.used += amount
    return { allowed, remaining: this.quota - window.used, resetSeconds: secondsLeft(window, now) }
  }
}
