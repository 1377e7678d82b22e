import type { ValueFormat } from '../spec/spec.schema.ts'

/** Numbers are formatted for Australia. */
const locale = 'en-AU'
const formatters = new Map<string, Intl.NumberFormat>()

/** Formatters are cached: creating one costs about a hundred times as much as using it. */
function formatter(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const made = formatters.get(key) ?? new Intl.NumberFormat(locale, options)
  formatters.set(key, made)
  return made
}

/** Without `decimals`, currency has two, hours and percentages have up to one, and other numbers up to two. */
function digits({ style, decimals }: ValueFormat): Intl.NumberFormatOptions {
  const minimum = decimals ?? (style === 'currency' ? 2 : 0)
  const maximum = decimals ?? (style === 'hours' || style === 'percent' ? 1 : 2)
  return { minimumFractionDigits: minimum, maximumFractionDigits: maximum }
}

const currency = { style: 'currency', currency: 'AUD', currencyDisplay: 'narrowSymbol' } as const
/** The unit after a number. The currency sign comes before it. */
const units = { number: '', currency: '', percent: '%', hours: ' h' }

/** Shown where there is no value. */
export const noValue = '–'

/** A formatted value: `$1,234.50`, `37.5%`, `12.5 h`. Percentages are not multiplied by 100. */
export function formatValue(value: number | null, format: ValueFormat): string {
  if (value === null) return noValue
  return formatNumber(value, format.style, digits(format))
}

const sizes = [
  [1e9, 'b'],
  [1e6, 'm'],
  [1e3, 'k'],
] as const

/** Short labels for the ticks of an axis, all of the same magnitude: `$0`, `$5k`, `$20k`. Exact up to four digits. */
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
  // A minus sign, because a hyphen may break at the end of a line. Zero has no sign.
  return (/[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', '')) + letter + units[style]
}

/** Shares as percentages, all with one decimal or all without: `12.5%`, `50.0%`, `<0.1%`. */
export function formatShares(parts: number[], whole: number): string[] {
  const shares = parts.map((part) => (whole === 0 ? 0 : (part / whole) * 100))
  const decimals = shares.every((share) => Number.isInteger(Number(share.toFixed(6)))) ? 0 : 1
  const shape = formatter({ minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return shares.map((share) => (share > 0 && share < 0.1 ? '<0.1%' : `${shape.format(share)}%`))
}
