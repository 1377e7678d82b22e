import { type Static, Type } from 'typebox'
import { closed, nullable, oneOf } from '../http/contract/schema.ts'

export const units = ['Day', 'Week', 'Month'] as const
/** Weeks start on Monday. */
export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Last'] as const

export type Unit = (typeof units)[number]
export type Weekday = (typeof weekdays)[number]
export type MonthWeekday = `${(typeof ordinals)[number]} ${(typeof weekdayNames)[number]}`

export const monthWeekdays = ordinals.flatMap((ordinal) =>
  weekdayNames.map((name): MonthWeekday => `${ordinal} ${name}`),
)

const everyField = Type.Integer({
  minimum: 1,
  maximum: 52,
  default: 1,
  description:
    'Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week.',
})
const onDays = Type.Array(oneOf(weekdays), {
  minItems: 1,
  maxItems: 7,
  uniqueItems: true,
  description: 'Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date.',
})
const monthOnDay = Type.Integer({
  minimum: 1,
  maximum: 31,
  description: 'Day of the month. Only with unit Month. Months without this day are skipped.',
})
const monthOnThe = Type.Unsafe<MonthWeekday | null>({
  type: ['string', 'null'],
  enum: [...monthWeekdays, null],
  description: 'Weekday of the month, instead of month_on_day. Only with unit Month.',
})
const endsAfter = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: 'Number of occurrences, including the first.',
})
const endsOn = Type.String({ format: 'date', description: 'Last possible date, instead of ends_after.' })

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
    description:
      'How a record repeats. Its own date is always the first occurrence. A field with null counts as left out.',
  },
)
export type Recurrence = Static<typeof Recurrence>
