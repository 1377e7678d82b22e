import { colourJson, copyButton } from './code.js'
import { setUpToken } from './token.js'
import { setUpTryIt } from './try-it.js'

// What needs this script is hidden in the HTML.
document.documentElement.classList.add('scripted')
for (const hidden of document.querySelectorAll('.filter, .token, .try, .to-try')) hidden.hidden = false

colourAll(document.querySelectorAll('main figure pre.json'))
for (const figure of document.querySelectorAll('figure.code')) copyButton(figure)
setUpToken()
// Most are never opened, and preparing them all would delay the page by seconds.
for (const details of document.querySelectorAll('.errors'))
  details.addEventListener('toggle', () => colourAll(details.querySelectorAll('pre.json')), { once: true })
for (const details of document.querySelectorAll('.try'))
  details.addEventListener('toggle', () => setUpTryIt(details), { once: true })
setUpContents()
setUpFilter()
markCurrentSection()
addEventListener('hashchange', goTo)
// The elements that are visible now have moved the target of the address.
goTo()

function colourAll(pres) {
  for (const pre of pres) colourJson(pre, pre.textContent)
}

/** A link to a form opens it. */
function goTo() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target?.matches('details')) target.open = true
  target?.scrollIntoView()
}

/** Always open beside the text. Above the text, on a small screen, it is closed at first and after a click on a link. */
function setUpContents() {
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

function setUpFilter() {
  const field = document.getElementById('filter')
  const items = [...document.querySelectorAll('.groups [data-search]')]
  const status = document.querySelector('.no-match')
  const apply = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const item of items) item.hidden = !words.every((word) => item.dataset.search.includes(word))
    for (const group of document.querySelectorAll('.groups .group'))
      group.hidden = !group.querySelector('[data-search]:not([hidden])')
    status.textContent = items.every((item) => item.hidden) ? 'No operation has these words.' : ''
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

/** Marks the current section in the contents: the last one whose heading has passed the top of the window. */
function markCurrentSection() {
  const links = new Map([...document.querySelectorAll('.groups a')].map((link) => [link.hash.slice(1), link]))
  const sections = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
  let scheduled = false
  let current
  const mark = () => {
    scheduled = false
    const line = innerHeight / 5
    const passed = sections.filter((section) => section.getBoundingClientRect().top < line).at(-1) ?? sections[0]
    const link = links.get(passed.id)
    if (link === current) return
    current?.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'location')
    current = link
    showInList(link)
  }
  const schedule = () => {
    if (!scheduled) requestAnimationFrame(mark)
    scheduled = true
  }
  addEventListener('scroll', schedule, { passive: true })
  addEventListener('resize', schedule)
  mark()
}

/** Scrolls only the contents; scrollIntoView would scroll the page too. */
function showInList(link) {
  const list = document.querySelector('.contents-list')
  const top = link.getBoundingClientRect().top - list.getBoundingClientRect().top
  if (top < 0 || top > list.clientHeight - 40) list.scrollTop += top - list.clientHeight / 2
}
