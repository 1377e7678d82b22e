import { isDate } from '../../time/local-time.ts'
import { grains } from '../logic/dates.ts'
import { type DateRange, datePresets } from '../logic/spec.ts'
import { checked, fieldsOf, isObject, oneOf, type Say, wholeNumber } from './shape.ts'

/** The most units that `last` counts back. */
const mostUnits = 1000
export const units = [...grains, ...grains.map((unit) => `${unit}s` as const)] as const
const day = {
  rule: 'must be a date such as 2026-11-30',
  test: (value: unknown): value is string => typeof value === 'string' && isDate(value),
}
const forms = [['preset'], ['from', 'to'], ['last', 'unit']] as const
/** What a range is, for whoever sends something else. */
export const rangeRule =
  'must be one of the shapes {preset}, {from, to} and {last, unit}, such as {"preset": "last_30_days"}'

/** A range as it is stored, or the sentences that say what is wrong with it. Dashboards take the same. */
export function checkDateRange(value: unknown): DateRange | string[] {
  const sentences: string[] = []
  const range = dateRangeOf(value, (path, rule) => sentences.push(`${path} ${rule}.`))
  return sentences.length > 0 || !range ? sentences : range
}

export function dateRangeOf(value: unknown, say: Say): DateRange | undefined {
  if (!isObject(value)) {
    say('date_range', rangeRule)
    return undefined
  }
  const fields = fieldsOf(value, forms.flat(), 'date_range', say)!
  const used = forms.filter((form) => form.some((key) => fields[key] !== undefined))
  if (used.length !== 1) {
    say('date_range', rangeRule)
    return undefined
  }
  if (fields.preset !== undefined) {
    const preset = checked(fields.preset, oneOf(datePresets), 'date_range.preset', say)
    return preset && { preset }
  }
  return fields.from !== undefined || fields.to !== undefined ? between(fields, say) : lastOf(fields, say)
}

function between(fields: Record<string, unknown>, say: Say): DateRange | undefined {
  const from = checked(fields.from, day, 'date_range.from', say)
  const to = checked(fields.to, day, 'date_range.to', say)
  if (from === undefined || to === undefined) return undefined
  if (to < from) say('date_range.to', 'must be on or after from')
  return { from, to }
}

function lastOf(fields: Record<string, unknown>, say: Say): DateRange | undefined {
  const last = checked(fields.last, wholeNumber(1, mostUnits), 'date_range.last', say)
  const unit = checked(fields.unit, oneOf(units), 'date_range.unit', say)
  return last !== undefined && unit ? { last, unit } : undefined
}
