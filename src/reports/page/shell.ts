import type { PageAssets } from '../../http/pages/assets.ts'
import { type Html, html } from '../../http/pages/html.ts'
import { embeddedJson, pageHtml } from '../../http/pages/page.ts'
import { formatDayRange, formatTime } from '../logic/dates.ts'
import { formatValue } from '../logic/format.ts'
import type { DayRange } from '../logic/results.ts'
import { formatCell, valueIn } from '../logic/series.ts'
import type { Visualization } from '../spec/spec.schema.ts'
import { viewOf } from './outcome.ts'
import type { PageCard, PageDashboard, PageInsight } from './page.sql.ts'
import type { DashboardPageData, InsightPageData, InsightSummary } from './page-data.ts'
import type { Viewer } from './viewer.ts'

/** A page that has only these does not load the chart library. */
const withoutChart: readonly Visualization[] = ['metric', 'table']
const isDrawn = ({ spec }: PageInsight): boolean => !withoutChart.includes(viewOf(spec).visualization)

/** The page of an insight: its name and summary, and its results as data for the script that draws it. */
export function insightShell(
  frame: PageAssets,
  viewer: Viewer,
  insight: PageInsight,
  { data, csv, summary }: { data: InsightPageData; csv: string; summary: InsightSummary | undefined },
): string {
  const brand = viewer.organisation
  const { name, description } = insight
  return pageHtml(
    frame,
    { title: `${name} · ${brand.organisation}`, brand, preload: isDrawn(insight) ? frame.lazyScripts : [] },
    html`<div class="head">
<h1 dir="auto">${name}</h1>
${description !== null && html`<p class="lead" dir="auto">${description}</p>`}
${summary && html`<p class="facts" dir="auto"><span>${summary.what}</span>${summary.filters && html` <span>${summary.filters}</span>`}</p>`}
${summary?.terms && html`<p class="facts" dir="auto">${summary.terms}</p>`}
</div>
${plainFigures(data)}
<figure class="card insight" aria-label="${name}"><div class="body" id="insight">${loading}</div></figure>
<p class="actions">${'results' in data.outcome && html`<a class="download" href="${csv}" download>Download the figures as CSV</a> `}${linkExpiry(viewer)}</p>
${script(frame, data)}`,
  )
}

/**
 * The page of a dashboard: its texts and the headings of its cards. The script arranges the cards and loads their
 * results.
 */
export function dashboardShell(
  frame: PageAssets,
  viewer: Viewer,
  dashboard: PageDashboard,
  { data, linkTo, days }: { data: DashboardPageData; linkTo: (insightId: number) => string; days?: DayRange },
): string {
  const brand = viewer.organisation
  const { name, description, cards } = dashboard
  const insights = cards.flatMap(({ insight }) => insight ?? [])
  return pageHtml(
    frame,
    { title: `${name} · ${brand.organisation}`, brand, preload: insights.some(isDrawn) ? frame.lazyScripts : [] },
    html`<div class="head">
<h1 dir="auto">${name}</h1>
${description !== null && html`<p class="lead" dir="auto">${description}</p>`}
${days && html`<p class="facts all">All cards: ${formatDayRange(days)}, in place of their own dates</p>`}
<p class="facts" id="facts"><span>Times are those of ${brand.timezone}</span></p>
</div>
${plainCards(insights, linkTo)}
${cards.length === 0 && html`<div class="notice"><p>There are no cards on this dashboard yet.</p></div>`}
<div class="grid">
${cards.map((card) => (card.insight ? insightCard(card, card.insight, linkTo) : textCard(card)))}
</div>
<p class="actions">${linkExpiry(viewer)}</p>
${script(frame, data)}`,
  )
}

const linkExpiry = ({ organisation: { timezone }, link }: Viewer): Html =>
  html`<span class="until">This link works until ${formatTime(new Date(link.expires * 1000).toISOString(), timezone)}.</span>`

const insightCard = (
  { id, showTitle, showDescription }: PageCard,
  { id: insightId, name, description, spec }: PageInsight,
  linkTo: (insightId: number) => string,
): Html => html`<figure class="card" id="card-${id}" data-draws="${spec.visualization}" aria-labelledby="title-${id}">
<figcaption class="${showTitle ? 'caption' : 'unseen'}">
<h2 id="title-${id}" dir="auto">${showTitle ? html`<a href="${linkTo(insightId)}" title="${name}">${name}</a>` : name}</h2>
${showDescription && description !== null && html`<p dir="auto">${description}</p>`}
</figcaption>
<div class="body" aria-busy="true">${loading}</div>
</figure>
`

const textCard = ({ id, text }: PageCard): Html => html`<div class="card text" id="card-${id}">
${text!.split(/\n\s*\n/).map((paragraph) => html`<p dir="auto">${paragraph.trim()}</p>`)}
</div>
`

const loading = html`<p class="waiting"><span class="unseen">Counting …</span></p>`

const script = (frame: PageAssets, data: InsightPageData | DashboardPageData): Html =>
  html`<script type="application/json" id="report-data">${embeddedJson(data)}</script>
<script type="module" src="${frame.script}"></script>`

/** For browsers without JavaScript. More rows would make the page large for all others. */
const maxPlainRows = 100

/** The results of an insight as a table, for browsers without JavaScript. */
export function plainFigures({ name, view, outcome }: InsightPageData): Html {
  if ('message' in outcome) return html`<noscript><div class="notice"><p>${outcome.message}</p></div></noscript>`
  const { columns, rows } = outcome.results
  const heads = columns.map(
    ({ label, type }) => html`<th scope="col" class="${type === 'number' && 'number'}">${label}</th>`,
  )
  const cells = (row: (typeof rows)[number]) =>
    columns.map((column) =>
      column.key === 'value'
        ? html`<td class="number">${formatValue(valueIn(row), view.format)}</td>`
        : html`<td dir="auto">${formatCell(row[column.key], column, view)}</td>`,
    )
  const isCut = rows.length > maxPlainRows
  return html`<noscript><div class="notice"><p>Charts need JavaScript, which is switched off in this browser. ${
    isCut
      ? html`These are the first ${maxPlainRows} of ${rows.length} figures; all of them can be downloaded below.`
      : 'These are the figures.'
  }</p></div>
<div class="card insight plain"><table><caption class="unseen">${name}</caption><thead><tr>${heads}</tr></thead>
<tbody>${rows.slice(0, maxPlainRows).map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody></table></div></noscript>`
}

/** Links to the insights of a dashboard, for browsers without JavaScript. */
export function plainCards(insights: PageInsight[], linkTo: (insightId: number) => string): Html {
  const each = [...new Map(insights.map((insight) => [insight.id, insight])).values()]
  if (each.length === 0) return html``
  return html`<noscript><div class="notice"><p>The figures of a dashboard need JavaScript, which is switched off in this browser. Each of its insights can be opened without it:</p>
<ul>${each.map(({ id, name }) => html`<li><a href="${linkTo(id)}" dir="auto">${name}</a></li>\n`)}</ul></div></noscript>`
}
