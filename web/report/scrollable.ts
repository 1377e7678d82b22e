const kinds = { drawn: 'Chart', legend: 'Legend', scroll: 'Table', text: 'Text' }

/** If the content of an element overflows, it can be focused by keyboard, has a label, and fades out at its end. */
export function makeScrollable(element: HTMLElement) {
  const update = () => {
    const below = element.scrollHeight - element.clientHeight
    element.toggleAttribute('data-more', below - element.scrollTop > 2)
    if (below > 1 || element.scrollWidth > element.clientWidth + 1) {
      element.tabIndex = 0
      // A list keeps its role.
      if (element.tagName !== 'UL') element.setAttribute('role', 'group')
      element.setAttribute('aria-label', nameOf(element))
    } else for (const name of ['tabindex', 'role', 'aria-label']) element.removeAttribute(name)
  }
  const observer = new ResizeObserver(update)
  for (const observed of [element, ...element.children]) observer.observe(observed)
  element.addEventListener('scroll', update, { passive: true })
}

function nameOf(element: HTMLElement): string {
  const kind = Object.entries(kinds).find(([name]) => element.classList.contains(name))?.[1]
  const title = element.closest('figure')?.querySelector('h2')?.textContent ?? document.querySelector('h1')?.textContent
  return `${kind} that can be scrolled: ${title}`
}
