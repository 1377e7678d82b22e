const dateShape = /^[1-9]\d{3}-\d\d-\d\d$/
const localShape = /^[1-9]\d{3}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

/** A day of the calendar in the years 1000 to 9999, which are four digits everywhere. */
export const isDate = (text: string): boolean => dateShape.test(text) && isRealDay(text)

/** What a clock shows: 'YYYY-MM-DD HH:MM:SS'. Such texts sort as the times do. */
export const isLocalTime = (text: string): boolean => localShape.test(text) && isRealDay(text.slice(0, 10))

/** A day or month too many is counted into the next one, and so is written otherwise. */
const isRealDay = (date: string): boolean => {
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}
