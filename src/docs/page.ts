import { type Html, html } from '../http/pages/html.ts'
import { type Document, type OperationAtPath, operationsOf } from './document.ts'
import { originPlaceholder } from './examples.ts'
import { table } from './fields.ts'
import { inline, paragraphsOf } from './markdown.ts'
import { breakable, methodBadge, operationSection } from './operation.ts'

const stylesheets = ['base', 'contents', 'operation', 'table', 'code', 'try-it']

/** Renders the whole reference from the OpenAPI document. */
export function renderPage(document: Document): string {
  const { title, version, description } = document.info
  const [lead, ...introduction] = paragraphsOf(description)
  const groups = groupsOf(document)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
${stylesheets.map(
  (name) => html`<link rel="stylesheet" href="/docs/${name}.css">
`,
)}<script type="module" src="/docs/page.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the reference</a>
${navigation(document, groups)}
<main id="main" tabindex="-1">
<header class="hero"><p class="version">Version ${version}</p><h1>${title}</h1><div class="lead">${lead}</div></header>
<section class="start" id="introduction" aria-label="Introduction">
${connect(document)}
<div class="reading">${introduction}${headers(document)}</div>
</section>
${groups.map(
  ({ name, description, operations }) => html`<section class="tag" aria-labelledby="tag-${name}">
<header><h2 id="tag-${name}">${name}</h2>${description && html`<p>${inline(description)}</p>`}</header>
${operations.map((operation) => operationSection(document, operation))}
</section>`,
)}
</main>
</body>
</html>
`.text
}

interface Group {
  name: string
  description?: string
  operations: OperationAtPath[]
}

/** The operations by tag. An operation whose tag the document does not list would be missing, so it is an error. */
function groupsOf(document: Document): Group[] {
  const operations = operationsOf(document)
  const untagged = operations.find(({ tags }) => !document.tags.some(({ name }) => name === tags[0]))
  if (untagged)
    throw new Error(`${untagged.operationId} has the tag ${untagged.tags[0]}, which the document does not list`)
  return document.tags
    .map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags[0] === tag.name) }))
    .filter((group) => group.operations.length > 0)
}

/** Open in the HTML, so that it works without the script. The script closes it on a small screen. */
const navigation = (document: Document, groups: Group[]): Html => html`
<nav class="contents" aria-label="Contents">
<p class="brand"><a href="#introduction"><img src="/docs/icon.svg" alt="" width="28" height="28"> ${document.info.title.split(' ')[0]} <span>API reference</span></a></p>
<details open>
<summary>Contents</summary>
<div class="contents-list">
<p class="filter" hidden><label for="filter">Filter operations</label><input type="search" id="filter" placeholder="Name or path" autocomplete="off" spellcheck="false"></p>
<p class="no-match" role="status"></p>
<ul class="groups">
<li><a href="#introduction">Introduction</a></li>
${groups.map(
  ({ name, operations }) =>
    html`<li class="group"><a class="group-name" href="#tag-${name}">${name}</a><ul>${operations.map(
      ({ operationId, method, path, summary }) =>
        html`<li data-search="${`${method} ${path} ${summary} ${operationId}`.toLowerCase()}"><a href="#${operationId}"><span>${summary}</span> ${methodBadge(method)}</a></li>`,
    )}</ul></li>`,
)}
</ul>
</div>
</details>
</nav>`

const connect = (document: Document): Html => html`<div class="connect">
<h2>Connect</h2>
<p class="label">Base URL</p>
<p><code class="path">${originPlaceholder}${breakable(document.servers[0]!.url)}</code></p>
<p class="label">Authenticate</p>
<p>Send your access token with every call, in a header:</p>
<pre tabindex="0" role="region" aria-label="Header">Authorization: Bearer &lt;token&gt;</pre>
<p>The curl lines here take it from a variable: <code>export WATTLE_TOKEN=…</code></p>
<form class="token" id="token" autocomplete="off" hidden>
<label for="token-field">Access token for Try it</label>
<div class="token-row"><input type="password" id="token-field" placeholder="svc_at_…" autocomplete="off" spellcheck="false" aria-describedby="token-help"><button type="button" class="quiet" id="token-forget">Forget</button></div>
<p class="hint" id="token-help">Stored in this tab until you close it, and sent only to this service.</p>
<p class="token-state" role="status"></p>
</form>
<p><a href="${document.servers[0]!.url}/openapi.json">openapi.json</a> <span class="hint">OpenAPI 3.1, for your own tools</span></p>
</div>`

const headers = ({ components: { headers = {} } }: Document): Html => html`<h2 id="headers">Response headers</h2>
${table(
  'Response headers',
  'Header',
  Object.entries(headers).map(
    ([name, { description = '', example }]) =>
      html`<tr role="row"><th role="rowheader" scope="row"><code>${name}</code></th><td role="cell"><code class="sample">${String(example ?? '')}</code></td><td role="cell"><span class="description">${inline(description)}</span></td></tr>`,
  ),
  'Example',
)}`
