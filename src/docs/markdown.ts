import { type Html, html, type Piece } from './html.ts'

/**
 * The little Markdown that the specification's texts use: paragraphs, **bold** and `code`. Whatever else stands in a text
 * is shown as it is written.
 */
export const paragraphsOf = (text: string): Html[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`)

/** Splitting by a pattern with a group keeps the marked parts: they are the odd ones. */
export const inline = (text: string): Piece =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    if (index % 2 === 0) return part
    return part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`<strong>${part.slice(2, -2)}</strong>`
  })
