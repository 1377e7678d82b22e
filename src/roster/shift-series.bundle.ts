import { Type } from 'typebox'
import { section, zone } from '../bundle/section.ts'
import { closed, nullable, oneOf, oneOfOrNull } from '../http/schema.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const places = ['First', 'Second', 'Third', 'Fourth', 'Last'].flatMap((place) =>
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((day) => `${place} ${day}`),
)
const Recurrence = Type.Object(
  {
    every: Type.Optional(Type.Integer({ minimum: 1, maximum: 52, default: 1 })),
    unit: oneOf(['Day', 'Week', 'Month']),
    on_days: Type.Optional(nullable(Type.Array(oneOf(weekdays), { minItems: 1, maxItems: 7, uniqueItems: true }))),
    month_on_day: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 31 }))),
    month_on_the: Type.Optional(oneOfOrNull(places)),
    ends_after: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
    ends_on: Type.Optional(nullable(Type.String({ format: 'date' }))),
  },
  closed,
)

/**
 * A series that leaves out starts_on begins with the earliest of its shifts, of the bundle or the organisation. One that
 * leaves out next_on keeps what it has; in a new series it is null, which means that it has ended.
 */
export const shiftSeries = section({
  list: 'shift_series',
  table: 'shift_series',
  fields: {
    recurrence: Recurrence,
    starts_on: Type.Optional(Type.String({ format: 'date' })),
    next_on: Type.Optional(nullable(Type.String({ format: 'date' }))),
  },
  lookup: {
    table: 'bundle_series_start',
    columns: 'id bigint primary key, day date not null',
    rows: `
     select series_id, min(day) from (
       select (row ->> 'series_id')::bigint as series_id, (row ->> 'start')::date as day
       from bundle_row where list = 'shifts' and row ->> 'series_id' is not null
       union all
       select series_id, starts::date from shift s
       where org_id = $1 and series_id in (select id from bundle_row where list = 'shift_series')
         and not exists (select from bundle_row b where b.list = 'shifts' and b.id = s.id)) every_shift
     group by series_id`,
  },
  // The database keeps its fields in an order of its own.
  shown: {
    recurrence: `json_strip_nulls(json_build_object(${Object.keys(Recurrence.properties)
      .map((field) => `'${field}', r.recurrence -> '${field}'`)
      .join(', ')}))`,
  },
  values: {
    recurrence: 'jsonb_strip_nulls(sent.recurrence)',
    starts_on: `coalesce(sent.starts_on, found.day, stored.starts_on, (now() at time zone ${zone})::date)`,
    next_on: `case when b.row ? 'next_on' then sent.next_on else stored.next_on end`,
  },
})
