import { Html, html } from '../../http/html.ts'
import type { PublishedForm } from '../published.sql.ts'
import type { Assets } from './assets.ts'
import type { Known, ShownForm } from './shown.ts'

type Frame = Pick<Assets, 'script' | 'style'>

/** The page as it is sent: what is said about the form, the form itself as data, and the script that makes fields of it. */
export function formShell(frame: Frame, form: PublishedForm, known?: Known): string {
  const { organisation, name, description } = form
  // A text of the form may hold `</script>`; as data it can be written without the sign that would end it.
  const data = new Html(JSON.stringify(shownForm(form, known)).replaceAll('<', '\\u003c'))
  return page(
    frame,
    { title: `${name} · ${organisation}`, organisation },
    html`<h1 dir="auto">${name}</h1>
${description && html`<p class="lead" dir="auto">${description}</p>`}
<noscript><div class="notice">
<h2>This form needs JavaScript</h2>
<p>It is switched off in this browser. Switch it on and load the page again, or open this address in another browser.</p>
<p>If neither is possible, get in touch with ${organisation} as you usually do: somebody there can take down your answers.</p>
</div></noscript>
<div id="form"><p class="loading">The form is loading. If nothing appears, reload the page, or get in touch with ${organisation}.</p></div>
<script type="application/json" id="form-data">${data}</script>
<script type="module" src="${frame.script}"></script>`,
  )
}

function shownForm({ organisation, name, version, settings, steps }: PublishedForm, known?: Known): ShownForm {
  const { allow_step_navigation, show_step_numbers, submit_button_text } = settings
  return {
    ...{ organisation, name, version, steps },
    settings: { allow_step_navigation, show_step_numbers, submit_button_text },
    ...(known && { known }),
  }
}

export interface Notice {
  title: string
  organisation?: string | undefined
  texts: string[]
  link?: { to: string; text: string }
}

/** A page that says why there is no form, and what can be done about it. */
export const noticeShell = (frame: Frame, { title, organisation, texts, link }: Notice): string =>
  page(
    frame,
    { title: organisation ? `${title} · ${organisation}` : title, organisation },
    html`<div class="notice">
<h1>${title}</h1>
${texts.map((text) => html`<p>${text}</p>`)}
${link && html`<p><a href="${link.to}">${link.text}</a></p>`}
</div>`,
  )

interface Head {
  title: string
  organisation?: string | undefined
}

const page = ({ style }: Frame, { title, organisation }: Head, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
</head>
<body>
<header class="masthead">${organisation && html`<p dir="auto">${organisation}</p>`}</header>
<main>
${content}
</main>
</body>
</html>
`.text
