import type { ValueFormat } from './spec.ts'

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
  const least = decimals ?? (style === 'currency' ? 2 : 0)
  const most = decimals ?? (style === 'hours' || style === 'percent' ? 1 : 2)
  return { minimumFractionDigits: least, maximumFractionDigits: most }
}

const currency = { style: 'currency', currency: 'AUD', currencyDisplay: 'narrowSymbol' } as const
/** What stands behind a number; money has its sign in front. */
const units = { number: '', currency: '', percent: '%', hours: ' h' }

/** What stands for a value that there is not. */
export const noValue = '–'

/** A value as it is read: `$1,234.50`, `37.5%`, `12.5 h`. Percentages are shown as they are counted, never multiplied. */
export function formatValue(value: number | null, format: ValueFormat): string {
  if (value === null) return noValue
  return written(value, format.style, digits(format))
}

/** The same in little room, for axes: `$1.2m`, `12k`. Whole numbers are exact up to four digits. */
export function formatShort(value: number, { style }: ValueFormat): string {
  const compact = Math.abs(value) >= 10_000
  const most = compact ? 1 : Math.abs(value) >= 100 ? 0 : 2
  const shape = { minimumFractionDigits: 0, maximumFractionDigits: most } as const
  return written(value, style, compact ? { ...shape, notation: 'compact' } : shape)
}

function written(value: number, style: ValueFormat['style'], options: Intl.NumberFormatOptions): string {
  const text = formatter({ ...(style === 'currency' && currency), ...options }).format(value)
  // A hyphen breaks at the end of a line and is shorter than a figure; nought has no sign.
  return (/[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', '')).replace('K', 'k') + units[style]
}

/** A part of a whole, such that parts add up to about a hundred: `12.5%`, `<0.1%`. */
export function formatShare(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (part / whole) * 100
  if (share > 0 && share < 0.1) return '<0.1%'
  return `${formatter({ maximumFractionDigits: 1 }).format(share)}%`
}
