type Child = Node | string | undefined | false
type Attributes = Record<string, string | number | boolean | undefined>

/** Creates an element. Children that are false or undefined are left out; texts are never parsed as HTML. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

export const byId = (id: string): HTMLElement => document.getElementById(id)!
