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
export const startInstant = (text: string, timezone: string): string => postgresInstant(startOf(text, timezone))

/** The first instant after a date or instant, for a bound that is included. */
export const endInstant = (text: string, timezone: string): string => postgresInstant(endOf(text, timezone))

/** Whether nothing lies between two bounds that are included. */
export const isEmptyRange = (from: string, to: string, timezone: string): boolean =>
  Temporal.Instant.compare(startOf(from, timezone), endOf(to, timezone)) >= 0

const startOf = (text: string, timezone: string): Temporal.Instant =>
  date.test(text) ? dayOf(text, timezone) : instantOf(text)
const endOf = (text: string, timezone: string): Temporal.Instant =>
  date.test(text) ? dayOf(text, timezone, 1) : instantOf(text).add({ microseconds: 1 })
const dayOf = (text: string, timezone: string, daysLater = 0): Temporal.Instant =>
  Temporal.PlainDate.from(text).add({ days: daysLater }).toZonedDateTime(timezone).toInstant()

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
