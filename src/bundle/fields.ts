import { Type } from 'typebox'

/** An ISO 8601 instant, as in created_at and updated_at of a bundle. */
export const instant = () => Type.String({ format: 'instant' })

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1

const shape = /^([1-9]\d{3})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?(?:Z|([+-])(\d\d):?(\d\d))$/

/** Four-digit years only: values from the database are parsed by position. */
const earliest = Date.UTC(1000, 0, 1)
const latest = Date.UTC(10_000, 0, 1)

/**
 * An ISO 8601 instant that PostgreSQL stores exactly: a day of the calendar, at most microseconds, Z or an offset.
 * PostgreSQL would round more digits and move a leap second, so both are rejected.
 */
export function isInstant(text: string): boolean {
  const [, year, month, day, hour, minute, second, sign, offsetHours = '0', offsetMinutes = '0'] =
    shape.exec(text) ?? []
  if (year === undefined) return false
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return false
  if (Number(offsetHours) > 15 || Number(offsetMinutes) > 59) return false
  const date = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)),
  )
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return false
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000
  const at = date.getTime() - (sign === '-' ? -offset : offset)
  return at >= earliest && at < latest
}
