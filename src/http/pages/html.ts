/** Markup that is safe to send. Only the template tag below creates it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export type HtmlValue = Html | string | number | false | undefined | HtmlValue[]

/** Escapes every value that is not markup already. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(render)))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

function render(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return escapeHtml(String(value))
}
