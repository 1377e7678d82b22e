import { openDialog } from './dialog.js'

const most = 40
let index
let shown = 0

/** The search over operations, paths, fields and guides. `/` opens it; arrows, Enter and Escape work as in a menu. */
export function setUpSearch() {
  const dialog = document.getElementById('search')
  const field = document.getElementById('search-field')
  const list = dialog.querySelector('.results')
  const status = dialog.querySelector('.search-status')
  const links = () => [...list.querySelectorAll('a')]

  const show = async () => {
    shown += 1
    const turn = shown
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    index ??= load()
    const entries = await index
    // What was typed meanwhile has its own results.
    if (turn !== shown) return
    if (!entries) {
      index = undefined
      status.textContent = 'The search could not be loaded. Close it and try again.'
      return
    }
    const found = words.length > 0 ? find(entries, words) : []
    list.replaceChildren(...found.slice(0, most).map(item))
    status.textContent = words.length === 0 ? '' : statusOf(found.length)
  }

  field.addEventListener('focus', show)
  field.addEventListener('input', show)
  field.form.addEventListener('submit', (event) => {
    event.preventDefault()
    links()[0]?.click()
  })
  dialog.addEventListener('keydown', (event) => {
    // In a search field Escape would only remove the text.
    if (event.key === 'Escape') dialog.close()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const stops = [field, ...links()]
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length]?.focus()
  })
  list.addEventListener('click', ({ target }) => {
    if (target.closest('a')) dialog.close()
  })
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target.matches('input, textarea, select') || document.querySelector('dialog[open]')) return
    event.preventDefault()
    openDialog('search')
    field.select()
  })
}

/** The index, or undefined if the service did not respond with it. */
async function load() {
  try {
    const response = await fetch('/docs/search.json')
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

const statusOf = (count) => {
  if (count === 0) return 'Nothing has these words.'
  return count > most ? `The first ${most} of ${count} results` : `${count} ${count === 1 ? 'result' : 'results'}`
}

/** Everything that has all words, the best first. */
export function find({ operations, fields, sections }, words) {
  const results = [
    ...operations.map(({ id, method, path, title, area, page, text }) => ({
      score:
        score(words, [`${title} ${id}`, `${method} ${path}`, area, text]) +
        (isWhole(words, [title, path, `${method} ${path}`, id]) ? 50 : 0),
      kind: method,
      title,
      detail: path,
      address: `${page}#${id}`,
    })),
    ...sections.map(({ guide, title, address, text }) => ({
      score: score(words, [title || guide, guide, text]),
      kind: 'Guide',
      title: title || guide,
      detail: title ? guide : '',
      address,
    })),
    ...fields.flatMap(([name, positions]) => fieldResults(name, positions, operations, words)),
  ]
  return results.filter((result) => result.score > 0).sort((a, b) => b.score - a.score)
}

/** A field is listed once for each area, with a link to the first operation that has it. */
function fieldResults(name, positions, operations, words) {
  const points = score(words, [name])
  if (points === 0) return []
  const areas = new Map()
  for (const position of positions) {
    const { area } = operations[position]
    areas.set(area, [...(areas.get(area) ?? []), position])
  }
  return [...areas].map(([area, [first, ...others]]) => {
    const { title, page, id } = operations[first]
    return {
      // An operation with the word in its name comes before a field that contains it.
      score: points - (words.includes(name) ? 0 : 3),
      kind: 'Field',
      title: name,
      detail: `${area}: ${title}${others.length > 0 ? ` and ${others.length} more` : ''}`,
      address: `${page}#${id}.${name}`,
    }
  })
}

/**
 * 0 if a word is missing. The texts are in the order of their importance; a word at the beginning of another counts more
 * than one inside, and a whole word most.
 */
function score(words, texts) {
  const lower = texts.map((text) => text.toLowerCase())
  const each = words.map((word) => {
    const points = lower.map((text, place) => (quality(text, word) * 10) / (place + 1))
    return Math.max(...points)
  })
  return each.includes(0) ? 0 : each.reduce((sum, points) => sum + points, 0) / words.length
}

const isWhole = (words, texts) => texts.some((text) => text.toLowerCase() === words.join(' '))

function quality(text, word) {
  const at = text.indexOf(word)
  if (at === -1) return 0
  if (text === word) return 4
  const separator = /[^\p{L}\p{N}]/u
  const starts = (index) => index === 0 || separator.test(text[index - 1])
  for (let i = at; i !== -1; i = text.indexOf(word, i + 1)) {
    if (starts(i)) {
      const end = i + word.length
      return end === text.length || separator.test(text[end]) ? 3 : 2
    }
  }
  return 1
}

function item({ kind, title, detail, address }) {
  const link = document.createElement('a')
  link.href = address
  const badge = element('span', kind)
  badge.className = `method method-${kind.toLowerCase()}`
  link.append(badge, element('span', title), element('span', detail))
  const entry = document.createElement('li')
  entry.append(link)
  return entry
}

function element(name, text) {
  const node = document.createElement(name)
  node.textContent = text
  return node
}
