import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeMachine } from '../../bench/report.ts'

const document = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))

export interface Figures {
  /** The section of docs/reliability.md. */
  section: string
  /** The command that reproduces the figures. */
  command: string
  postgres: string
  /** Markdown: a table or a list of the measured figures. */
  text: string
}

/** Replaces a generated section of docs/reliability.md: the command, the day, the machine and the measured figures. */
export function recordFigures({ section, command, postgres, text }: Figures): void {
  const [begin, end] = [`<!-- ${section}: written by the run -->`, `<!-- end of ${section} -->`]
  const page = readFileSync(document, 'utf8')
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/reliability.md has no section ${section}: add ${begin} and ${end}`)
  const day = new Date().toISOString().slice(0, 10)
  const block = `${begin}\n\n\`${command}\`, ${day}, ${describeMachine(postgres)}.\n\n${text.trim()}\n\n`
  writeFileSync(document, page.slice(0, from) + block + page.slice(to))
}

/** Overwrites one progress line on a terminal. Prints nothing elsewhere. */
export function statusLine(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text.slice(0, (process.stderr.columns ?? 100) - 1)}`)
}
