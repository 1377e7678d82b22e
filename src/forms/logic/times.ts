/** Checks of dates and times as text, without a library because the browser loads them too. */
export const isDate = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined || year === '0000') return false
  return (
    Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month))
  )
}
const daysOf = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** As `clean` leaves it: with a blank and seconds. */
export const isDateTime = (text: string): boolean =>
  isDate(text.slice(0, 10)) && /^ ([01]\d|2[0-3])(:[0-5]\d){2}$/.test(text.slice(10))
