import { type Html, type HtmlValue, html } from '../http/pages/html.ts'

/**
 * Renders the Markdown that the specification uses: paragraphs, tables, **bold** and `code`. Anything else is plain text.
 */
export const paragraphsOf = (text: string): Html[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => (paragraph.startsWith('|') ? table(paragraph) : html`<p>${inline(paragraph)}</p>`))

/** The second line of a table only separates its head. The first cell of a row is the row's header. */
function table(text: string): Html {
  const [head, , ...rows] = text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => inline(cell.trim())),
  )
  const columns = head!.map((cell) => html`<th role="columnheader" scope="col">${cell}</th>`)
  const lines = rows.map(([first, ...cells]) => {
    const others = cells.map((cell) => html`<td role="cell">${cell}</td>`)
    return html`<tr role="row"><th role="rowheader" scope="row">${first}</th>${others}</tr>`
  })
  return html`<table role="table"><thead role="rowgroup"><tr role="row">${columns}</tr></thead><tbody role="rowgroup">${lines}</tbody></table>`
}

/** Splitting by a pattern with a group includes the marked parts, at the odd indexes. */
export const inline = (text: string): HtmlValue =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    if (index % 2 === 0) return part
    return part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`<strong>${part.slice(2, -2)}</strong>`
  })
