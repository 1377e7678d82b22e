import { Temporal } from 'temporal-polyfill'

export const defaultLifetime = '90d'
export const maxLifetimeDays = 400

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 }

/** `90d`, `24h`, `30m` or `10s` as milliseconds; undefined when it is none of these. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  return unit ? Number(count) * unitSeconds[unit as keyof typeof unitSeconds] * 1000 : undefined
}

/**
 * The instant at which a token expires, from a duration, a day (which begins at midnight in the organisation's zone) or
 * an ISO 8601 instant. Undefined when the text is none of these.
 */
export function parseExpiry(text: string, timezone: string, now: number): number | undefined {
  const duration = parseDuration(text)
  if (duration !== undefined) return now + duration
  try {
    const instant = /^\d{4}-\d\d-\d\d$/.test(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime(timezone).toInstant()
      : Temporal.Instant.from(text)
    return instant.epochMilliseconds
  } catch {
    return undefined
  }
}
