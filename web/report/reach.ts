/** What can be scrolled can be reached by keyboard; what cannot is not in the way of those who go through the page by it. */
export function keepInReach(element: HTMLElement) {
  const look = () => {
    if (element.scrollHeight > element.clientHeight + 1) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  }
  new ResizeObserver(look).observe(element)
}
