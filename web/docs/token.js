const storageKey = 'wattle-docs-token'
let current = readToken()

/** The token of this tab. It is only in session storage and in the Authorization header. */
export const token = () => current

export function setUpToken() {
  const field = document.getElementById('token-field')
  field.value = current
  field.addEventListener('input', () => storeToken(field.value))
  field.form.addEventListener('submit', (event) => event.preventDefault())
  document.getElementById('token-forget').addEventListener('click', () => {
    field.value = ''
    storeToken('')
    field.focus()
  })
  showTokenStates()
}

function storeToken(text) {
  current = text.trim().replace(/^bearer\s+/i, '')
  try {
    if (current) sessionStorage.setItem(storageKey, current)
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without session storage the token lives as long as the page.
  }
  showTokenStates()
}

function readToken() {
  try {
    return sessionStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

/** Shows in every form whether there is a token, with a link to the token field if not. */
export function showTokenStates() {
  document.getElementById('token-forget').hidden = !current
  for (const state of document.querySelectorAll('.token-state')) {
    const isTokenForm = state.closest('form').id === 'token'
    state.classList.toggle('missing', !current)
    if (current) state.textContent = `${isTokenForm ? 'Calls use' : 'Uses'} the token ending in ${current.slice(-4)}.`
    else if (isTokenForm) state.textContent = 'No token yet.'
    else state.replaceChildren('No token yet: ', tokenFieldLink())
  }
}

export function tokenFieldLink() {
  const link = document.createElement('a')
  link.href = '#token'
  link.textContent = 'enter yours at the top'
  link.addEventListener('click', (event) => {
    event.preventDefault()
    const field = document.getElementById('token-field')
    field.focus({ preventScroll: true })
    field.scrollIntoView({ block: 'center' })
  })
  return link
}
