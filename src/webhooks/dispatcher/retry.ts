import type { Attempt } from '../outbound/outbound.ts'

/** When failures are tried again, in seconds. A trial shortens them. */
export interface RetryTimes {
  /** Before the second attempt of an event, the third and so on, as Standard Webhooks advises. */
  attempts: readonly number[]
  /** How long a webhook rests for the first time, the second and so on. */
  rests: readonly number[]
  /** A webhook without a success for so long is disabled. */
  failing: number
}

const [minute, hour] = [60, 3600]

export const retryTimes: RetryTimes = {
  attempts: [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  rests: [5, 30, 2 * minute, 10 * minute, 30 * minute],
  failing: 5 * 24 * hour,
}

export const shorterTimes = (divisor: number): RetryTimes => ({
  attempts: retryTimes.attempts.map((seconds) => seconds / divisor),
  rests: retryTimes.rests.map((seconds) => seconds / divisor),
  failing: retryTimes.failing,
})

/** So many failures in a row, and the webhook rests as a whole. */
export const failuresBeforeRest = 5

/** Up to a fifth more or less, so that receivers are not called by all at once. */
const varied = (seconds: number): number => seconds * (0.8 + Math.random() * 0.4)

/** Until the next attempt; undefined after the last one. */
export function secondsBeforeAttempt({ attempts }: RetryTimes, made: number): number | undefined {
  const seconds = attempts[made - 1]
  return seconds === undefined ? undefined : varied(seconds)
}

const retryAfter = { least: 1, most: hour }

/** How long a webhook rests: as long as the receiver asks for, within limits, or a longer time at each step. */
export function restSeconds({ rests }: RetryTimes, step: number, { retry_after }: Attempt): number {
  if (retry_after !== null) return Math.min(retryAfter.most, Math.max(retryAfter.least, retry_after))
  return varied(rests[Math.min(step, rests.length - 1)]!)
}

/**
 * A failure that may be due to its event alone: the receiver answered, and not as one that is overloaded or behind a proxy
 * that does not reach it.
 */
export const mayConcernEvent = ({ status_code }: Attempt): boolean =>
  status_code !== null && ![429, 502, 503, 504].includes(status_code)

/** A failure that other events would meet too: nothing listens, or the receiver asks for a pause. */
export const concernsReceiver = ({ unreachable, status_code }: Attempt): boolean =>
  unreachable || status_code === 429 || status_code === 503
