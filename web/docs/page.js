import { colourJson, copyButton } from './code.js'
import { watchToken } from './token.js'
import { setUpTryIt } from './try-it.js'

// What needs this script is hidden in the page as it is sent; from here on it can be used.
document.documentElement.classList.add('scripted')
for (const hidden of document.querySelectorAll('.filter, .token, .try, .to-try')) hidden.hidden = false

for (const pre of document.querySelectorAll('main pre.json')) colourJson(pre, pre.textContent)
for (const figure of document.querySelectorAll('figure.code')) copyButton(figure)
watchToken()
for (const details of document.querySelectorAll('.try')) setUpTryIt(details)
contents()
filter()
whereWeAre()
addEventListener('hashchange', goTo)
// What was shown above has moved what the address points at.
goTo()

/** A link to a form opens it. */
function goTo() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target?.matches('details')) target.open = true
  target?.scrollIntoView()
}

/** Always open beside the text; above the text, on a small screen, it opens when asked and closes when used. */
function contents() {
  const details = document.querySelector('.contents details')
  const wide = matchMedia('(width >= 60rem)')
  const fit = () => {
    details.open = wide.matches
  }
  fit()
  wide.addEventListener('change', fit)
  details.addEventListener('click', (event) => {
    if (event.target.closest('a') && !wide.matches) details.open = false
  })
  details.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || wide.matches || event.target.id === 'filter') return
    details.open = false
    details.querySelector('summary').focus()
  })
}

function filter() {
  const field = document.getElementById('filter')
  const items = [...document.querySelectorAll('.groups [data-words]')]
  const say = document.querySelector('.no-match')
  const apply = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const item of items) item.hidden = !words.every((word) => item.dataset.words.includes(word))
    for (const group of document.querySelectorAll('.groups .group'))
      group.hidden = !group.querySelector('[data-words]:not([hidden])')
    say.textContent = items.every((item) => item.hidden) ? 'No operation has these words.' : ''
  }
  field.addEventListener('input', apply)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter')
      items
        .find((item) => !item.hidden)
        ?.querySelector('a')
        .click()
    if (event.key !== 'Escape') return
    field.value = ''
    apply()
  })
}

/** Marks in the contents what is being read: the last heading that has passed the top of the window. */
function whereWeAre() {
  const links = new Map([...document.querySelectorAll('.groups a')].map((link) => [link.hash.slice(1), link]))
  const places = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
  let waiting = false
  let current
  const mark = () => {
    waiting = false
    const line = innerHeight / 5
    const passed = places.filter((place) => place.getBoundingClientRect().top < line).at(-1) ?? places[0]
    const link = links.get(passed.id)
    if (link === current) return
    current?.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'location')
    current = link
    showInList(link)
  }
  const soon = () => {
    if (!waiting) requestAnimationFrame(mark)
    waiting = true
  }
  addEventListener('scroll', soon, { passive: true })
  addEventListener('resize', soon)
  mark()
}

/** Scrolls the contents alone: scrollIntoView would move the page as well. */
function showInList(link) {
  const list = document.querySelector('.contents-list')
  const top = link.getBoundingClientRect().top - list.getBoundingClientRect().top
  if (top < 0 || top > list.clientHeight - 40) list.scrollTop += top - list.clientHeight / 2
}
