export const jsonOption = ['--json', 'print one JSON document'] as const

/** Prints one JSON document, or the text for people. */
export function print(json: boolean | undefined, value: unknown, text: () => string): void {
  process.stdout.write(`${json ? JSON.stringify(value, null, 2) : text()}\n`)
}

/** Rows under their headings, each column as wide as its longest value. */
export function table(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  return [headings.map((heading) => heading.toUpperCase()), ...rows].map(line).join('\n')
}

export interface Progress {
  update(text: string, share?: number): void
  /** Removes the bar. */
  end(): void
}

const width = 24
const redrawEveryMs = 100

/** A progress bar on stderr if it is a terminal; with a percentage if the share is known. */
export function showProgress(label: string, out: NodeJS.WriteStream = process.stderr): Progress {
  let drawnAt = 0
  const update = (text: string, share?: number) => {
    if (!out.isTTY || Date.now() - drawnAt < redrawEveryMs) return
    drawnAt = Date.now()
    out.write(`\r\x1b[K${label} ${share === undefined ? '' : bar(Math.min(1, share))}${text}`)
  }
  const end = () => {
    if (drawnAt > 0) out.write('\r\x1b[K')
  }
  return { update, end }
}

function bar(share: number): string {
  const filled = Math.round(share * width)
  return `[${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${Math.floor(share * 100)} %  `
}

export const count = (number: number, what: string): string => `${number.toLocaleString('en-AU')} ${what}`
