/**
 * Days as numbers, counted from 1970-01-01, for the years 1000 to 9999 and one day around them. This is arithmetic
 * because the built-in Date takes several times as long to parse and format a day.
 *
 * A year begins in March here, so that the leap day is its last day. Every month then has a fixed distance from the
 * start of the year: 153 days for each five months. Leap years repeat after 400 years, which are 146,097 days.
 */
const cycle = 146_097
/** 1970-01-01, counted from 0000-03-01. */
const epoch = 719_468

const { floor } = Math

export interface CalendarDay {
  year: number
  month: number
  day: number
}

/** The number of a day. A day past the end of its month is a day of the next month. */
export function numberOf(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const beforeMonth = floor((153 * ((month + 9) % 12) + 2) / 5)
  return marchYear * 365 + leapDays(marchYear) + beforeMonth + day - 1 - epoch
}

export function calendarDay(number: number): CalendarDay {
  const days = number + epoch
  const inCycle = days - floor(days / cycle) * cycle
  // Without the leap days before it, the year of a day is its number divided by 365.
  const yearOfCycle = floor(
    (inCycle - floor(inCycle / 1460) + floor(inCycle / 36_524) - floor(inCycle / 146_096)) / 365,
  )
  const inYear = inCycle - yearOfCycle * 365 - leapDays(yearOfCycle)
  const month = floor((5 * inYear + 2) / 153)
  const day = inYear - floor((153 * month + 2) / 5) + 1
  const marchYear = floor(days / cycle) * 400 + yearOfCycle
  return month < 10 ? { year: marchYear, month: month + 3, day } : { year: marchYear + 1, month: month - 9, day }
}

const leapDays = (year: number): number => floor(year / 4) - floor(year / 100) + floor(year / 400)

export const daysInMonth = (year: number, month: number): number =>
  month === 12 ? 31 : numberOf(year, month + 1, 1) - numberOf(year, month, 1)

export const readDay = (date: string): number =>
  numberOf(twoDigits(date, 0) * 100 + twoDigits(date, 2), twoDigits(date, 5), twoDigits(date, 8))

export function writeDay(number: number): string {
  const { year, month, day } = calendarDay(number)
  return `${pad(floor(year / 100))}${pad(year % 100)}-${pad(month)}-${pad(day)}`
}

/** The number of two digits of a text. */
export const twoDigits = (text: string, at: number): number =>
  text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * zero
const zero = '0'.charCodeAt(0)

/** Up to 100, for the century of the year 10000. */
const padded = Array.from({ length: 101 }, (_, n) => String(n).padStart(2, '0'))
export const pad = (n: number): string => padded[n]!
