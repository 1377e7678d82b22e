/** An event of a calendar. Instants are ISO 8601 with Z. */
export interface CalendarEvent {
  uid: string
  starts_at: string
  ends_at: string
  updated_at: string
  summary: string
  location?: string | undefined
  description?: string | undefined
  isCancelled: boolean
}

/**
 * The text of a calendar (RFC 5545). Times are in UTC, so that it needs no time zone definitions. It depends on its events alone:
 * equal events are equal bytes.
 */
export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wattle//Roster//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function eventLines({ uid, starts_at, ends_at, updated_at, summary, isCancelled, ...texts }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    // Without a METHOD, DTSTAMP is the time of the last change.
    `DTSTAMP:${utc(updated_at)}`,
    `LAST-MODIFIED:${utc(updated_at)}`,
    `SEQUENCE:${sequenceOf(updated_at)}`,
    `DTSTART:${utc(starts_at)}`,
    `DTEND:${utc(ends_at)}`,
    `SUMMARY:${escaped(summary)}`,
    ...(texts.location ? [`LOCATION:${escaped(texts.location)}`] : []),
    ...(texts.description ? [`DESCRIPTION:${escaped(texts.description)}`] : []),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ]
}

/** `20261116T021011Z`. */
const utc = (instant: string): string => `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`

const firstSecond = Date.UTC(2020, 0, 1) / 1000
/** A number that grows with each change: seconds since 2020, because programs read it as 32 bits. */
const sequenceOf = (updated_at: string): number => Math.max(0, Math.floor(Date.parse(updated_at) / 1000) - firstSecond)

const lineBreaks = /\r\n|[\n\r\u0085\u2028\u2029]/g
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A value of the type TEXT. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(lineBreaks, '\\n')
    .replace(controlCharacters, ' ')

const maxOctets = 75
/** The most octets of a UTF-16 unit in UTF-8. */
const octetsOfUnit = 3

/** A line of at most 75 octets, or several that begin with a space. A character is never divided. */
export function folded(line: string): string {
  if (line.length * octetsOfUnit <= maxOctets || Buffer.byteLength(line) <= maxOctets) return line
  const parts: string[] = []
  let [part, octets] = ['', 0]
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (octets + more > maxOctets) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += more
  }
  return [...parts, part].join('\r\n')
}
