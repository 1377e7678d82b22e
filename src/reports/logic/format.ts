import type { ValueFormat } from '../spec/spec.schema.ts'

/** Numbers as people in Australia read them. */
const locale = 'en-AU'
const formatters = new Map<string, Intl.NumberFormat>()

/** Making one costs a hundred times as much as using it. */
function formatter(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const made = formatters.get(key) ?? new Intl.NumberFormat(locale, options)
  formatters.set(key, made)
  return made
}

/** Without `decimals` cents are always shown, and of others as many as there are, up to what is of use. */
function digits({ style, decimals }: ValueFormat): Intl.NumberFormatOptions {
  const minimum = decimals ?? (style === 'currency' ? 2 : 0)
  const maximum = decimals ?? (style === 'hours' || style === 'percent' ? 1 : 2)
  return { minimumFractionDigits: minimum, maximumFractionDigits: maximum }
}

const currency = { style: 'currency', currency: 'AUD', currencyDisplay: 'narrowSymbol' } as const
/** What stands behind a number; money has its sign in front. */
const units = { number: '', currency: '', percent: '%', hours: ' h' }

/** What stands for a value that there is not. */
export const noValue = '–'

/** A value as it is read: `$1,234.50`, `37.5%`, `12.5 h`. Percentages are shown as they are counted, never multiplied. */
export function formatValue(value: number | null, format: ValueFormat): string {
  if (value === null) return noValue
  return formatNumber(value, format.style, digits(format))
}

const sizes = [
  [1e9, 'b'],
  [1e6, 'm'],
  [1e3, 'k'],
] as const

/** The numbers of an axis in little room and all alike: `$0`, `$5k`, `$20k`. They are exact up to four digits. */
export function formatAxis(ticks: number[], { style }: ValueFormat): string[] {
  const largest = Math.max(...ticks.map(Math.abs))
  const [size, letter] = (largest >= 10_000 && sizes.find(([min]) => largest >= min)) || [1, '']
  const decimals = Math.max(...ticks.map((tick) => decimalsOf(tick / size)))
  const shape = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const nought = { maximumFractionDigits: 0 }
  return ticks.map((tick) =>
    tick === 0 ? formatNumber(0, style, nought) : formatNumber(tick / size, style, shape, letter),
  )
}
const decimalsOf = (value: number): number => (String(Number(value.toPrecision(10))).split('.')[1] ?? '').length

function formatNumber(
  value: number,
  style: ValueFormat['style'],
  options: Intl.NumberFormatOptions,
  letter: string = '',
): string {
  const text = formatter({ ...(style === 'currency' && currency), ...options }).format(value)
  // A hyphen breaks at the end of a line and is shorter than a figure; nought has no sign.
  return (/[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', '')) + letter + units[style]
}

/** Parts of a whole, all with a decimal or all without, such that they add up to about a hundred: `12.5%`, `50.0%`, `<0.1%`. */
export function formatShares(parts: number[], whole: number): string[] {
  const shares = parts.map((part) => (whole === 0 ? 0 : (part / whole) * 100))
  const decimals = shares.every((share) => Number.isInteger(Number(share.toFixed(6)))) ? 0 : 1
  const shape = formatter({ minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return shares.map((share) => (share > 0 && share < 0.1 ? '<0.1%' : `${shape.format(share)}%`))
}
