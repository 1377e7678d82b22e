/** How people read days and times on pages: `18 Nov 2026, 6:25 pm`. Browsers load this file, so it imports nothing. */
export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** 2026-07-14 as `14 Jul 2026`. */
export const readableDay = (day: string): string =>
  `${Number(day.slice(8, 10))} ${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/** 18:25 as `6:25 pm`. Seconds are written if they are not 0. */
export function readableClock(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2).replace(/^(:\d\d):00$/, '$1')} ${hour < 12 ? 'am' : 'pm'}`
}

/** The local time 2026-11-18 18:25:00, with or without seconds, as `18 Nov 2026, 6:25 pm`. */
export const readableTime = (local: string): string => `${readableDay(local)}, ${readableClock(local.slice(11))}`
