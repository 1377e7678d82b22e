const token = /("(?:[^"\\]|\\[\s\S])*"?)(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
// More than this is shown in one colour: a span for every value would make the page slow.
const mostCharacters = 150_000

/** Writes JSON into an element with its keys and values told apart. Text nodes only, so nothing in it can be markup. */
export function colourJson(element, text) {
  element.textContent = ''
  if (text.length > mostCharacters) return element.append(text)
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
  const said = document.createElement('span')
  said.className = 'away'
  said.setAttribute('role', 'status')
  button.addEventListener('click', async () => {
    const pre = figure.querySelector('pre')
    const done = await copied(pre)
    button.textContent = done ? 'Copied' : 'Selected'
    said.textContent = done ? 'Copied' : 'Selected; copy it with the keyboard'
    setTimeout(() => {
      button.textContent = 'Copy'
      said.textContent = ''
    }, 2000)
  })
  figure.querySelector('figcaption').after(button, said)
}

/** Browsers give the clipboard to secure pages only; elsewhere the text is selected instead. */
async function copied(pre) {
  try {
    await navigator.clipboard.writeText(pre.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(pre)
    return false
  }
}
