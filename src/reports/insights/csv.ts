import { csvLine } from '../../http/responses/csv.ts'
import type { Results } from '../logic/results.ts'

/** Results as RFC 4180 CSV: a line of labels, then one line for each row. */
export function csvOf({ columns, rows }: Results): string {
  const lines = [columns.map(({ label }) => label), ...rows.map((row) => columns.map(({ key }) => row[key] ?? null))]
  return lines.map(csvLine).join('')
}

/** The Content-Disposition of a download: an ASCII name for all clients, and the full name (RFC 6266). */
export function downloadOf(name: string): string {
  const displayName = name.replace(/[\\/:*?"<>|\p{C}\s]+/gu, ' ').trim()
  const safe = [...displayName].slice(0, 100).join('') || 'insight'
  const plain =
    safe
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .trim() || 'insight'
  const encoded = encodeURIComponent(`${safe}.csv`).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}.csv"; filename*=UTF-8''${encoded}`
}
