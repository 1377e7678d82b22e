import type { Attempt } from '../outbound/outbound.ts'
import type { DisabledReason } from '../webhooks.schema.ts'
import type { LeasedWebhook } from './dispatcher.sql.ts'
import { concernsReceiver, failuresBeforeRest, type RetryTimes, restSeconds } from './retry.ts'

/** Requests at once. They begin with one, so that a receiver that hangs does not take the places of others. */
const mostInFlight = 8
const slowMilliseconds = 1_000

/** How a receiver does: how many requests it gets at once, when its webhook rests, and when it is disabled. */
export class Health {
  readonly #times: RetryTimes
  /** When it was leased; 0 after a success. */
  #failingSeconds: number
  #failures: number
  #restStep: number
  #rest: number | undefined
  /** Begun or ended since it was stored. One that is stored ends when it says, or when a delivery is resent. */
  #isRestNew = false
  #hasSucceeded = false
  #isFailing = false
  #mostInFlight = 1
  disabling: DisabledReason | undefined

  constructor({ failures, failing_seconds, rest_step }: LeasedWebhook, times: RetryTimes) {
    this.#times = times
    this.#failures = failures
    this.#failingSeconds = failing_seconds ?? 0
    this.#restStep = rest_step
  }

  /** After a rest one event shows whether the receiver works again. */
  get isProbing(): boolean {
    return this.#restStep > 0
  }

  get mostInFlight(): number {
    return this.isProbing ? 1 : this.#mostInFlight
  }

  /** Nothing is sent until the webhook is leased again. */
  get isHalted(): boolean {
    return this.#rest !== undefined || this.disabling !== undefined
  }

  succeed({ duration_ms }: Attempt): void {
    this.#failures = 0
    this.#failingSeconds = 0
    this.#isRestNew ||= this.#restStep > 0
    this.#restStep = 0
    this.#rest = undefined
    this.#hasSucceeded = true
    this.#isFailing = false
    // Slow receivers would take the places of others.
    if (duration_ms < slowMilliseconds) this.#mostInFlight = Math.min(mostInFlight, this.#mostInFlight * 2)
  }

  /** A replay that fails says nothing new about the receiver, unless several do. */
  fail(attempt: Attempt, isReplay: boolean, isProbe: boolean): void {
    this.#failures++
    this.#isFailing ||= !isReplay || isProbe
    this.#mostInFlight = 1
    if (attempt.status_code === 410) this.disabling = 'gone'
    else if (this.#isFailing && this.#failingSeconds >= this.#times.failing) this.disabling = 'failing'
    const mustRest = isProbe || this.#failures >= failuresBeforeRest || (!isReplay && concernsReceiver(attempt))
    if (!mustRest || this.#rest !== undefined) return
    this.#rest = restSeconds(this.#times, this.#restStep, attempt)
    this.#isRestNew = true
    // A receiver that asks for a second each time would count beyond any column.
    this.#restStep = Math.min(this.#restStep + 1, this.#times.rests.length)
  }

  /** What is stored. The next flush begins without a success, a failure or a new rest. */
  take() {
    const counts = [this.#failures, this.#hasSucceeded, this.#isFailing, this.#restStep] as const
    const rest = this.#isRestNew ? { seconds: this.#rest ?? null } : undefined
    this.#hasSucceeded = false
    this.#isFailing = false
    this.#isRestNew = false
    return { counts, rest }
  }
}
