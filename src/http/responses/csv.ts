export type Cell = string | number | boolean | null | undefined

/** Cells that a spreadsheet would run as a formula, including those with full-width signs. */
const isFormula = /^[=+\-@＝＋－＠\t\r\n]/

/** A line of RFC 4180 CSV. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = isFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
