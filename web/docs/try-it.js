import { colourJson } from './code.js'
import { showAccess, token } from './connect.js'
import { openDialog } from './dialog.js'

const timeoutMs = 30_000
const displayedHeaders = [
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-required-access',
  'www-authenticate',
  'idempotency-replayed',
]

export function setUpTryIt(details) {
  details.append(details.querySelector('template').content)
  const form = details.querySelector('form')
  showAccess(form)
  const output = outputIn(details.querySelector('.response'))
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    // The form says already that there is no token.
    if (!token()) return openDialog('connect')
    const { request, problem } = readRequest(form)
    if (problem) return output.problem(problem)
    const button = form.querySelector('[type=submit]')
    button.disabled = true
    output.waiting()
    await send(request, output)
    button.disabled = false
    // The token may have changed meanwhile.
    showAccess(form)
  })
}

/** The request of the form, or a message why it cannot be sent. */
function readRequest(form) {
  const { method, path } = form.dataset
  const headers = new Headers()
  const query = new URLSearchParams()
  let url = path
  try {
    headers.set('authorization', `Bearer ${token()}`)
    for (const { dataset, value } of form.querySelectorAll('[data-in]')) {
      if (value === '') continue
      // The browser would resolve these as relative paths and call another URL.
      if (dataset.in === 'path' && /^\.\.?$/.test(value))
        return { problem: `Nothing was sent: ${dataset.name} cannot be ${value}` }
      if (dataset.in === 'path') url = url.replace(`{${dataset.name}}`, () => encodeURIComponent(value))
      if (dataset.in === 'query') query.append(dataset.name, value)
      if (dataset.in === 'header') headers.set(dataset.name, value)
    }
  } catch {
    return { problem: 'Nothing was sent: the token or a header has a character that is not allowed in a header.' }
  }
  if (query.size > 0) url += `?${query}`
  const body = form.querySelector('[data-body]')?.value
  if (body === undefined) return { request: { url, method, headers } }
  try {
    JSON.parse(body)
  } catch (error) {
    return { problem: `Nothing was sent, since the body is not JSON: ${error.message}` }
  }
  headers.set('content-type', 'application/json')
  return { request: { url, method, headers, body } }
}

async function send({ url, ...request }, output) {
  const options = { credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }
  const start = performance.now()
  try {
    const response = await fetch(url, { ...request, ...options })
    const text = await response.text()
    output.response(response, text, `${request.method} ${url}`, Math.round(performance.now() - start))
  } catch (error) {
    output.problem(
      error.name === 'TimeoutError'
        ? `There was no response within ${timeoutMs / 1000} seconds. The service may still have executed the request.`
        : 'The service could not be reached: it is stopped, or the network between it and this browser is broken.',
    )
  }
}

function outputIn(section) {
  const status = section.querySelector('.status')
  const headers = section.querySelector('.headers')
  const body = section.querySelector('pre')
  const clear = (kind) => {
    section.dataset.kind = kind
    headers.replaceChildren()
    body.textContent = ''
  }
  return {
    waiting() {
      clear('waiting')
      status.textContent = 'Waiting for the response…'
    },
    problem(text) {
      clear('problem')
      status.textContent = text
    },
    response(response, text, call, milliseconds) {
      clear(response.ok ? 'good' : 'bad')
      const code = element('strong', `${response.status} ${response.statusText}`.trim())
      status.replaceChildren(code, ' ', element('span', `${milliseconds} ms`), ' ', element('code', call))
      for (const name of displayedHeaders)
        if (response.headers.has(name)) headers.append(headerOf(name, response.headers.get(name)))
      colourJson(body, pretty(text))
      section.scrollIntoView({ block: 'nearest' })
    },
  }
}

function headerOf(name, value) {
  const row = document.createElement('div')
  row.append(element('dt', name), element('dd', value))
  return row
}

function element(name, text) {
  const node = document.createElement(name)
  node.textContent = text
  return node
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
