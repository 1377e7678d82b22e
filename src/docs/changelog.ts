import { anchorOf, type Deprecation } from '../http/contract/deprecation.ts'
import { type Html, type HtmlValue, html } from '../http/pages/html.ts'
import { deprecationsOf } from './deprecations.ts'
import { operationsOf } from './document.ts'
import { inline, type LinkTo, markdown } from './markdown.ts'
import type { Change, Release } from './releases.ts'
import type { Site } from './site.ts'

export const changelogAddress = '/docs/changelog'

export function changelogContent({ document, releases, operationAddress }: Site, linkTo: LinkTo): Html {
  const addresses = new Map(
    operationsOf(document).map(({ method, path, operationId }) => [
      `${method} ${path}`,
      operationAddress.get(operationId),
    ]),
  )
  const { url } = document.servers[0]!
  const deprecated = deprecationsOf(document)
  return html`<header class="hero"><h1>Changelog</h1><p class="lead">The API is v1 and only gains: what a release has promised stays. Programs read the same from <a href="${url}/changelog.json">changelog.json</a>.</p></header>
<article class="guide changelog">
${deprecated.length > 0 && html`<section aria-labelledby="deprecated"><h2 id="deprecated">Deprecated</h2><ul>${deprecated.map(deprecation)}</ul></section>`}
${releases.map((release) => section(release, addresses, linkTo))}
</article>`
}

const deprecation = ({ where, since, sunset, instead }: Change & Deprecation): Html =>
  html`<li id="${anchorOf(where)}"><code>${where}</code> since ${since}: use ${inline(instead)}.${sunset && ` It ends with a later version of the API, not before ${sunset}.`}</li>`

function section({ version, date, added, changed, text }: Release, addresses: Addresses, linkTo: LinkTo): Html {
  const id = `release-${version}`
  const [introduction = '', ...groups] = text.split(/^### +(.+)$/m)
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${date ? `${version}, ${date}` : 'Not released yet'}</h2>
${markdown(introduction, linkTo)}
${changes('New in the API', added, addresses)}
${changes('Wider in the API', changed, addresses)}
${groups.map((part, index) => (index % 2 === 0 ? html`<h3>${part}</h3>` : markdown(part, linkTo)))}
</section>`
}

type Addresses = ReadonlyMap<string, string | undefined>

/** By kind, closed: there may be hundreds. */
function changes(title: string, all: Change[], addresses: Addresses): HtmlValue {
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  return (
    all.length > 0 &&
    html`<details><summary>${title}: ${kinds.map((kind) => counted(all.filter((one) => one.kind === kind).length, kind)).join(', ')}</summary>
${kinds.map(
  (kind) =>
    html`<h3>${kind[0]!.toUpperCase()}${kind.slice(1)}s</h3><ul>${all.filter((one) => one.kind === kind).map((one) => html`<li>${place(one, addresses)}</li>`)}</ul>`,
)}</details>`
  )
}

const counted = (count: number, kind: string) => `${count} ${count === 1 ? kind : `${kind}s`}`

function place({ where, value }: Change, addresses: Addresses): Html {
  const address = addresses.get(where)
  const code = html`<code>${where}</code>${value !== undefined && html` <code>${value}</code>`}`
  return address ? html`<a href="${address}">${code}</a>` : code
}
