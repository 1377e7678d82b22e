/** Query strings: `?refs=a,b`, `?refs=a&refs=b` and `?refs[]=a&refs[]=b` are the same list. */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null)
  if (text === '') return query
  for (const [name, value] of new URLSearchParams(text)) {
    const key = name.endsWith('[]') ? name.slice(0, -2) : name
    const before = query[key]
    if (before === undefined) query[key] = value
    else if (Array.isArray(before)) before.push(value)
    else query[key] = [before, value]
  }
  return query
}

type UrlType = 'string' | 'integer' | 'boolean' | 'array'
export interface UrlSchema {
  properties?: Record<string, { type?: UrlType }>
}

/**
 * Url parts are text. Each is turned into what its schema says when it is written exactly so, and left as text
 * otherwise for the validator to refuse. A single value sent more than once counts as its last.
 */
export function coerceUrlParts({ properties = {} }: UrlSchema): (parts: Record<string, unknown>) => void {
  const known = Object.entries(properties).map(([name, { type = 'string' }]) => [name, converters[type]] as const)
  return (parts) => {
    for (const [name, convert] of known) {
      const sent = parts[name]
      if (sent !== undefined) parts[name] = convert(sent as string | string[])
    }
  }
}

type Convert = (sent: string | string[]) => unknown
const last = (sent: string | string[]) => (Array.isArray(sent) ? sent[sent.length - 1]! : sent)

const converters: Record<UrlType, Convert> = {
  string: last,
  integer: (sent) => (/^-?\d{1,17}$/.test(last(sent)) ? Number(last(sent)) : last(sent)),
  boolean: (sent) => ({ true: true, false: false })[last(sent)] ?? last(sent),
  array: (sent) => [sent].flat().flatMap((text) => text.split(',')),
}
