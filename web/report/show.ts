import { formatDayRange, formatTime } from '../../src/reports/logic/dates.ts'
import type { Results } from '../../src/reports/logic/results.ts'
import { valueIn } from '../../src/reports/logic/series.ts'
import type { View } from '../../src/reports/logic/view.ts'
import type { InsightSummary, Outcome } from '../../src/reports/page/page-data.ts'
import { chartElement } from './charts/chart.ts'
import { make } from './dom.ts'
import { metricOf } from './metric.ts'
import { tableOf } from './table.ts'

export interface Display {
  name: string
  view: View
  outcome: Outcome
  /** On a card, the summary is in the footer; the page of an insight has it at the top. */
  isCard: boolean
  summary?: InsightSummary
}

/** Fills the body of a card or of an insight's page. An error affects this card only. */
export function show(body: HTMLElement, display: Display) {
  body.removeAttribute('aria-busy')
  try {
    fill(body, display)
  } catch (error) {
    showPlain(body, display, error)
  }
}

function fill(body: HTMLElement, display: Display) {
  const { name, view, outcome } = display
  if ('message' in outcome) return body.replaceChildren(messageElement(outcome.message))
  const { results } = outcome
  const foot = footOf(display, results)
  if (isEmpty(results, view)) return body.replaceChildren(messageElement(emptyMessage(results)), foot)
  const { visualization } = view
  if (visualization === 'metric') return body.replaceChildren(metricOf(name, results, view), foot)
  const notes: string[] = results.truncated ? [truncationNote(view)] : []
  if (visualization === 'table') body.replaceChildren(tableOf(name, results, view), foot)
  else {
    const { drawing, notes: undrawn, drawn } = chartElement(name, results, view)
    notes.push(...undrawn)
    body.replaceChildren(drawing, foot)
    foot.append(dataToggle(display, results, drawing, foot))
    drawn.catch((error) => showPlain(body, display, error))
  }
  const text = notes.join(' ')
  if (text !== '') foot.prepend(make('p', { class: 'note', title: text }, text))
}

/** The results as a table, or at least a message. */
function showPlain(body: HTMLElement, display: Display, error: unknown) {
  console.error(error)
  const { name, view, outcome } = display
  body.replaceChildren(messageElement('This could not be drawn in this browser.'))
  try {
    if ('results' in outcome) body.append(tableOf(name, outcome.results, view))
  } catch (unreadable) {
    console.error(unreadable)
  }
}

const messageElement = (text: string): HTMLElement => make('p', { class: 'said' }, text)

const isEmpty = ({ rows }: Results, { visualization }: View): boolean =>
  rows.length === 0 || (visualization !== 'metric' && rows.every((row) => valueIn(row) === null))

const emptyMessage = ({ date_range }: Results): string =>
  date_range.from === null ? 'Nothing to show yet.' : `Nothing to show for ${formatDayRange(date_range)}.`

function truncationNote({ options, visualization }: View): string {
  const isWhole = visualization === 'pie' || visualization === 'donut'
  if (options?.limit === undefined)
    return `There is more than could be counted here: choose fewer days or groups.${isWhole ? ' Shares are of what is shown.' : ''}`
  if (isWhole && options.limit > 1) return `Shares of the ${options.limit} shown.`
  return `Only the first ${options.limit === 1 ? 'group is' : `${options.limit} groups are`} shown.`
}

/** The date range and other facts; on a card in one line that may be cut off. */
function footOf({ isCard, summary, view }: Display, results: Results): HTMLElement {
  const days = formatDayRange(results.date_range)
  const { row_count } = results
  const rows = view.visualization === 'table' && row_count > 0 && (row_count === 1 ? '1 row' : `${row_count} rows`)
  // A metric has its label below the number.
  const what = view.visualization === 'metric' && summary?.terms === undefined ? undefined : summary?.what
  const parts = isCard ? [days, rows, what, summary?.filters] : [days, rows, asOf(results)]
  const text = parts.filter((part) => typeof part === 'string').join(' · ')
  return make('div', { class: 'foot' }, make('p', { class: 'facts', title: isCard && text }, text))
}

export const asOf = ({ generated_at, timezone }: Results): string =>
  `As of ${formatTime(generated_at, timezone)} (${timezone.replaceAll('_', ' ')})`

/**
 * A button that shows the results as a table: in place of the chart on a card, below it on a page. The table is
 * created on first use.
 */
function dataToggle(
  { name, view, isCard }: Display,
  results: Results,
  drawing: HTMLElement,
  foot: HTMLElement,
): HTMLElement {
  const button = make('button', { type: 'button', class: 'toggle', 'aria-expanded': 'false' }, 'Show data')
  let table: HTMLElement | undefined
  button.addEventListener('click', () => {
    const isOpen = button.getAttribute('aria-expanded') === 'false'
    if (!table) {
      table = tableOf(name, results, view)
      if (isCard) drawing.after(table)
      else foot.after(table)
    }
    table.hidden = !isOpen
    drawing.hidden = isOpen && isCard
    button.setAttribute('aria-expanded', String(isOpen))
    button.textContent = isOpen ? 'Hide data' : 'Show data'
  })
  return button
}
