import { type Html, type HtmlValue, html } from '../http/pages/html.ts'
import {
  type Document,
  type Header,
  isSuccess,
  json,
  type OperationAtPath,
  type Parameter,
  type Response,
} from './document.ts'
import { bodyExample, furtherBodies, parametersOf, successOf } from './examples.ts'
import { fieldTable, parameterTable, plainText, spaced } from './fields.ts'
import { codeBlock, inline, markdown } from './markdown.ts'
import { valuesOf } from './schema-text.ts'
import { languages } from './snippets.ts'

export const methodBadge = (method: string): Html =>
  html`<span class="method method-${method.toLowerCase()}">${method}</span>`

/** One operation: its description, examples to copy, the tables of its fields, and the Try it form. */
export function operationSection(document: Document, operation: OperationAtPath): Html {
  const { operationId, method, path, summary } = operation
  const [status, success] = successOf(document, operation)
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<header>
<h2 id="${operationId}-title">${summary} <a class="anchor" href="#${operationId}" aria-label="Link to ${summary}">#</a></h2>
<p class="call">${methodBadge(method)} <code class="path">${breakable(path)}</code> ${needsBadge(operation)} ${sdkBadge(operation)}${operation.deprecated && html` <span class="deprecated">deprecated</span>`} <a class="to-try scripted" href="#${operationId}-try">Try it<span class="visually-hidden">: ${summary}</span></a></p>
</header>
<div class="reading">
${markdown(description(operation))}
</div>
<div class="columns">
<div class="copying">
${request(document, operation)}
${furtherBodies(operation).map(([name, body]) => codeBlock(`Another body: ${name}`, pretty(body)))}
${codeBlock(`Example response ${status}`, pretty(success.content?.[json]?.example))}
</div>
<div class="reading">
${part('Parameters', parameterTable(document, parametersOf(document, operation), `Parameters of ${operationId}`))}
${part('Body', requestFields(document, operation))}
${part(html`Response <span class="status-code">${status}</span>`, responseFields(document, operation, success))}
${errors(operation)}
</div>
</div>
${tryIt(document, operation)}
</section>`
}

/** The example request in every language. The page's script displays the chosen one; without it all are displayed. */
const request = (document: Document, operation: OperationAtPath): Html => html`<figure class="code request">
<figcaption><span class="visually-hidden">Example request</span><span class="languages scripted" role="group" aria-label="Language">${languages.map(
  ({ id, name }) =>
    html`<button type="button" data-language="${id}" aria-pressed="${id === languages[0].id ? 'true' : 'false'}">${name}</button>`,
)}</span></figcaption>
${languages.map(
  ({ id, name, snippet }) =>
    html`<pre class="snippet" data-language="${id}" tabindex="0" role="group" aria-label="Example request in ${name}">${snippet(document, operation)}</pre>`,
)}
</figure>`

const part = (title: HtmlValue, content: HtmlValue): HtmlValue => content && html`<h3>${title}</h3>${content}`

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** A long path breaks after a slash instead of widening a small screen. */
export const breakable = (path: string): HtmlValue => path.split(/(?<=.\/)/).map((part) => html`${part}<wbr>`)

/** Access that depends on a parameter, `type client: clients=read; …`. */
const byParameter = /^(\w+) \w+: \w+=([\w-]+)/

/** The description without its last line on the needed access, if the badge shows all of it. */
function description({ 'x-needs': needs, description }: OperationAtPath): string {
  return needs && !byParameter.test(needs) ? description.replace(/\n\nNeeds: [^\n]*$/, '') : description
}

const sdkBadge = ({ 'x-sdk': name }: OperationAtPath): HtmlValue =>
  name &&
  html`<span class="needs" title="Its name in the typed clients for TypeScript and Python">SDK <code>${name}</code></span>`

function needsBadge({ 'x-needs': needs }: OperationAtPath): HtmlValue {
  if (!needs) return undefined
  const [, parameter, level] = byParameter.exec(needs) ?? []
  if (parameter)
    return html`<span class="needs needs-${level}">needs the area of <code>${parameter}</code>, ${level}</span>`
  if (!needs.includes('=')) return html`<span class="needs">needs any ${needs}</span>`
  return needs.split(', ').map((need, index) => {
    const [area, level] = need.split('=')
    return html`${index > 0 && ' '}<span class="needs needs-${level}">${index > 0 ? 'and' : 'needs'} <b>${area}</b> ${level}</span>`
  })
}

/** The page checks them before it sends a request. Those that depend on a parameter the service checks. */
const needsBeforeSending = ({ 'x-needs': needs = '' }: OperationAtPath): string =>
  byParameter.test(needs) ? '' : needs

function requestFields(document: Document, { operationId, requestBody }: OperationAtPath): HtmlValue {
  const schema = requestBody?.content[json]?.schema
  return schema && fieldTable(document, schema, `Fields of the body of ${operationId}`, 'request')
}

function responseFields(
  document: Document,
  { operationId }: OperationAtPath,
  { description, content, headers }: Response,
): HtmlValue {
  const schema = content?.[json]?.schema
  return [
    html`<p>${inline(description)}</p>`,
    schema && fieldTable(document, schema, `Fields of the response of ${operationId}`, 'response'),
    headers && headerNames(headers),
  ]
}

const headerNames = (headers: Record<string, Header>): Html =>
  html`<p class="header-names">Headers: ${Object.keys(headers).map((name) => html`<a href="/docs#headers"><code>${name}</code></a> `)}</p>`

/** The overview explains each of them. */
function errors({ responses }: OperationAtPath): HtmlValue {
  const statuses = Object.keys(responses).filter((status) => !isSuccess(status))
  return part(
    'Errors',
    statuses.length > 0 &&
      html`<p class="errors">${statuses.map((status) => html`<a class="status-code" href="/docs#error-${status}">${status}</a> `)}</p>`,
  )
}

/** The form that sends a real request. The page's script shows it, and creates it from the template when it is opened. */
export function tryIt(document: Document, operation: OperationAtPath): Html {
  const { operationId, method, path } = operation
  const parameters = parametersOf(document, operation)
  return html`<details class="try scripted" id="${operationId}-try">
<summary>Try it<span class="visually-hidden">: ${operation.summary}</span></summary>
<template>
<form data-method="${method}" data-path="${document.servers[0]!.url}${path}" data-needs="${needsBeforeSending(operation)}" autocomplete="off">
${parameters.length > 0 && html`<div class="inputs">${parameters.map((parameter) => input(operation, parameter))}</div>`}
${bodyEditor(operation)}
${method !== 'GET' && html`<p class="note changes"><strong>This changes real data.</strong> The ${method} is executed in the organisation of your token, as if your own program had sent it.</p>`}
<p class="send"><button type="submit" class="primary">Send ${method}</button><span class="token-state"></span></p>
</form>
<section class="response" aria-label="Response of ${operationId}">
<p class="status" role="status"></p>
<dl class="headers"></dl>
<pre class="json" tabindex="0" role="group" aria-label="Body of the response"></pre>
</section>
</template>
</details>`
}

/** The example is only a placeholder, so that Send does not change an existing record with that id. */
function input(operation: OperationAtPath, parameter: Parameter): Html {
  const { name, in: location, required, schema, content } = parameter
  const id = `${operation.operationId}-${location}-${name}`
  const attributes = html`id="${id}" data-in="${location}" data-name="${name}"${required && html` required`}`
  const label = html`<label for="${id}"><code>${name}</code> <span class="hint">${location}${required ? ', required' : ''}${content ? ', JSON text' : ''}</span></label>`
  return html`<div class="${content ? 'input wide' : 'input'}">${label}${
    choices(parameter)
      ? select(attributes, choices(parameter)!)
      : (content ? textarea : text)(attributes, hint(parameter))
  }${schema.type === 'array' && !content && html`<span class="hint">Several: separated by commas</span>`}</div>`
}

const text = (attributes: Html, placeholder: string) =>
  html`<input type="text" ${attributes} placeholder="${placeholder}" spellcheck="false" autocapitalize="off">`

/** JSON text may have several lines. */
const textarea = (attributes: Html, placeholder: string) =>
  html`<textarea ${attributes} rows="3" placeholder="${placeholder}" spellcheck="false" autocapitalize="off"></textarea>`

const select = (attributes: Html, values: string[]) =>
  html`<select ${attributes}><option value="">not sent</option>${values.map((value) => html`<option>${value}</option>`)}</select>`

function choices({ schema }: Parameter): string[] | undefined {
  if (schema.type === 'boolean') return ['true', 'false']
  return schema.enum && valuesOf(schema)
}

function hint(parameter: Parameter): string {
  if (parameter.in === 'path') return `such as ${parameter.example}`
  if (parameter.schema.default !== undefined) return `${plainText(parameter.schema.default)} unless sent`
  if (parameter.content && parameter.example !== undefined) return `JSON text, such as ${spaced(parameter.example)}`
  return 'not sent'
}

function bodyEditor(operation: OperationAtPath): HtmlValue {
  const example = bodyExample(operation)
  if (example === undefined) return undefined
  const id = `${operation.operationId}-body`
  const text = JSON.stringify(example, null, 2)
  const rows = Math.min(text.split('\n').length + 1, 18)
  // The HTML parser drops a line break directly after the tag.
  return html`<div class="body-editor"><p class="over"><label for="${id}">Body <span class="hint">JSON</span></label><button type="reset" class="quiet">Back to the example</button></p>
<textarea id="${id}" data-body rows="${rows}" spellcheck="false" autocapitalize="off">
${text}</textarea></div>`
}
