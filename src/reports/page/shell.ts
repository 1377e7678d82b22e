import type { Frame } from '../../http/assets.ts'
import { type Html, html } from '../../http/html.ts'
import { asData, page } from '../../http/page.ts'
import { daysInWords } from '../logic/dates.ts'
import type { CountedDays } from '../logic/results.ts'
import type { Visualization } from '../logic/spec.ts'
import { viewOf } from './outcome.ts'
import type { PageCard, PageDashboard, PageInsight, PageOrganisation } from './page.sql.ts'
import type { ShownDashboard, ShownInsight } from './shown.ts'

/** These are numbers and words: a page with nothing else never loads what draws charts. */
const undrawn: readonly Visualization[] = ['metric', 'table']
const isDrawn = ({ spec }: PageInsight): boolean => !undrawn.includes(viewOf(spec).visualization)

/** The page of an insight: what it is, and what came of it as data for the script that draws it. */
export function insightShell(
  frame: Frame,
  { organisation }: PageOrganisation,
  insight: PageInsight,
  { shown, csv }: { shown: ShownInsight; csv: string },
): string {
  const { name, description } = insight
  return page(
    frame,
    { title: `${name} · ${organisation}`, organisation, preload: isDrawn(insight) ? frame.later : [] },
    html`<div class="head">
<h1 dir="auto">${name}</h1>
${description !== null && html`<p class="lead" dir="auto">${description}</p>`}
</div>
${needsScript('Without it the figures can be downloaded below.')}
<figure class="card insight" aria-label="${name}"><div class="body" id="insight">${loading}</div></figure>
<p class="actions"><a class="download" href="${csv}" download>Download the figures as CSV</a></p>
${script(frame, shown)}`,
  )
}

/** The page of a dashboard: its texts and the heads of its cards. The script puts them in their places and asks for the rest. */
export function dashboardShell(
  frame: Frame,
  { organisation, timezone }: PageOrganisation,
  dashboard: PageDashboard,
  { shown, linkTo, days }: { shown: ShownDashboard; linkTo: (insightId: number) => string; days?: CountedDays },
): string {
  const { name, description, cards } = dashboard
  const drawn = cards.some(({ insight }) => insight && isDrawn(insight))
  return page(
    frame,
    { title: `${name} · ${organisation}`, organisation, preload: drawn ? frame.later : [] },
    html`<div class="head">
<h1 dir="auto">${name}</h1>
${description !== null && html`<p class="lead" dir="auto">${description}</p>`}
<p class="facts" id="facts">${days && html`<span>${daysInWords(days)}</span> `}<span>Times are those of ${timezone}</span></p>
</div>
${needsScript('Without it the cards stay empty; each can be opened by its name and downloaded.')}
${cards.length === 0 && html`<div class="notice"><p>There are no cards on this dashboard yet.</p></div>`}
<div class="grid">
${cards.map((card) => (card.insight ? insightCard(card, card.insight, linkTo) : textCard(card)))}
</div>
${script(frame, shown)}`,
  )
}

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

const needsScript = (cure: string): Html =>
  html`<noscript><div class="notice"><p>Charts need JavaScript, which is switched off in this browser. ${cure}</p></div></noscript>`

const script = (frame: Frame, shown: ShownInsight | ShownDashboard): Html =>
  html`<script type="application/json" id="report-data">${asData(shown)}</script>
<script type="module" src="${frame.script}"></script>`
