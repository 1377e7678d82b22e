import { type Html, html } from '../http/pages/html.ts'
import { type Document, isSuccess, json, operationsOf, type Response, resolve } from './document.ts'
import { guideAddress } from './guides.ts'
import { inline, markdown, row, tableOf } from './markdown.ts'
import { breakable, methodBadge, pretty } from './operation.ts'
import { whereToGetAToken } from './page.ts'
import type { Site } from './site.ts'
import { exampleOrigin } from './snippets.ts'

/** The first page: how to connect, the guides, what all operations have in common, and a list of them. */
export function overview({ document, areas, guides }: Site): Html {
  const { title, version, description } = document.info
  const [lead, ...introduction] = markdown(description)
  return html`<header class="hero"><p class="version">Version ${version}</p><h1>${title}</h1><div class="lead">${lead}</div></header>
<div class="start">
${connect(document)}
<div class="reading">
${
  guides.length > 0 &&
  html`<section aria-labelledby="guides"><h2 id="guides">Guides</h2>
<ul class="cards">${guides.map((guide) => html`<li><a href="${guideAddress(guide)}">${guide.title}</a><p>${inline(guide.summary)}</p></li>`)}</ul></section>`
}
<section aria-labelledby="introduction"><h2 id="introduction">For all operations</h2>
${introduction}</section>
</div>
</div>
<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
${errors(document)}</section>
<section aria-labelledby="headers"><h2 id="headers">Response headers</h2>
${headers(document)}</section>
<section aria-labelledby="operations"><h2 id="operations">Operations</h2>
${areas.map(
  ({ name, address, description, operations }) => html`<section class="area" aria-labelledby="tag-${name}">
<h3 id="tag-${name}"><a href="${address}">${name}</a></h3>${description && html`<p>${inline(description)}</p>`}
<ul class="all-operations">${operations.map(
    ({ operationId, method, path, summary }) =>
      html`<li><a href="${address}#${operationId}">${methodBadge(method)} <span>${summary}</span></a> <code>${breakable(path)}</code></li>
`,
  )}</ul></section>`,
)}</section>`
}

const connect = (document: Document): Html => html`<div class="connect" id="token">
<h2>Connect</h2>
<p class="label">Base URL</p>
<p><code class="path">${exampleOrigin}${breakable(document.servers[0]!.url)}</code></p>
<p class="label">Authenticate</p>
<p>Send your access token with every request, in a header:</p>
<pre tabindex="0" role="group" aria-label="Header">Authorization: Bearer &lt;token&gt;</pre>
<p>The examples take it from a variable: <code>export WATTLE_TOKEN=…</code></p>
<p class="change-token scripted"><button type="button" class="primary enter-token" data-opens="connect">Enter a token</button><span class="hint"></span></p>
${whereToGetAToken}
<p><a href="${document.servers[0]!.url}/openapi.json">openapi.json</a> <span class="hint">OpenAPI 3.1, for your own tools</span></p>
<p>Typed clients <span class="hint">for TypeScript and Python, in <code>sdk/</code> and <code>clients/python/</code> of the repository of Wattle</span></p>
<p><a href="/docs/changelog">Changelog</a> <span class="hint">what each release added, and what is deprecated</span></p>
</div>`

/** Every error that an operation declares, with its body and headers. They are the same for all operations. */
function errors(document: Document): Html {
  const byStatus = new Map(
    operationsOf(document).flatMap(({ responses }) =>
      Object.entries(responses).filter(([status]) => !isSuccess(status)),
    ),
  )
  const headings = ['Meaning', 'Example body', 'Headers']
  return tableOf(
    'Errors',
    ['Status', ...headings],
    [...byStatus].sort().map(([status, reference]) => {
      const { description, headers = {}, content } = resolve<Response>(document, reference)
      return row(html`<span class="status-code" id="error-${status}">${status}</span>`, [
        [headings[0]!, inline(description)],
        [headings[1]!, html`<pre class="json">${pretty(content?.[json]?.example)}</pre>`],
        [headings[2]!, Object.keys(headers).map((name) => html`<code>${name}</code> `)],
      ])
    }),
  )
}

const headers = ({ components: { headers = {} } }: Document): Html =>
  tableOf(
    'Response headers',
    ['Header', 'Example', 'Description'],
    Object.entries(headers).map(([name, { description = '', example }]) =>
      row(html`<code>${name}</code>`, [
        ['Example', html`<code class="sample">${String(example ?? '')}</code>`],
        ['Description', inline(description)],
      ]),
    ),
  )
