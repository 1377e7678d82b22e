import { type Static, Type } from 'typebox'
import { closed, nullable, oneOf } from '../http/contract/schema.ts'

export const units = ['Day', 'Week', 'Month'] as const
/** Weeks begin on Monday. */
export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const places = ['First', 'Second', 'Third', 'Fourth', 'Last'] as const

export type Unit = (typeof units)[number]
export type Weekday = (typeof weekdays)[number]
export type PlaceInMonth = `${(typeof places)[number]} ${(typeof weekdayNames)[number]}`

export const placesInMonth = places.flatMap((place) => weekdayNames.map((name): PlaceInMonth => `${place} ${name}`))

const everyField = Type.Integer({
  minimum: 1,
  maximum: 52,
  default: 1,
  description: 'A round of days, weeks or months out of so many, counted from the one of the first date',
})
const onDays = Type.Array(oneOf(weekdays), {
  minItems: 1,
  maxItems: 7,
  uniqueItems: true,
  description: 'Only with unit Week, which begins on Monday; the weekday of the first date unless sent',
})
const monthOnDay = Type.Integer({
  minimum: 1,
  maximum: 31,
  description: 'Only with unit Month; a month without the day is skipped',
})
const monthOnThe = Type.Unsafe<PlaceInMonth | null>({
  type: ['string', 'null'],
  enum: [...placesInMonth, null],
  description: 'Only with unit Month, in place of month_on_day',
})
const endsAfter = Type.Integer({ minimum: 1, maximum: 1000, description: 'How many there are, with the first one' })
const endsOn = Type.String({ format: 'date', description: 'The last date there can be one, in place of ends_after' })

export const Recurrence = Type.Object(
  {
    every: Type.Optional(nullable(everyField)),
    unit: oneOf(units),
    on_days: Type.Optional(nullable(onDays)),
    month_on_day: Type.Optional(nullable(monthOnDay)),
    month_on_the: Type.Optional(monthOnThe),
    ends_after: Type.Optional(nullable(endsAfter)),
    ends_on: Type.Optional(nullable(endsOn)),
  },
  {
    ...closed,
    $id: 'Recurrence',
    description: 'How a record repeats. Its own date is always the first one; null is the same as leaving a field out.',
  },
)
export type Recurrence = Static<typeof Recurrence>
