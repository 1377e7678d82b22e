import { type Html, type HtmlValue, html } from '../http/pages/html.ts'

/** Returns the address of a link's target, or undefined if the pages cannot link to it. Then only its text is displayed. */
export type LinkTo = (target: string) => string | undefined

const noLinks: LinkTo = () => undefined

type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; lines: string[] }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'paragraph'; text: string }

/**
 * Renders the Markdown that the specification and the guides use: headings, paragraphs, lists, tables, fenced code,
 * `code`, **bold** and [links](target). Anything else is plain text.
 */
export const markdown = (text: string, linkTo: LinkTo = noLinks): Html[] =>
  blocksOf(text).map((block) => {
    const within = (part: string) => inline(part, linkTo)
    switch (block.kind) {
      case 'heading':
        return heading(block.level, block.text, within(block.text))
      case 'code':
        return codeBlock(languages[block.language] ?? 'Text', block.text, block.language === 'json' ? 'json' : 'text')
      case 'table':
        return table(block.lines, within)
      case 'list': {
        const items = block.items.map((item) => html`<li>${within(item)}</li>`)
        return block.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
      }
      default:
        return html`<p>${within(block.text)}</p>`
    }
  })

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  let at = 0
  /** The lines from here to the first that ends the block. */
  const take = (belongs: (line: string) => boolean): string[] => {
    const from = at
    while (at < lines.length && belongs(lines[at]!)) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at]!
    const [, marks, title] = /^(#{1,4}) +(.*)$/.exec(line) ?? []
    const [, language] = /^```(\w*)/.exec(line) ?? []
    if (line.trim() === '') at++
    else if (marks) {
      blocks.push({ kind: 'heading', level: marks.length, text: title!.trim() })
      at++
    } else if (language !== undefined) {
      at++
      blocks.push({ kind: 'code', language, text: take((inner) => !inner.startsWith('```')).join('\n') })
      at++
    } else if (line.startsWith('|')) blocks.push({ kind: 'table', lines: take((row) => row.startsWith('|')) })
    else if (listItem.test(line)) {
      // A line of an item that is broken is indented.
      const item = take((next) => listItem.test(next) || /^ +\S/.test(next))
      blocks.push({ kind: 'list', ordered: /^\d/.test(line), items: itemsOf(item) })
    } else {
      const paragraph = take((next) => next.trim() !== '' && !/^(#{1,4} |```|\|)/.test(next))
      blocks.push({ kind: 'paragraph', text: paragraph.join('\n').trim() })
    }
  }
  return blocks
}

const listItem = /^(?:[-*]|\d+\.) +/

function itemsOf(lines: string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    if (listItem.test(line)) items.push(line.replace(listItem, ''))
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  return items
}

/** A part of a text that begins with a heading, as the search finds it. */
export interface TextSection {
  title: string
  anchor: string
  text: string
}

/** The sections of a text without Markdown. The first one begins before any heading of the second level. */
export function sectionsOf(text: string): TextSection[] {
  const sections: TextSection[] = [{ title: '', anchor: '', text: '' }]
  for (const block of blocksOf(text)) {
    if (block.kind === 'heading' && block.level > 1)
      sections.push({ title: plain(block.text), anchor: anchorOf(block.text), text: '' })
    else if (block.kind === 'list') append(block.items.join(' '))
    else if (block.kind === 'table') append(block.lines.join(' ').replace(/[|]|-{3,}:?/g, ' '))
    else if (block.kind === 'paragraph' || block.kind === 'code') append(block.text)
  }
  return sections

  function append(part: string) {
    const section = sections.at(-1)!
    section.text = `${section.text} ${plain(part)}`.replace(/\s+/g, ' ').trim()
  }
}

/** The text without the marks of `code`, **bold** and links. */
export const plain = (text: string): string =>
  text.replace(/`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\([^)]*\)/g, '$1$2$3')

export const anchorOf = (title: string): string =>
  plain(title)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function heading(level: number, text: string, content: HtmlValue): Html {
  const id = anchorOf(text)
  if (level === 1) return html`<h1>${content}</h1>`
  if (level === 2) return html`<h2 id="${id}">${content}</h2>`
  return html`<h3 id="${id}">${content}</h3>`
}

const languages: Record<string, string> = {
  sh: 'Shell',
  console: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  json: 'JSON',
}

/** A block of code with a title. The page's script adds a button that copies it, and colours to JSON. */
export const codeBlock = (title: string, text: string, kind: 'json' | 'text' = 'json'): Html =>
  html`<figure class="code"><figcaption>${title}</figcaption><pre class="${kind}" tabindex="0" role="group" aria-label="${title}">${text}</pre></figure>`

/** The second line of a table only separates its head. The first cell of a row is the row's header. */
function table([first = '', , ...others]: string[], within: (text: string) => HtmlValue): Html {
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const headings = cells(first)
  const rows = others.map((line) => {
    const [name = '', ...values] = cells(line)
    const [, ...headingsOfValues] = headings
    return row(
      within(name),
      values.map((value, index) => [headingsOfValues[index] ?? '', within(value)]),
    )
  })
  return tableOf(undefined, headings, rows)
}

/**
 * With the roles it stays a table for screen readers on small screens, where CSS displays each row as a block, and each
 * cell with its heading.
 */
export const tableOf = (label: string | undefined, headings: string[], rows: Html[]): Html => html`
<table role="table"${label !== undefined && html` aria-label="${label}"`}>
<thead role="rowgroup"><tr role="row">${headings.map((text) => html`<th role="columnheader" scope="col">${inline(text)}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows}</tbody>
</table>`

/** A cell without content has no heading either. */
export const row = (name: HtmlValue, cells: [heading: string, content: HtmlValue][], className = ''): Html =>
  html`<tr role="row"${className !== '' && html` class="${className}"`}><th role="rowheader" scope="row">${name}</th>${cells.map(
    ([heading, content]) =>
      html`<td role="cell"${content !== undefined && html` data-heading="${plain(heading)}"`}>${content}</td>`,
  )}</tr>
`

/** Splitting by a pattern with a group includes the marked parts, at the odd indexes. */
export const inline = (text: string, linkTo: LinkTo = noLinks): HtmlValue =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/).map((part, index) => {
    if (index % 2 === 0) return part
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
    if (part.startsWith('*')) return html`<strong>${part.slice(2, -2)}</strong>`
    const [, label = '', target = ''] = /^\[([^\]]+)\]\((.*)\)$/.exec(part)!
    const address = linkTo(target)
    return address === undefined ? inline(label) : html`<a href="${address}">${inline(label)}</a>`
  })
