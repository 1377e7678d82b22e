const place = 'wattle-docs-token'
let current = stored()

/** The token of this tab. It is in the session's storage and in the Authorization header, and nowhere else. */
export const token = () => current

export function watchToken() {
  const field = document.getElementById('token-field')
  field.value = current
  field.addEventListener('input', () => keep(field.value))
  field.form.addEventListener('submit', (event) => event.preventDefault())
  document.getElementById('token-forget').addEventListener('click', () => {
    field.value = ''
    keep('')
    field.focus()
  })
  tell()
}

function keep(text) {
  current = text.trim().replace(/^bearer\s+/i, '')
  try {
    if (current) sessionStorage.setItem(place, current)
    else sessionStorage.removeItem(place)
  } catch {
    // A browser without storage keeps the token as long as the page is open.
  }
  tell()
}

function stored() {
  try {
    return sessionStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

/** Every form says whether it has a token, and leads to the field when it has none. */
function tell() {
  document.getElementById('token-forget').hidden = !current
  for (const state of document.querySelectorAll('.token-state')) {
    const inTheForm = state.closest('form').id === 'token'
    state.classList.toggle('missing', !current)
    if (current) state.textContent = `${inTheForm ? 'Calls use' : 'Uses'} the token ending in ${current.slice(-4)}.`
    else if (inTheForm) state.textContent = 'No token yet.'
    else state.replaceChildren('No token yet: ', toTheField())
  }
}

export function toTheField() {
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
