import { Temporal } from 'temporal-polyfill'
import type { DayRange } from '../../src/reports/logic/results.ts'
import type { DateRange } from '../../src/reports/spec/spec.schema.ts'

/** The days of a date range, computed with Temporal. */
export function oracleDays(range: DateRange | undefined, today: string): DayRange {
  const now = Temporal.PlainDate.from(today)
  const between = (from: Temporal.PlainDate, to: Temporal.PlainDate) => ({ from: from.toString(), to: to.toString() })
  if (range === undefined) return { from: null, to: null }
  if ('from' in range) return range
  if ('last' in range) {
    const unit = range.unit.replace(/s$/, '')
    const length = unit === 'quarter' ? { months: 3 * range.last } : { [`${unit}s`]: range.last }
    return between(now.subtract(length).add({ days: 1 }), now)
  }
  const monday = now.subtract({ days: now.dayOfWeek - 1 })
  const month = now.with({ day: 1 })
  const quarter = month.subtract({ months: (now.month - 1) % 3 })
  const july = now.with({ month: 7, day: 1, year: now.month >= 7 ? now.year : now.year - 1 })
  const whole = (from: Temporal.PlainDate, length: Temporal.DurationLike) =>
    between(from, from.add(length).subtract({ days: 1 }))
  switch (range.preset) {
    case 'all_time':
      return { from: null, to: null }
    case 'today':
      return between(now, now)
    case 'yesterday':
      return whole(now.subtract({ days: 1 }), { days: 1 })
    case 'this_week':
      return whole(monday, { weeks: 1 })
    case 'last_week':
      return whole(monday.subtract({ weeks: 1 }), { weeks: 1 })
    case 'this_month':
      return whole(month, { months: 1 })
    case 'last_month':
      return whole(month.subtract({ months: 1 }), { months: 1 })
    case 'last_30_days':
      return between(now.subtract({ days: 29 }), now)
    case 'last_90_days':
      return between(now.subtract({ days: 89 }), now)
    case 'this_quarter':
      return whole(quarter, { months: 3 })
    case 'last_quarter':
      return whole(quarter.subtract({ months: 3 }), { months: 3 })
    case 'this_financial_year':
      return whole(july, { years: 1 })
    case 'last_financial_year':
      return whole(july.subtract({ years: 1 }), { years: 1 })
  }
}
