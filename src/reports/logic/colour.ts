import type { colours, Formatting, ValueFormat } from '../spec/spec.schema.ts'
import { formatValue } from './format.ts'

type Rgb = [red: number, green: number, blue: number]

const parseHex = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
const formatHex = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** The WCAG contrast ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(parseHex(one)), luminance(parseHex(other))].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** White or black, whichever has more contrast on a colour. */
export const textColourOn = (colour: string): string =>
  contrast('#ffffff', colour) >= contrast('#000000', colour) ? '#ffffff' : '#000000'

/** The colour, darkened or lightened until it has enough contrast on the background. */
export function readable(colour: string, background: string, minContrast = 4.5): string {
  const goal: Rgb = luminance(parseHex(background)) > 0.18 ? [0, 0, 0] : [255, 255, 255]
  const from = parseHex(colour)
  for (let step = 0; step <= 20; step++) {
    const mixed = formatHex(from.map((part, at) => part + ((goal[at]! - part) * step) / 20) as Rgb)
    if (contrast(mixed, background) >= minContrast) return mixed
  }
  return formatHex(goal)
}

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
