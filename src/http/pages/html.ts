/** Markup that is safe to send: made by the tag below and by nothing else. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export type Piece = Html | string | number | false | undefined | Piece[]

/** Every value that is not markup already is escaped, so that forgetting it is not possible. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(render)))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

function render(value: Piece): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return escaped(String(value))
}
