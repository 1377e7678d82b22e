import { type Html, html, type Piece } from '../http/pages/html.ts'
import type { Document, Parameter, Placed } from './document.ts'
import { bodyExample, parametersOf } from './examples.ts'
import { shown, spaced } from './fields.ts'
import { valuesOf } from './words.ts'

/** The form that sends a real call. It stays hidden until the page's script takes it up. */
export function tryIt(document: Document, operation: Placed): Html {
  const { operationId, method, path } = operation
  const parameters = parametersOf(document, operation)
  return html`<details class="try" id="${operationId}-try" hidden>
<summary>Try it<span class="away">: ${operation.summary}</span></summary>
<form data-method="${method}" data-path="${document.servers[0]!.url}${path}" autocomplete="off">
${parameters.length > 0 && html`<div class="inputs">${parameters.map((parameter) => input(operation, parameter))}</div>`}
${bodyEditor(operation)}
${method !== 'GET' && html`<p class="note changes"><strong>This changes real data.</strong> The ${method} is carried out in the organisation of your token, as if your own program had sent it.</p>`}
<p class="send"><button type="submit" class="primary">Send ${method}</button><span class="token-state"></span></p>
</form>
<section class="answer" aria-label="Answer of ${operationId}">
<p class="status" role="status"></p>
<dl class="headers"></dl>
<pre class="json" tabindex="0" role="region" aria-label="Body of the answer"></pre>
</section>
</details>`
}

/** The example is a placeholder only: a record that happens to have its id must not be changed by pressing Send. */
function input(operation: Placed, parameter: Parameter): Html {
  const { name, in: place, required, schema, content } = parameter
  const id = `${operation.operationId}-${place}-${name}`
  const attributes = html`id="${id}" data-in="${place}" data-name="${name}"${required && html` required`}`
  const label = html`<label for="${id}"><code>${name}</code> <span class="hint">${place}${required ? ', required' : ''}${content ? ', JSON text' : ''}</span></label>`
  return html`<div class="${content ? 'input wide' : 'input'}">${label}${
    choices(parameter) ? select(attributes, choices(parameter)!) : (content ? long : text)(attributes, hint(parameter))
  }${schema.type === 'array' && !content && html`<span class="hint">Several: separated by commas</span>`}</div>`
}

const text = (attributes: Html, placeholder: string) =>
  html`<input type="text" ${attributes} placeholder="${placeholder}" spellcheck="false" autocapitalize="off">`

/** JSON text has lines, and its example is longer than one. */
const long = (attributes: Html, placeholder: string) =>
  html`<textarea ${attributes} rows="3" placeholder="${placeholder}" spellcheck="false" autocapitalize="off"></textarea>`

const select = (attributes: Html, values: string[]) =>
  html`<select ${attributes}><option value="">not sent</option>${values.map((value) => html`<option>${value}</option>`)}</select>`

function choices({ schema }: Parameter): string[] | undefined {
  if (schema.type === 'boolean') return ['true', 'false']
  return schema.enum && valuesOf(schema)
}

function hint(parameter: Parameter): string {
  if (parameter.in === 'path') return `such as ${parameter.example}`
  if (parameter.schema.default !== undefined) return `${shown(parameter.schema.default)} unless sent`
  if (parameter.content && parameter.example !== undefined) return `JSON text, such as ${spaced(parameter.example)}`
  return 'not sent'
}

function bodyEditor(operation: Placed): Piece {
  const example = bodyExample(operation)
  if (example === undefined) return undefined
  const id = `${operation.operationId}-body`
  const written = JSON.stringify(example, null, 2)
  const rows = Math.min(written.split('\n').length + 1, 18)
  // A line break straight after the tag is dropped by the parser, so the text begins on a line of its own.
  return html`<div class="body-editor"><p class="over"><label for="${id}">Body <span class="hint">JSON</span></label><button type="reset" class="quiet">Back to the example</button></p>
<textarea id="${id}" data-body rows="${rows}" spellcheck="false" autocapitalize="off">
${written}</textarea></div>`
}
