/** The contents, and the link in the address: which operation is open. */
export function setUpContents() {
  setUpToggle()
  const mark = setUpMarking()
  const goToAddress = () => goTo(location.hash, mark)
  addEventListener('hashchange', goToAddress)
  goToAddress()
}

/** On a small screen the contents are closed at first, and after a click on a link. */
function setUpToggle() {
  const contents = document.querySelector('.contents')
  const button = contents.querySelector('.open-contents')
  const open = (isOpen) => {
    contents.classList.toggle('open', isOpen)
    button.setAttribute('aria-expanded', String(isOpen))
  }
  button.addEventListener('click', () => open(!contents.classList.contains('open')))
  contents.addEventListener('click', ({ target }) => {
    if (target.closest('a, .open-connect, .open-search')) open(false)
  })
  contents.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !contents.classList.contains('open')) return
    open(false)
    button.focus()
  })
}

/**
 * Scrolls to the target of the address. `#createClient-try` opens that form, and `#createClient.first_name` marks the field.
 * An operation that has moved to the page of its area is opened there.
 */
function goTo(hash, mark) {
  const id = decodeURIComponent(hash.slice(1))
  if (!id) return mark()
  const [operationId, field] = id.split('.')
  const target = document.getElementById(id) ?? fieldRow(operationId, field) ?? document.getElementById(operationId)
  if (!target) return openElsewhere(id)
  for (const marked of document.querySelectorAll('.found')) marked.classList.remove('found')
  if (target.matches('tr')) target.classList.add('found')
  if (target.matches('details')) target.open = true
  target.scrollIntoView(target.matches('tr') ? { block: 'center' } : undefined)
  mark(target.closest('.operation'))
}

function fieldRow(operationId, field) {
  const operation = field && document.getElementById(operationId)
  const names = operation ? [...operation.querySelectorAll('tbody th code')] : []
  return names.find(({ textContent }) => textContent === field)?.closest('tr')
}

/** All operations were on one page once. The overview links to each of them. */
function openElsewhere(id) {
  const operationId = id.replace(/-try$/, '').split('.')[0]
  const link = [...document.querySelectorAll('.all-operations a')].find(({ hash }) => hash === `#${operationId}`)
  if (link) location.replace(`${link.pathname}#${id}`)
}

/**
 * Marks the open operation in the contents: the one that the reader has opened by a link, clicked or typed in, until
 * they scroll on; otherwise the one at the upper part of the window. Returns how to mark an operation.
 */
function setUpMarking() {
  const links = new Map([...document.querySelectorAll('.operations a')].map((link) => [link.hash.slice(1), link]))
  const operations = [...document.querySelectorAll('.operation')]
  let chosen
  let chosenAt = 0
  let marked
  const show = (operation) => {
    const link = links.get(operation?.id)
    if (link === marked) return
    marked?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'location')
    marked = link
    if (link) showInList(link)
  }
  const update = () => {
    if (chosen && Math.abs(scrollY - chosenAt) < innerHeight / 4) return show(chosen)
    chosen = undefined
    const line = innerHeight / 5
    show(operations.findLast((operation) => operation.getBoundingClientRect().top < line))
  }
  const choose = (operation) => {
    chosen = operation ?? undefined
    chosenAt = scrollY
    update()
  }
  let scheduled = false
  const schedule = () => {
    if (!scheduled)
      requestAnimationFrame(() => {
        scheduled = false
        update()
      })
    scheduled = true
  }
  addEventListener('scroll', schedule, { passive: true })
  addEventListener('resize', schedule)
  for (const type of ['click', 'focusin'])
    document.querySelector('main').addEventListener(type, ({ target }) => {
      const operation = target.closest('.operation')
      if (operation) choose(operation)
    })
  return choose
}

/** Scrolls only the contents; scrollIntoView would scroll the page too. */
function showInList(link) {
  const list = document.querySelector('.contents-list')
  const top = link.getBoundingClientRect().top - list.getBoundingClientRect().top
  if (top < 0 || top > list.clientHeight - 40) list.scrollTop += top - list.clientHeight / 2
}
