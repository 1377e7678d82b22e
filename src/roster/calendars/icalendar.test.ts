import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { convertIcsCalendar } from 'ts-ics'
import { type CalendarEvent, calendarText, folded } from './icalendar.ts'

const event = (fields: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...{ uid: 'shift-912@suffix', starts_at: '2026-11-15T22:00:00.000000Z', ends_at: '2026-11-16T00:00:00.000000Z' },
  ...{ updated_at: '2026-11-10T02:10:11.123456Z', summary: 'Morning visit', isCancelled: false },
  ...fields,
})
const parsed = (...events: CalendarEvent[]) => convertIcsCalendar(undefined, calendarText('Acme Care', events)).events!
const octetsOf = (text: string) => text.split('\r\n').map((line) => Buffer.byteLength(line))

describe('the text of a calendar', () => {
  test('is what the standard says, with CRLF after every line', () => {
    assert.equal(
      calendarText('Ana Li, Acme Care', [
        event({ summary: 'Care; a\\b', location: 'Ryde', description: 'Status: scheduled' }),
      ]),
      [
        ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Wattle//Roster//EN', 'CALSCALE:GREGORIAN'],
        ...['NAME:Ana Li\\, Acme Care', 'X-WR-CALNAME:Ana Li\\, Acme Care'],
        ...['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
        ...['BEGIN:VEVENT', 'UID:shift-912@suffix', 'DTSTAMP:20261110T021011Z', 'LAST-MODIFIED:20261110T021011Z'],
        ...['SEQUENCE:216439811', 'DTSTART:20261115T220000Z', 'DTEND:20261116T000000Z', 'SUMMARY:Care\\; a\\\\b'],
        ...['LOCATION:Ryde', 'DESCRIPTION:Status: scheduled', 'STATUS:CONFIRMED', 'TRANSP:OPAQUE', 'END:VEVENT'],
        ...['END:VCALENDAR', ''],
      ].join('\r\n'),
    )
  })

  test('is read by another program as it was meant', () => {
    const [one, cancelled] = parsed(
      event({ location: '1 Gum St, Ryde', description: 'Clients: Joan; Max\nStatus: scheduled' }),
      event({ uid: 'shift-913@suffix', isCancelled: true }),
    )
    assert.deepEqual(
      [one!.uid, one!.start.date.toISOString(), one!.end?.date.toISOString()],
      ['shift-912@suffix', '2026-11-15T22:00:00.000Z', '2026-11-16T00:00:00.000Z'],
    )
    assert.deepEqual(
      [one!.location, one!.description, one!.status],
      ['1 Gum St, Ryde', 'Clients: Joan; Max\nStatus: scheduled', 'CONFIRMED'],
    )
    assert.deepEqual([cancelled!.status, cancelled!.timeTransparent], ['CANCELLED', 'TRANSPARENT'])
  })

  test('a later change has a higher sequence number, of at most 32 bits', () => {
    const [before, after, late] = parsed(
      event({ updated_at: '2026-11-10T02:10:11.999999Z' }),
      event({ updated_at: '2026-11-10T02:10:12.000000Z' }),
      event({ updated_at: '2079-01-01T00:00:00.000000Z' }),
    )
    assert.equal(after!.sequence! - before!.sequence!, 1)
    assert.ok(late!.sequence! < 2 ** 31)
    assert.match(calendarText('C', [event({ updated_at: '1999-01-01T00:00:00.000000Z' })]), /^SEQUENCE:0\r$/m)
  })

  test('any text keeps its value, and no line has more than 75 octets or half a character', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '🌾', '漢', ',', ';', '\\', '\n', ' ', ':', '"', '%'),
      maxLength: 200,
      size: 'max',
    })
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300, size: 'max' }), text, (anything, summary) => {
        const whole = calendarText('C', [event({ summary, description: anything.toWellFormed() })])
        assert.ok(octetsOf(whole).every((octets) => octets <= 75))
        assert.ok(!/[^\r]\n|\r[^\n]/.test(whole), 'a line break alone')
        assert.ok(!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(whole), 'a control character')
        assert.equal(Buffer.from(whole).toString(), whole)
        if (summary.trim() === summary && summary !== '')
          assert.equal(convertIcsCalendar(undefined, whole).events![0]!.summary, summary)
      }),
      { seed: 20261118, numRuns: 500 },
    )
  })

  test('a text cannot add a line of its own', () => {
    const hostile = 'A\r\nEND:VEVENT\rSTATUS:CANCELLED\nSTATUS:CANCELLED\u2028STATUS:CANCELLED\u0085STATUS:CANCELLED'
    const lines = calendarText(hostile, [event({ summary: hostile, description: hostile })]).split(
      /[\r\n\u0085\u2028]+/,
    )
    assert.deepEqual(
      lines.filter((line) => /^(END:VEVENT|STATUS)/.test(line)),
      ['STATUS:CONFIRMED', 'END:VEVENT'],
    )
    assert.equal(parsed(event({ summary: 'A\r\nSTATUS:CANCELLED' }))[0]!.status, 'CONFIRMED')
  })
})

describe('a long line', () => {
  test('is folded after 75 octets, the space of the next line included', () => {
    assert.equal(folded('a'.repeat(75)), 'a'.repeat(75))
    assert.equal(folded('a'.repeat(76)), `${'a'.repeat(75)}\r\n a`)
    assert.deepEqual(octetsOf(folded('a'.repeat(75 + 74 + 1))), [75, 75, 2])
  })

  test('is folded between characters of several octets', () => {
    assert.deepEqual(octetsOf(folded(`a${'é'.repeat(40)}`)), [75, 7])
    assert.deepEqual(octetsOf(folded('🌾'.repeat(20))), [72, 9])
    assert.equal(folded('🌾'.repeat(20)).replaceAll('\r\n ', ''), '🌾'.repeat(20))
  })
})
