import { Temporal } from 'temporal-polyfill'

const date = /^\d{4}-\d\d-\d\d$/
const instant = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)$/

export function isDateOrInstant(text: string): boolean {
  return date.test(text) ? isDate(text) : isInstant(text)
}

export const isInstant = (text: string): boolean => instant.test(text) && parses(() => instantOf(text))

const isDate = (text: string): boolean => date.test(text) && parses(() => Temporal.PlainDate.from(text))

/**
 * The instant of a date or instant, as text for PostgreSQL. For a date it is the start of the day in the organisation's
 * zone. Years that PostgreSQL's ISO input does not accept become its infinities.
 */
export function startInstant(text: string, timezone: string): string {
  return postgresInstant(
    date.test(text) ? Temporal.PlainDate.from(text).toZonedDateTime(timezone).toInstant() : instantOf(text),
  )
}

/** An instant in whole seconds, as the service's timestamps have it. Fractions of a second are dropped. */
export const wholeSecondOf = (text: string): string =>
  instantOf(text).round({ smallestUnit: 'second', roundingMode: 'floor' }).toString({ fractionalSecondDigits: 6 })

/** A date as the number of days since 1970-01-01. */
export const dayNumber = (text: string): number => Date.parse(text) / 86_400_000

const instantOf = (text: string) => Temporal.Instant.from(text.replace(' ', 'T'))

function postgresInstant(at: Temporal.Instant): string {
  const text = at.toString()
  if (text.startsWith('-') || text.startsWith('0000')) return '-infinity'
  return text.startsWith('+') ? 'infinity' : text
}

function parses(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
