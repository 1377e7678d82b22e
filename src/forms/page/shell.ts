import type { Frame } from '../../http/pages/assets.ts'
import { html } from '../../http/pages/html.ts'
import { asData, page } from '../../http/pages/page.ts'
import type { PublishedForm } from '../forms/published.sql.ts'
import type { Known, ShownForm } from './shown.ts'

/** The page as it is sent: what is said about the form, the form itself as data, and the script that makes fields of it. */
export function formShell(frame: Frame, form: PublishedForm, known?: Known): string {
  const { organisation, name, description } = form
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
<script type="application/json" id="form-data">${asData(shownForm(form, known))}</script>
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
