import { allInNfc, nfcOf } from './nfc.ts'

/** Query strings: `?refs=a,b`, `?refs=a&refs=b` and `?refs[]=a&refs[]=b` are the same list. */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null)
  if (text === '') return query
  for (const [name, sent] of new URLSearchParams(text)) {
    const value = nfcOf(sent)
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
  properties?: Record<string, { type?: UrlType; items?: { type?: string } }>
}

/**
 * Url parts are text. Each is turned into what its schema says when it is written exactly so, and left as text
 * otherwise for the validator to refuse. A single value sent more than once counts as its last. In a path a number has one
 * spelling, without leading zeros or a sign, so that a record has one address.
 */
export function coerceUrlParts(
  { properties = {} }: UrlSchema,
  isPath = false,
): (parts: Record<string, unknown>) => void {
  const isOfObjects = (name: string) => properties[name]?.items?.type === 'object'
  const [objects, known] = [Object.keys(properties).filter(isOfObjects), Object.entries(properties)]
  const converted = known
    .filter(([name]) => !isOfObjects(name))
    .map(
      ([name, { type = 'string' }]) => [name, isPath && type === 'integer' ? pathInteger : converters[type]] as const,
    )
  return (parts) => {
    for (const [name, convert] of converted) {
      const sent = parts[name]
      if (sent !== undefined) parts[name] = convert(sent as string | string[])
    }
    for (const name of objects) readObjects(parts, name)
  }
}

/**
 * A list of objects is one JSON text, or spelled out as `filters[0][field]=…&filters[0][value]=…`, in the order of the
 * numbers. What is neither, or both, is left as text for the validator to refuse.
 */
function readObjects(parts: Record<string, unknown>, name: string): void {
  const spelled = new Map<number, Record<string, string>>()
  for (const [key, sent] of Object.entries(parts)) {
    if (!key.startsWith(`${name}[`)) continue
    const [, number, field] = /^[^[]+\[(\d{1,6})\]\[([^[\]]+)\]$/.exec(key) ?? []
    if (number === undefined) {
      parts[name] = key // a misspelled filter must not be no filter
      continue
    }
    const object = spelled.get(Number(number)) ?? Object.create(null)
    object[field!] = last(sent as string | string[])
    spelled.set(Number(number), object)
  }
  const whole = parts[name]
  if (whole === undefined && spelled.size > 0) {
    parts[name] = [...spelled].sort(([a], [b]) => a - b).map(([, object]) => object)
  } else if (whole !== undefined && spelled.size === 0) parts[name] = parsed(last(whole as string | string[]))
}

function parsed(text: string): unknown {
  try {
    return allInNfc(JSON.parse(text))
  } catch {
    return text
  }
}

type Convert = (sent: string | string[]) => unknown
const last = (sent: string | string[]) => (Array.isArray(sent) ? sent[sent.length - 1]! : sent)

const numberLike =
  (shape: RegExp): Convert =>
  (sent) =>
    shape.test(last(sent)) ? Number(last(sent)) : last(sent)
const pathInteger = numberLike(/^(0|[1-9]\d{0,16})$/)

const converters: Record<UrlType, Convert> = {
  string: last,
  integer: numberLike(/^-?\d{1,17}$/),
  boolean: (sent) => ({ true: true, false: false })[last(sent)] ?? last(sent),
  array: (sent) => [sent].flat().flatMap((text) => text.split(',')),
}
