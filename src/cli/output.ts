import type { ImportProgress } from '../bundle/progress.ts'
import { escaped } from '../process/terminal.ts'
import { localOf } from '../time/local-time.ts'

export const jsonOption = ['--json', 'print one JSON document'] as const

/** Prints one JSON document, or the text for people. */
export function print(json: boolean | undefined, value: unknown, text: () => string): void {
  process.stdout.write(`${json ? JSON.stringify(value, null, 2) : escaped(text())}\n`)
}

/** A text from a record inside a line: it must not look like a line of ours. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** An instant in a table, in the organisation's time zone. JSON has the instant itself. */
export const localTime = (instant: string | null | undefined, timezone: string): string =>
  instant ? localOf(Date.parse(instant), timezone) : ''

/** Rows under their headings, each column as wide as its longest value. */
export function table(headings: string[], records: string[][]): string {
  const rows = records.map((cells) => cells.map((cell) => escaped(oneLine(cell))))
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  return [headings.map((heading) => heading.toUpperCase()), ...rows].map(line).join('\n')
}

/** The shares of the time when a step begins and when it ends. */
export interface Step {
  from: number
  to: number
}

export interface Progress {
  /** A share is that of now, or of a step that begins now. */
  update(text: string, share?: number | Step): void
  /** Removes the bar. */
  end(): void
}

const width = 24
const redrawEveryMs = 100

/**
 * A progress bar on stderr if it is a terminal; with a percentage if the share is known. Within a step the bar moves on
 * at the speed so far. A `firstStep` is drawn at once at 0 %.
 */
export function showProgress(label: string, firstStep?: string): Progress {
  const out = process.stderr
  if (!out.isTTY) return { update: () => {}, end: () => {} }
  const startedAt = Date.now()
  let current: { text: string; step: Step | undefined; since: number } = {
    text: firstStep ?? '',
    step: firstStep === undefined ? undefined : { from: 0, to: 0 },
    since: startedAt,
  }
  const draw = () => {
    const { text, step, since } = current
    const share = step && shareWithin(step, since - startedAt, Date.now() - since)
    const line = `${label} ${share === undefined ? '' : bar(share)}${text}`
    out.write(`\r\x1b[K${line.slice(0, (out.columns || 80) - 1)}`)
  }
  const timer = setInterval(draw, redrawEveryMs)
  timer.unref()
  draw()
  return {
    update: (text, share) => {
      const step = typeof share === 'number' ? { from: share, to: share } : share
      current = { text, step, since: Date.now() }
    },
    end: () => {
      clearInterval(timer)
      out.write('\r\x1b[K')
    },
  }
}

/** The share at a moment of a step, from the time before the step and the time since then. */
export function shareWithin({ from, to }: Step, before: number, since: number): number {
  const share = before > 0 ? from * (1 + since / before) : from
  return Math.max(0, Math.min(1, to, share))
}

function bar(share: number): string {
  const filled = Math.round(share * width)
  return `[${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${Math.floor(share * 100)} %  `
}

/** The bar of an import, also of that of the demo organisation. */
export function showImportProgress(
  label: string,
  firstStep: string,
): { update(at: ImportProgress): void; end(): void } {
  const { update, end } = showProgress(label, firstStep)
  return {
    update: ({ step, rows, share }) => update(rows ? `${step} ${count(rows.count, rows.list)}` : step, share),
    end,
  }
}

/** A number of what a plural or a list of the bundle names: `1 client`, `1,200 price codes`, `2 created`. */
export const count = (number: number, plural: string): string =>
  `${number.toLocaleString('en-AU')} ${(number === 1 ? singularOf(plural) : plural).replaceAll('_', ' ')}`

const singularOf = (plural: string): string => (plural.endsWith('series') ? plural : plural.replace(/s$/, ''))
