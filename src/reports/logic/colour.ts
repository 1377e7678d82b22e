import type { colours, Formatting, ValueFormat } from '../spec/spec.schema.ts'
import { formatValue } from './format.ts'

const namedColours: Record<(typeof colours)[number], string> = {
  green: '#1c7a44',
  amber: '#b26b00',
  red: '#c0272d',
  blue: '#1f5fa8',
  grey: '#6b7280',
}
export const hexOf = (colour: string): string =>
  (namedColours as Record<string, string>)[colour] ?? colour.toLowerCase()

/** The first formatting rule that a value meets. */
export const ruleFor = (value: number | null, rules: Formatting[] = []): Formatting | undefined =>
  value === null ? undefined : rules.find((rule) => meets(value, rule))

function meets(value: number, rule: Formatting): boolean {
  switch (rule.operator) {
    case 'is':
    case '=':
      return value === rule.value
    case 'is_not':
    case '!=':
      return value !== rule.value
    case 'more_than':
    case '>':
      return value > rule.value
    case 'at_least':
    case '>=':
      return value >= rule.value
    case 'less_than':
    case '<':
      return value < rule.value
    case 'at_most':
    case '<=':
      return value <= rule.value
    case 'between':
      return rule.value[0] <= value && value <= rule.value[1]
  }
}

const phrases: Record<Formatting['operator'], string> = {
  ...{ is: 'Is', is_not: 'Is not', more_than: 'More than', at_least: 'At least', less_than: 'Less than' },
  ...{ '=': 'Is', '!=': 'Is not', '>': 'More than', '>=': 'At least', '<': 'Less than' },
  ...{ at_most: 'At most', '<=': 'At most', between: 'Between' },
}

/** A rule in words, so that a reader does not depend on its colour. */
export function describeRule({ operator, value }: Formatting, format: ValueFormat): string {
  const numbers = (Array.isArray(value) ? value : [value]).map((one) => formatValue(one, format))
  return `${phrases[operator]} ${numbers.join(' and ')}`
}
