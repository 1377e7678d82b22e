import { type Html, html } from '../http/pages/html.ts'
import { changelogAddress } from './changelog.ts'
import type { Document } from './document.ts'
import { type Guide, guideAddress } from './guides.ts'
import { inline, type LinkTo, markdown } from './markdown.ts'
import { methodBadge, operationSection } from './operation.ts'
import type { Area, Site } from './site.ts'
import { exampleOrigin, languages } from './snippets.ts'

/** The addresses of the script and style, whose names change with their content. */
export interface PageFiles {
  script: string
  style: string
}

interface Page {
  address: string
  title: string
  content: Html
  /** The area whose operations the page explains. */
  area?: Area
}

export const pageHtml = (site: Site, { script, style }: PageFiles, { address, title, content, area }: Page): string =>
  html`<!doctype html>
<html lang="en" data-language="${languages[0].id}" data-example-origin="${exampleOrigin}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${address === '/docs' ? title : `${title} · ${site.document.info.title}`}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
${contents(site, address, area)}
<main id="main" tabindex="-1">
${content}
</main>
${searchDialog}
${connectDialog(site.document)}
</body>
</html>
`.text

export const areaContent = (document: Document, { name, description, operations }: Area): Html =>
  html`<header class="hero"><h1>${name}</h1>${description && html`<p class="lead">${inline(description)}</p>`}</header>
${operations.map((operation) => operationSection(document, operation))}`

export const guideContent = (site: Site, { text }: Guide): Html =>
  html`<article class="guide">${markdown(text, linksOf(site))}</article>`

export const linksOf =
  (site: Site): LinkTo =>
  (target) =>
    linkTo(site, target)

/**
 * The address of a link in a guide: another guide, a page of the service, an operation as `/docs#operationId`, or the web.
 * Other documents of the repository have no page.
 */
function linkTo({ guides, operationAddress }: Site, target: string): string | undefined {
  const [, name, anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(target) ?? []
  if (name) return guides.some((guide) => guide.name === name) ? `${guideAddress({ name })}${anchor}` : undefined
  const [, operationId] = /^\/docs#(.+)$/.exec(target) ?? []
  if (operationId) return operationAddress.get(operationId) ?? target
  return /^(?:https?:\/\/|\/(?!\/)|#)/.test(target) ? target : undefined
}

/** All pages, with the operations of the one that is open. */
function contents({ document, areas, guides }: Site, current: string, area: Area | undefined): Html {
  const link = (address: string, text: string) =>
    html`<a href="${address}"${address === current && html` aria-current="page"`}>${text}</a>`
  return html`<nav class="contents" aria-label="Contents">
<p class="brand"><a href="/docs"><img src="/docs/icon.svg" alt="" width="28" height="28"> ${document.info.title.split(' ')[0]} <span>API reference</span></a></p>
<p class="tools scripted"><button type="button" class="open-search" data-opens="search">Search<kbd aria-hidden="true">/</kbd></button><button type="button" class="open-contents quiet" aria-expanded="false" aria-controls="contents-list">Contents</button></p>
<div class="contents-list" id="contents-list">
<p class="scripted"><button type="button" class="open-connect" data-opens="connect">Connect</button></p>
<ul>
<li>${link('/docs', 'Overview')}</li>
${
  guides.length > 0 &&
  html`<li><p class="group">Guides</p><ul>${guides.map((guide) => html`<li>${link(guideAddress(guide), guide.title)}</li>`)}</ul></li>`
}
<li><p class="group">Areas</p><ul>${areas.map(
    ({ address, name, operations }) =>
      html`<li>${link(address, name)}${
        address === area?.address &&
        html`<ul class="operations">${operations.map(
          ({ operationId, method, summary }) =>
            html`<li><a href="#${operationId}"><span>${summary}</span> ${methodBadge(method)}</a></li>`,
        )}</ul>`
      }</li>`,
  )}</ul></li>
<li>${link(changelogAddress, 'Changelog')}</li>
</ul>
</div>
</nav>`
}

const searchDialog = html`<dialog id="search" aria-labelledby="search-label">
<form class="search-form" method="dialog" role="search" autocomplete="off">
<label id="search-label" for="search-field">Search operations, paths, fields and guides</label>
<div class="field-row"><input type="search" id="search-field" autocomplete="off" autocapitalize="off" spellcheck="false"><button type="button" class="quiet" data-closes="search">Close</button></div>
</form>
<p class="search-status" role="status"></p>
<ul class="results"></ul>
</dialog>`

const connectDialog = (document: Document): Html => html`<dialog id="connect" aria-labelledby="connect-title">
<form class="connect-form" method="dialog" autocomplete="off">
<header class="over"><h2 id="connect-title">Connect</h2><button type="button" class="quiet" data-closes="connect">Close</button></header>
<p>Try it sends requests with an access token of your organisation.</p>
<label for="token-field">Access token</label>
<div class="field-row"><input type="password" id="token-field" placeholder="svc_at_…" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="token-help" data-me="${document.servers[0]!.url}/me"><button type="submit" class="primary">Connect</button></div>
<p class="hint" id="token-help">Stored in this tab until you close it, and sent only to this service.</p>
</form>
<div class="connection" role="status"></div>
<p><button type="button" class="quiet" id="token-forget" hidden>Forget the token</button></p>
${whereToGetAToken}
</dialog>`

/** Also part of the overview, for readers without scripts. */
export const whereToGetAToken: Html = html`<h3>Where to get a token</h3>
<p>The person who runs the service creates it with a command:</p>
<pre tabindex="0" role="group" aria-label="Command that creates a token">npx wattle token create --org demo \\
  --name 'My program' --access clients=read-write,staff=read</pre>
<p class="hint">In the folder of Wattle, on its machine. With <code>npx wattle org list</code> you find the name after <code>--org</code>. Every start with the demo organisation prints a token for it.</p>`
