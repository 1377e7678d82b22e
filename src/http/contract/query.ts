import { allInNfc, nfcOf } from './nfc.ts'

/** Query strings: `?refs=a,b`, `?refs=a&refs=b` and `?refs[]=a&refs[]=b` are the same list. */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null)
  if (text === '') return query
  for (const [name, raw] of new URLSearchParams(text)) {
    const value = nfcOf(raw)
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
  properties?: Record<
    string,
    { type?: UrlType; items?: { type?: string }; maxItems?: number; notWith?: readonly string[]; default?: unknown }
  >
}

/**
 * Converts URL parts, which are text, to the types of their schema. A text that does not match stays text, and the
 * validator rejects it. Of a single value that is repeated the last counts. In a path a number has no leading zeros or
 * sign, so that a record has one URL.
 */
export function coerceUrlParts(
  { properties = {} }: UrlSchema,
  isPath = false,
): (parts: Record<string, unknown>) => void {
  const isOfObjects = (name: string) => properties[name]?.items?.type === 'object'
  const [objects, known] = [Object.keys(properties).filter(isOfObjects), Object.entries(properties)]
  const converted = known
    .filter(([name]) => !isOfObjects(name))
    .map(([name, part]) => [name, converterOf(part, isPath)] as const)
  return (parts) => {
    for (const [name, convert] of converted) {
      const value = parts[name]
      if (value !== undefined) parts[name] = convert(value as string | string[])
    }
    for (const name of objects) readObjects(parts, name)
  }
}

/**
 * A list of objects is one JSON text, or `filters[0][field]=…&filters[0][value]=…`, in the order of the numbers.
 * Anything else, or both, stays text, and the validator rejects it.
 */
function readObjects(parts: Record<string, unknown>, name: string): void {
  const byNumber = new Map<number, Record<string, string>>()
  for (const [key, value] of Object.entries(parts)) {
    if (!key.startsWith(`${name}[`)) continue
    const [, number, field] = /^[^[]+\[(\d{1,6})\]\[([^[\]]+)\]$/.exec(key) ?? []
    if (number === undefined) {
      parts[name] = key // a misspelt filter must not be ignored
      continue
    }
    const object = byNumber.get(Number(number)) ?? Object.create(null)
    object[field!] = last(value as string | string[])
    byNumber.set(Number(number), object)
  }
  const whole = parts[name]
  if (whole === undefined && byNumber.size > 0) {
    parts[name] = [...byNumber].sort(([a], [b]) => a - b).map(([, object]) => object)
  } else if (whole !== undefined && byNumber.size === 0) parts[name] = parseJson(last(whole as string | string[]))
}

function parseJson(text: string): unknown {
  try {
    return allInNfc(JSON.parse(text))
  } catch {
    return text
  }
}

type Convert = (value: string | string[]) => unknown
const last = (value: string | string[]) => (Array.isArray(value) ? value[value.length - 1]! : value)

const numberLike =
  (shape: RegExp): Convert =>
  (value) =>
    shape.test(last(value)) ? Number(last(value)) : last(value)
const pathInteger = numberLike(/^(0|[1-9]\d{0,16})$/)

const integer = numberLike(/^-?\d{1,17}$/)
const items: Convert = (value) => [value].flat().flatMap((text) => text.split(','))

const converters: Record<UrlType, Convert> = {
  string: last,
  integer,
  boolean: (value) => ({ true: true, false: false })[last(value)] ?? last(value),
  array: items,
}

type UrlPart = NonNullable<UrlSchema['properties']>[string]

function converterOf({ type = 'string', items: item, maxItems }: UrlPart, isPath: boolean): Convert {
  if (type === 'integer' && isPath) return pathInteger
  if (type !== 'array' || maxItems === undefined) return converters[type]
  // One more than allowed is enough for the error.
  const some: Convert = (value) => (items(value) as string[]).slice(0, maxItems + 1)
  return item?.type === 'integer' ? (value) => (some(value) as string[]).map(integer) : some
}

/** The parameters, other than with their default, that are sent together with one that their schema excludes, `notWith`. */
export function excludedParts({ properties = {} }: UrlSchema): (parts: Record<string, unknown>) => [string, string][] {
  const exclusive = Object.entries(properties).flatMap(([name, { notWith = [] }]) =>
    notWith.map((other): [string, string] => [name, other]),
  )
  const isSent = (parts: Record<string, unknown>, name: string) =>
    parts[name] !== undefined && parts[name] !== properties[name]?.default
  return (parts) => exclusive.filter(([name, other]) => isSent(parts, name) && parts[other] !== undefined)
}
