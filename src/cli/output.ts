export const jsonOption = ['--json', 'print one JSON document'] as const

/** Prints one JSON document, or what `text` makes for a person. */
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
