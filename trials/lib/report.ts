import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeMachine } from '../../bench/report.ts'

const document = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))

export interface Figures {
  /** The section of docs/reliability.md that they belong to. */
  section: string
  /** What anyone types to have them again. */
  command: string
  postgres: string
  /** Markdown: a table or a list of what was measured. */
  text: string
}

/**
 * Writes what a trial measured into its section of docs/reliability.md, with the command, the machine and the day, in
 * place of what the run before it wrote. Nobody types figures there.
 */
export function recordFigures({ section, command, postgres, text }: Figures): void {
  const [begin, end] = [`<!-- ${section}: written by the run -->`, `<!-- end of ${section} -->`]
  const page = readFileSync(document, 'utf8')
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/reliability.md has no place for ${section}: ${begin} … ${end}`)
  const day = new Date().toISOString().slice(0, 10)
  const block = `${begin}\n\n\`${command}\`, ${day}, ${describeMachine(postgres)}.\n\n${text.trim()}\n\n`
  writeFileSync(document, page.slice(0, from) + block + page.slice(to))
}

/** One line that tells how far a run is, written over as it goes on; elsewhere than on a terminal nothing. */
export function statusLine(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text.slice(0, (process.stderr.columns ?? 100) - 1)}`)
}
