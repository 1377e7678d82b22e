import { readableTime } from '../../src/time/readable.ts'
import { openDialog } from './dialog.js'

const storageKey = 'wattle-docs-token'
const timeoutMs = 10_000
/** The token that the service accepted, with the response of GET /me. It is only in session storage and in the Authorization header. */
let connection
let attempts = 0

export const token = () => connection?.token ?? ''

export function setUpConnect() {
  const field = document.getElementById('token-field')
  field.form.addEventListener('submit', (event) => {
    event.preventDefault()
    forget()
    connect(field.value.trim().replace(/^bearer\s+/i, ''))
  })
  document.getElementById('token-forget').addEventListener('click', () => {
    field.value = ''
    forget()
    report()
    field.focus()
  })
  const stored = readStored()
  field.value = stored
  if (stored) connect(stored)
  else showConnection()
}

/** The service decides whether the token is valid. Only a valid one is stored and used. */
async function connect(text) {
  attempts += 1
  const attempt = attempts
  if (!text) return report('Enter a token first.')
  report('Checking the token…', 'waiting')
  const { me, problem } = await check(text)
  // A later attempt has its own result.
  if (attempt !== attempts) return
  if (problem) return report(problem)
  connection = { token: text, ...me }
  store(text)
  showConnection()
}

/** The response of GET /me, or in words why there is none. */
async function check(text) {
  const { me } = document.getElementById('token-field').dataset
  let headers
  try {
    headers = new Headers({ authorization: `Bearer ${text}` })
  } catch {
    return { problem: 'This is not a token: it has a character that is not allowed in a header.' }
  }
  try {
    const options = { credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }
    const response = await fetch(me, { headers, ...options })
    const body = await response.json()
    if (response.ok) return { me: body }
    if (response.status === 401)
      return { problem: 'The service does not accept this token. It is misspelt, disabled, revoked or expired.' }
    return { problem: `The token could not be checked: ${response.status} ${body.message}` }
  } catch {
    return { problem: 'The token could not be checked, because the service did not respond.' }
  }
}

function forget() {
  attempts += 1
  connection = undefined
  store('')
  showConnection()
}

/** Shows the organisation and levels of the token wherever the page depends on them. */
export function showConnection() {
  const details = document.querySelector('.connection')
  details.replaceChildren(...(connection ? describe(connection) : []))
  details.dataset.kind = connection ? 'good' : ''
  document.getElementById('token-forget').hidden = !connection
  const button = document.querySelector('.open-connect')
  button.textContent = connection ? `Connected: ${connection.organisation}` : 'Connect'
  button.classList.toggle('connected', Boolean(connection))
  // Only the overview has these.
  const enter = document.querySelector('.enter-token')
  if (enter) {
    enter.textContent = connection ? 'Change token' : 'Enter a token'
    enter.nextElementSibling.textContent = connection ? `Connected to ${connection.organisation}` : ''
  }
  for (const form of document.querySelectorAll('.try form')) showAccess(form)
}

function report(text, kind = 'bad') {
  const details = document.querySelector('.connection')
  details.dataset.kind = text ? kind : ''
  details.replaceChildren(...(text ? [element('p', text)] : []))
}

function describe({ organisation, connection: name, access, expires_at }) {
  const sentence = element('p', 'Connected to ')
  sentence.append(element('strong', organisation), ' as ', element('strong', name), `, until ${localTime(expires_at)}.`)
  const levels = document.createElement('ul')
  levels.className = 'levels'
  for (const [area, level] of Object.entries(access)) {
    const item = element('li', `${area} `)
    item.append(element('span', level))
    item.dataset.level = level
    levels.append(item)
  }
  return [sentence, levels]
}

/** The service wrote the time in the organisation's time zone, which is not the reader's everywhere. */
const localTime = (instant) => `${readableTime(instant.slice(0, 16))} (UTC${instant.slice(19).replace('Z', '')})`

/** Enables Send if the token may call the operation, and says why not otherwise. */
export function showAccess(form) {
  const state = form.querySelector('.token-state')
  const missing = connection ? missingAccess(form.dataset.needs) : []
  state.classList.toggle('missing', !connection || missing.length > 0)
  form.querySelector('[type=submit]').disabled = missing.length > 0
  if (!connection) state.replaceChildren('No token yet: ', connectLink())
  else if (missing.length > 0) state.textContent = missing.join(' ')
  else state.textContent = `Uses the token of ${connection.connection} at ${connection.organisation}.`
}

/** `needs` is as in the specification: `clients=read-write, staff=read`, or that any token is enough. */
const missingAccess = (needs) =>
  [...needs.matchAll(/(\w+)=([\w-]+)/g)]
    .filter(([, area, level]) => connection.access[area] !== 'read-write' && connection.access[area] !== level)
    .map(([, area, level]) => `Needs ${area} ${level}; your token has ${area} ${connection.access[area]}.`)

function connectLink() {
  const button = element('button', 'connect')
  button.type = 'button'
  button.className = 'link'
  button.addEventListener('click', () => openDialog('connect'))
  return button
}

function store(text) {
  try {
    if (text) sessionStorage.setItem(storageKey, text)
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without session storage the token lives as long as the page.
  }
}

function readStored() {
  try {
    return sessionStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

function element(name, text) {
  const node = document.createElement(name)
  node.textContent = text
  return node
}
