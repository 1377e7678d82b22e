const token = /("(?:[^"\\]|\\[\s\S])*"?)(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
// Longer texts have one colour: a span for every value would make the page slow.
const maxCharacters = 150_000

/** Writes JSON into an element with colours for keys and values. It creates text nodes only, so the text cannot become markup. */
export function colourJson(element, text) {
  element.textContent = ''
  if (text.length > maxCharacters) return element.append(text)
  let end = 0
  for (const match of text.matchAll(token)) {
    const [whole, string, colon, word] = match
    const span = document.createElement('span')
    span.className = string ? (colon ? 'key' : 'string') : word ? 'word' : 'number'
    span.textContent = string ?? whole
    element.append(text.slice(end, match.index), span, colon ?? '')
    end = match.index + whole.length
  }
  element.append(text.slice(end))
}

export function copyButton(figure) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy ${figure.querySelector('figcaption').textContent}`)
  const status = document.createElement('span')
  status.className = 'visually-hidden'
  status.setAttribute('role', 'status')
  button.addEventListener('click', async () => {
    const pre = figure.querySelector('pre')
    const done = await copy(pre)
    button.textContent = done ? 'Copied' : 'Selected'
    status.textContent = done ? 'Copied' : 'Selected; copy it with the keyboard'
    setTimeout(() => {
      button.textContent = 'Copy'
      status.textContent = ''
    }, 2000)
  })
  figure.querySelector('figcaption').after(button, status)
}

/** Browsers allow the clipboard only on secure pages; elsewhere the text is selected instead. */
async function copy(pre) {
  try {
    await navigator.clipboard.writeText(pre.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(pre)
    return false
  }
}
