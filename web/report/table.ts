import { formatValue } from '../../src/reports/logic/format.ts'
import type { Column, Results, Row } from '../../src/reports/logic/results.ts'
import { formatCell, valueIn } from '../../src/reports/logic/series.ts'
import type { View } from '../../src/reports/logic/view.ts'
import { make } from './dom.ts'
import { makeScrollable } from './scrollable.ts'

/** The results as a table that can be sorted by each column. */
export function tableOf(name: string, { columns, rows }: Results, view: View): HTMLElement {
  const body = make('tbody')
  const fill = (ordered: Row[]) => body.replaceChildren(...ordered.map((row) => rowOf(row, columns, view)))
  const heads = columns.map((column) => {
    const button = make('button', { type: 'button' }, column.label)
    const head = make('th', { scope: 'col', class: column.type === 'number' && 'number' }, button)
    button.addEventListener('click', () => {
      // The first click sorts numbers descending, texts and dates ascending.
      const usual = column.type === 'number' ? 'descending' : 'ascending'
      const other = usual === 'ascending' ? 'descending' : 'ascending'
      const direction = head.getAttribute('aria-sort') === usual ? other : usual
      for (const one of heads) one.removeAttribute('aria-sort')
      head.setAttribute('aria-sort', direction)
      fill(sorted(rows, column, direction === 'ascending' ? 1 : -1))
    })
    return head
  })
  fill(rows)
  const table = make(
    'table',
    {},
    make('caption', { class: 'unseen' }, name),
    make('thead', {}, make('tr', {}, ...heads)),
    body,
  )
  const scroll = make('div', { class: 'scroll' }, table)
  makeScrollable(scroll)
  return scroll
}

function rowOf(row: Row, columns: Column[], view: View): HTMLElement {
  const cells = columns.map((column, index) => {
    if (column.key === 'value') return make('td', { class: 'number' }, formatValue(valueIn(row), view.format))
    const text = formatCell(row[column.key], column, view)
    return index === 0 ? make('th', { scope: 'row', dir: 'auto' }, text) : make('td', { dir: 'auto' }, text)
  })
  return make('tr', {}, ...cells)
}

const byName = new Intl.Collator('en-AU', { numeric: true, sensitivity: 'base' })

/** Rows without a value come last in both directions. */
function sorted(rows: Row[], { key }: Column, direction: 1 | -1): Row[] {
  return [...rows].sort((a, b) => {
    const [one, other] = [a[key] ?? null, b[key] ?? null]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    if (typeof one === 'number' && typeof other === 'number') return (one - other) * direction
    return byName.compare(String(one), String(other)) * direction
  })
}
