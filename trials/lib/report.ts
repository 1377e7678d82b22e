import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeMachine } from '../../bench/report.ts'

const results = fileURLToPath(new URL('../results/', import.meta.url))

export interface Figures {
  /** The file of trials/results/, without its suffix. */
  section: string
  /** The command that reproduces the figures. */
  command: string
  postgres: string
  /** Markdown: a table or a list of the measured figures. */
  text: string
}

/** Writes a file of trials/results/: the command, the day, the machine and the measured figures. */
export function recordFigures({ section, command, postgres, text }: Figures): void {
  const day = new Date().toISOString().slice(0, 10)
  const page = `# \`${command}\`\n\n${day}, ${describeMachine(postgres)}.\n\n${text.trim()}\n`
  writeFileSync(`${results}${section}.md`, page)
}

/** Overwrites one progress line on a terminal. Prints nothing elsewhere. */
export function statusLine(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text.slice(0, (process.stderr.columns ?? 100) - 1)}`)
}
