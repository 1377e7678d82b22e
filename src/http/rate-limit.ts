import type { Clock } from '../clock.ts'

const windowMilliseconds = 60_000
const mostKeys = 20_000

interface Window {
  startedAt: number
  used: number
}

export interface Allowance {
  allowed: boolean
  remaining: number
  /** Seconds until the window ends and the whole quota is back. */
  resetSeconds: number
}

/** So many a minute for each key, in windows that start with a key's first use. Counted by each node for itself. */
export class RateLimit<Key> {
  readonly quota: number
  readonly #clock: Clock
  readonly #windows = new Map<Key, Window>()

  constructor(quota: number, clock: Clock) {
    this.quota = quota
    this.#clock = clock
  }

  take(key: Key, amount = 1): Allowance {
    const now = this.#clock.now()
    let window = this.#windows.get(key)
    if (!window || now - window.startedAt >= windowMilliseconds || now < window.startedAt) {
      window = { startedAt: now, used: 0 }
      this.#windows.delete(key) // keeps the map in the order of the windows' starts
      this.#windows.set(key, window)
      if (this.#windows.size > mostKeys) this.#forgetEnded(now)
    }
    const allowed = window.used + amount <= this.quota
    if (allowed) window.used += amount
    return {
      allowed,
      remaining: this.quota - window.used,
      resetSeconds: Math.ceil((window.startedAt + windowMilliseconds - now) / 1000),
    }
  }

  #forgetEnded(now: number) {
    for (const [key, { startedAt }] of this.#windows) {
      if (now - startedAt < windowMilliseconds && this.#windows.size <= mostKeys) return
      this.#windows.delete(key)
    }
  }
}
