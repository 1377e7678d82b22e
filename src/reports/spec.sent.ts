import { Type } from 'typebox'
import { sources } from './catalogue/sources.ts'
import { mostDecimals, valueFormats, visualizations } from './logic/spec.ts'

/** Any value to the validator: what is allowed hangs on the source and on the token, and is told by src/reports/spec-check. */
const key = (description: string) => Type.Optional(Type.Unknown({ description }))
const none = 'null removes it.'
const datedBy = Object.entries(sources)
  .map(([id, { dated }]) => `${dated} of ${id}`)
  .join(', ')

export const InsightSpecSent = Type.Unsafe<object>({
  ...Type.Object({
    source: key(
      'A source that GET /reports/options lists. Required on create. Another one than before resets metric, group_by, breakdown_by, filters and formula.',
    ),
    metric: key('`metricId::aggregation` of the source; records::count unless sent.'),
    visualization: key(
      `One of ${visualizations.join(', ')}. Unless sent: metric without group_by, line when that is a date, bar otherwise.`,
    ),
    group_by: key(`A group of the source, as \`status\` or \`start:month\`. Kept, and not used, by a metric. ${none}`),
    breakdown_by: key(`A second group of the source, beside group_by. ${none}`),
    filters: key(
      'An object of at most 20 fields of the source. A value means `is`, a list of 1 to 100 means `in`, and {operator, value} takes any operator that the options list for the field: two values for `between`, none for `empty` and `not_empty`. Choices are taken in any case. Records are named by id, also as a text of digits, or by full name, and are there. Text is compared without regard to case. Negative operators also let through what has no value. {} or null removes all.',
    ),
    date_range: key(
      `{preset}, {from, to} with dates, or {last, unit} with 1 to 1000 of day, week, month, quarter or year (or days, weeks, …) up to and including today. The dates are those of the source: ${datedBy}. ${none}`,
    ),
    value_format: key(
      `{style, decimals}: style one of ${valueFormats.join(', ')}; decimals from 0 to ${mostDecimals}, may be left out. percent shows the number as it is. ${none}`,
    ),
    options: key(
      `{stacked, show_legend, show_values} true or false, {sort: {by: group or value, direction: asc or desc}}, {limit: 1 to 1000 groups}. Unless sorted, dates go up and other groups begin with the largest value. ${none}`,
    ),
    target: key(
      `{value, label}: a line to compare with, for bar, area and line only; the label has at most 100 characters. ${none}`,
    ),
    formula: key(
      `{expression, terms}, for metric only: an expression of at most 500 characters with numbers, + - * / ( ), round(x, decimals) and 1 to 20 terms, each {metric, filters} of the source. Dividing by zero gives null. ${none}`,
    ),
    conditional_formatting: key(
      `At most 20 rules {operator, value, color}, for metric only: the first that the number meets colours it; color is a name that the options list, or #rrggbb. ${none}`,
    ),
  }),
  typeRule: 'must be an object',
  description: 'The settings; send only what is set. Values come from GET /reports/options',
  $id: 'InsightSpecSent',
})
