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

const storageKey = 'wattle-docs-language'

export function setUpCode() {
  for (const code of document.querySelectorAll('pre, code.path, .guide code')) useOwnOrigin(code)
  for (const figure of document.querySelectorAll('figure.code')) addCopyButton(figure)
  setUpLanguages()
  colourWhenVisible(document.querySelectorAll('main pre.json'))
}

/** The build does not know the origin of the service. */
function useOwnOrigin(code) {
  const { exampleOrigin } = document.documentElement.dataset
  for (const node of code.childNodes)
    if (node.nodeType === Node.TEXT_NODE && node.data.includes(exampleOrigin))
      node.data = node.data.replaceAll(exampleOrigin, location.origin)
}

/** Most blocks are never seen, and colouring all of them would delay the page. */
function colourWhenVisible(blocks) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        colourJson(target, target.textContent)
      }
    },
    { rootMargin: '100% 0%' },
  )
  for (const block of blocks) observer.observe(block)
}

/** The chosen language of all examples. It is stored, because it is a habit of the reader. */
function setUpLanguages() {
  const stored = readLanguage()
  if (document.querySelector(`.languages [data-language="${CSS.escape(stored ?? '')}"]`)) choose(stored)
  document.querySelector('main').addEventListener('click', ({ target }) => {
    const button = target.closest('.languages button')
    if (!button) return
    // The other examples change their height too: the button stays where it is.
    const before = button.getBoundingClientRect().top
    choose(button.dataset.language)
    scrollBy(0, button.getBoundingClientRect().top - before)
    try {
      localStorage.setItem(storageKey, button.dataset.language)
    } catch {
      // Without storage the choice lives as long as the page.
    }
  })
}

function choose(language) {
  document.documentElement.dataset.language = language
  for (const button of document.querySelectorAll('.languages button'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language))
}

function readLanguage() {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Copies the code that is displayed. */
function addCopyButton(figure) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy: ${figure.querySelector('figcaption').firstChild.textContent.trim()}`)
  const status = document.createElement('span')
  status.className = 'visually-hidden'
  status.setAttribute('role', 'status')
  button.addEventListener('click', async () => {
    const visible = [...figure.querySelectorAll('pre')].find((pre) => pre.offsetParent !== null)
    const done = await copy(visible)
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
