import { type Html, html } from '../../http/pages/html.ts'
import { formatValue } from '../logic/format.ts'
import { cellInWords, numberIn } from '../logic/series.ts'
import type { PageInsight } from './page.sql.ts'
import type { ShownInsight } from './shown.ts'

/** What a page is for browsers that run no scripts. */

/** A table of more rows would make the page heavy for everybody who never sees it. */
const mostRows = 100

/** The figures of an insight as they stand in the table behind its chart. */
export function plainFigures({ name, view, outcome }: ShownInsight): Html {
  if ('message' in outcome) return html`<noscript><div class="notice"><p>${outcome.message}</p></div></noscript>`
  const { columns, rows } = outcome.results
  const heads = columns.map(
    ({ label, type }) => html`<th scope="col" class="${type === 'number' && 'number'}">${label}</th>`,
  )
  const cells = (row: (typeof rows)[number]) =>
    columns.map((column) =>
      column.key === 'value'
        ? html`<td class="number">${formatValue(numberIn(row), view.format)}</td>`
        : html`<td dir="auto">${cellInWords(row[column.key], column)}</td>`,
    )
  const isCut = rows.length > mostRows
  return html`<noscript><div class="notice"><p>Charts need JavaScript, which is switched off in this browser. ${
    isCut
      ? html`These are the first ${mostRows} of ${rows.length} figures; all of them can be downloaded below.`
      : 'These are the figures.'
  }</p></div>
<div class="card insight plain"><table><caption class="unseen">${name}</caption><thead><tr>${heads}</tr></thead>
<tbody>${rows.slice(0, mostRows).map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody></table></div></noscript>`
}

/** The insights of a dashboard, whose own pages have their figures. */
export function plainCards(insights: PageInsight[], linkTo: (insightId: number) => string): Html {
  const each = [...new Map(insights.map((insight) => [insight.id, insight])).values()]
  if (each.length === 0) return html``
  return html`<noscript><div class="notice"><p>The figures of a dashboard need JavaScript, which is switched off in this browser. Each of its insights can be opened without it:</p>
<ul>${each.map(({ id, name }) => html`<li><a href="${linkTo(id)}" dir="auto">${name}</a></li>\n`)}</ul></div></noscript>`
}
