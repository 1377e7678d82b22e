import {
  colours,
  comparisons,
  type Formatting,
  mostDecimals,
  type Options,
  signs,
  sortDirections,
  sortKeys,
  type Target,
  type ValueFormat,
  valueFormats,
} from '../logic/spec.ts'
import { checked, fieldsOf, flag, number, oneOf, optional, type Say, text, wholeNumber } from './shape.ts'

/** How an insight looks: the keys of a spec that do not hang on its source. */

const mostGroups = 1000
const mostRules = 20
export const formattingOperators = [...comparisons, ...(Object.keys(signs) as (keyof typeof signs)[])]

export function valueFormatOf(value: unknown, say: Say): ValueFormat | undefined {
  const fields = fieldsOf(value, ['style', 'decimals'], 'value_format', say)
  if (!fields) return undefined
  const style = checked(fields.style, oneOf(valueFormats), 'value_format.style', say)
  return style && { style, ...optional(fields, 'decimals', wholeNumber(0, mostDecimals), 'value_format', say) }
}

const flags = ['stacked', 'show_legend', 'show_values'] as const

/** Undefined when nothing is set. */
export function optionsOf(value: unknown, say: Say): Options | undefined {
  const fields = fieldsOf(value, [...flags, 'sort', 'limit'], 'options', say)
  if (!fields) return undefined
  const options: Options = Object.assign(
    {},
    ...flags.map((name) => optional(fields, name, flag, 'options', say)),
    fields.sort === undefined ? {} : { sort: sortOf(fields.sort, say) },
    optional(fields, 'limit', wholeNumber(1, mostGroups), 'options', say),
  )
  return Object.keys(options).length > 0 ? options : undefined
}

/** Stored with its direction: names go up, values down. */
function sortOf(value: unknown, say: Say): Options['sort'] {
  const fields = fieldsOf(value, ['by', 'direction'], 'options.sort', say)
  if (!fields) return undefined
  const by = checked(fields.by, oneOf(sortKeys), 'options.sort.by', say)
  const usual = by === 'value' ? 'desc' : 'asc'
  const direction = checked(fields.direction ?? usual, oneOf(sortDirections), 'options.sort.direction', say)
  return by && direction && { by, direction }
}

export function targetOf(value: unknown, say: Say): Target | undefined {
  const fields = fieldsOf(value, ['value', 'label'], 'target', say)
  if (!fields) return undefined
  const aim = checked(fields.value, number, 'target.value', say)
  const label = optional(fields, 'label', text(100), 'target', say)
  return aim === undefined ? undefined : { value: aim, ...label }
}

/** The first rule that a number meets colours it, so their order is kept. */
export function formattingOf(value: unknown, say: Say): Formatting[] | undefined {
  if (!Array.isArray(value) || value.length > mostRules) {
    say('conditional_formatting', `must be a list of at most ${mostRules} rules, each with operator, value, color`)
    return undefined
  }
  const rules = value.map((rule: unknown, i) => formattingRule(rule, `conditional_formatting.${i}`, say))
  return rules.length > 0 ? (rules as Formatting[]) : undefined
}

const colour = {
  rule: `must be one of ${colours.join(', ')}, or #rrggbb such as #1f6feb`,
  test: (value: unknown): value is string =>
    typeof value === 'string' && ((colours as readonly string[]).includes(value) || /^#[0-9a-f]{6}$/i.test(value)),
}
const twoNumbers = {
  rule: 'must be a list of two numbers, the lower one first',
  test: (value: unknown): value is [number, number] =>
    Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[0] <= value[1],
}

function formattingRule(value: unknown, path: string, say: Say): Formatting | undefined {
  const fields = fieldsOf(value, ['operator', 'value', 'color'], path, say)
  if (!fields) return undefined
  const operator = checked(fields.operator, oneOf(formattingOperators), `${path}.operator`, say)
  const isBetween = operator === 'between'
  const limit =
    operator && checked<Formatting['value']>(fields.value, isBetween ? twoNumbers : number, `${path}.value`, say)
  const color = checked(fields.color, colour, `${path}.color`, say)
  return operator && limit !== undefined && color ? { operator, value: limit, color } : undefined
}
