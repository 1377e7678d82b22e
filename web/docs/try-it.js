import { colourJson } from './code.js'
import { token, toTheField } from './token.js'

const waitMilliseconds = 30_000
const worthSeeing = [
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-required-access',
  'www-authenticate',
  'idempotency-replayed',
]

export function setUpTryIt(details) {
  const form = details.querySelector('form')
  const show = showIn(details.querySelector('.answer'))
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { request, problem } = read(form)
    if (problem) return show.problem(...problem)
    const button = form.querySelector('[type=submit]')
    button.disabled = true
    show.waiting()
    await send(request, show)
    button.disabled = false
  })
}

/** The request that the form describes, or a sentence on why there is none. */
function read(form) {
  if (!token()) return { problem: ['Nothing was sent, since there is no token: ', toTheField()] }
  const { method, path } = form.dataset
  const headers = new Headers()
  const query = new URLSearchParams()
  let url = path
  try {
    headers.set('authorization', `Bearer ${token()}`)
    for (const { dataset, value } of form.querySelectorAll('[data-in]')) {
      if (value === '') continue
      // The browser would take these as steps up the path and call something else.
      if (dataset.in === 'path' && /^\.\.?$/.test(value))
        return { problem: [`Nothing was sent: ${dataset.name} cannot be ${value}`] }
      if (dataset.in === 'path') url = url.replace(`{${dataset.name}}`, () => encodeURIComponent(value))
      if (dataset.in === 'query') query.append(dataset.name, value)
      if (dataset.in === 'header') headers.set(dataset.name, value)
    }
  } catch {
    return { problem: ['Nothing was sent: the token or a header has a character that a header cannot hold.'] }
  }
  if (query.size > 0) url += `?${query}`
  const body = form.querySelector('[data-body]')?.value
  if (body === undefined) return { request: { url, method, headers } }
  try {
    JSON.parse(body)
  } catch (error) {
    return { problem: [`Nothing was sent, since the body is not JSON: ${error.message}`] }
  }
  headers.set('content-type', 'application/json')
  return { request: { url, method, headers, body } }
}

async function send({ url, ...request }, show) {
  const options = { credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(waitMilliseconds) }
  const start = performance.now()
  try {
    const answer = await fetch(url, { ...request, ...options })
    const text = await answer.text()
    show.answer(answer, text, `${request.method} ${url}`, Math.round(performance.now() - start))
  } catch (error) {
    show.problem(
      error.name === 'TimeoutError'
        ? `No answer came within ${waitMilliseconds / 1000} seconds. The service may still have done the work.`
        : 'The service could not be reached: it is stopped, or the network between it and this browser is broken.',
    )
  }
}

function showIn(section) {
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
      status.textContent = 'Waiting for the answer…'
    },
    problem(...words) {
      clear('problem')
      status.replaceChildren(...words)
    },
    answer(answer, text, call, milliseconds) {
      clear(answer.ok ? 'good' : 'bad')
      const code = element('strong', `${answer.status} ${answer.statusText}`.trim())
      status.replaceChildren(code, ' ', element('span', `${milliseconds} ms`), ' ', element('code', call))
      for (const name of worthSeeing)
        if (answer.headers.has(name)) headers.append(headerOf(name, answer.headers.get(name)))
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
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
