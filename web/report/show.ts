import { daysInWords, timeInWords } from '../../src/reports/logic/dates.ts'
import type { Results } from '../../src/reports/logic/results.ts'
import { numberIn } from '../../src/reports/logic/series.ts'
import type { View } from '../../src/reports/logic/view.ts'
import type { Outcome } from '../../src/reports/page/shown.ts'
import { make } from './dom.ts'
import { drawingOf } from './drawing.ts'
import { metricOf } from './metric.ts'
import { tableOf } from './table.ts'

export interface Shown {
  name: string
  view: View
  outcome: Outcome
  /** What is said below: a page says everything, a card only what the head of its dashboard does not. */
  facts: 'all' | 'days' | 'none'
}

/** Fills the body of a card or of an insight’s page with what came of it. */
export function show(body: HTMLElement, shown: Shown) {
  const { name, view, outcome, facts } = shown
  body.removeAttribute('aria-busy')
  if ('message' in outcome) return body.replaceChildren(said(outcome.message))
  const { results } = outcome
  const foot = make('div', { class: 'foot' })
  const words = factsOf(results, facts)
  if (words.length > 0) foot.append(make('p', { class: 'facts' }, ...words.map((text) => make('span', {}, text))))
  if (isEmpty(results, view)) return body.replaceChildren(said(nothingIn(results)), foot)
  const { visualization } = view
  if (visualization === 'metric') return body.replaceChildren(metricOf(results, view), foot)
  const notes: string[] = results.truncated ? [moreIn(view)] : []
  if (visualization === 'table') body.replaceChildren(tableOf(name, results, view.format), foot)
  else {
    const { drawing, notes: drawn } = drawingOf(name, results, view)
    if (facts === 'all') notes.push(...drawn)
    body.replaceChildren(drawing, foot)
    foot.append(toData(shown, results, drawing, foot))
  }
  if (notes.length > 0) foot.prepend(make('p', { class: 'note' }, notes.join(' ')))
}

const said = (text: string): HTMLElement => make('p', { class: 'said' }, text)

const isEmpty = ({ rows }: Results, { visualization }: View): boolean =>
  rows.length === 0 || (visualization !== 'metric' && rows.every((row) => numberIn(row) === null))

const nothingIn = ({ date_range }: Results): string =>
  date_range.from === null ? 'Nothing to show yet.' : `Nothing to show for ${daysInWords(date_range)}.`

function moreIn({ options, visualization }: View): string {
  const isWhole = visualization === 'pie' || visualization === 'donut'
  if (options?.limit === undefined)
    return `There is more than could be counted here: choose fewer days or groups.${isWhole ? ' Shares are of what is shown.' : ''}`
  if (isWhole && options.limit > 1) return `Shares of the ${options.limit} shown.`
  return `Only the first ${options.limit === 1 ? 'group is' : `${options.limit} groups are`} shown.`
}

function factsOf(results: Results, facts: Shown['facts']): string[] {
  if (facts === 'none') return []
  const days = daysInWords(results.date_range)
  return facts === 'days' ? [days] : [days, asOf(results)]
}

export const asOf = ({ generated_at, timezone }: Results): string =>
  `As of ${timeInWords(generated_at, timezone)} (${timezone.replaceAll('_', ' ')})`

/** The figures behind a chart, for everybody. On a card they take its place, on a page they stand below it; they are made when they are asked for. */
function toData({ name, view, facts }: Shown, results: Results, drawing: HTMLElement, foot: HTMLElement): HTMLElement {
  const button = make('button', { type: 'button', class: 'toggle', 'aria-expanded': 'false' }, 'Show data')
  let table: HTMLElement | undefined
  button.addEventListener('click', () => {
    const isOpen = button.getAttribute('aria-expanded') === 'false'
    if (!table) {
      table = tableOf(name, results, view.format)
      if (facts === 'all') foot.after(table)
      else drawing.after(table)
    }
    table.hidden = !isOpen
    drawing.hidden = isOpen && facts !== 'all'
    button.setAttribute('aria-expanded', String(isOpen))
    button.textContent = isOpen ? 'Hide data' : 'Show data'
  })
  return button
}
