import { Temporal } from 'temporal-polyfill'

/** An instant with the offset of the organisation's time zone: `2027-02-01T00:00:00+11:00`. */
export function withOffset(instant: string, timezone: string): string {
  return Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timezone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
