/** Buttons that open and close a dialog. The browser keeps the focus inside, closes it on Escape and restores the focus. */
export function setUpDialogs() {
  document.addEventListener('click', ({ target }) => {
    const opened = target.closest('[data-opens]')
    if (opened) openDialog(opened.dataset.opens)
    const closed = target.closest('[data-closes]')
    if (closed) document.getElementById(closed.dataset.closes).close()
    // A click beside the dialog has the dialog itself as its target.
    if (target.matches('dialog')) target.close()
  })
}

export function openDialog(id) {
  const dialog = document.getElementById(id)
  if (!dialog.open) dialog.showModal()
}
