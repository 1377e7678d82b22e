import type { AnySchemaObject } from 'ajv'
import { inQuery } from '../../src/docs/examples.ts'
import { bodyLimitBytes } from '../../src/http/contract/body.ts'
import type { Document } from '../../test/harness/declared.ts'
import { nestedIn } from '../fuzz/bodies.ts'
import { deepText } from '../fuzz/hostile.ts'
import type { Path } from '../fuzz/json-paths.ts'
import type { Recipe } from '../lib/recipes.ts'
import type { Sent } from '../lib/transport.ts'
import { resolved, type Target } from './targets.ts'

/** A request and, in a few words, what is bad about it. */
export interface Input {
  what: string
  sent: Sent
}
/** The parts of a request that an input differs in from a valid one. */
interface Parts {
  path?: Record<string, string>
  /** Encoded already. */
  query?: string
  headers?: Record<string, string>
  payload?: string
}

/** What patterns go back and forth over; the sign behind them makes a match fail at the last moment. */
const signs = [' ', '+', 'a', '/', '(', '[', '.'] as const
const failing = (sign: string) => (sign === 'a' ? '!' : 'a')
const long = (sign: string, length: number) => `x${sign.repeat(length)}${failing(sign)}`
/** Of the 16 KB that a head may have. */
const longestUrl = 15_000
const longestBody = bodyLimitBytes - 2_000

const headerNames = [
  ...[
    'authorization',
    'host',
    'accept-encoding',
    'x-request-id',
    'idempotency-key',
    'if-none-match',
    'x-forwarded-for',
  ],
  ...['content-type', 'cookie'],
]
const named = (sign: string) => (sign === ' ' ? 'spaces' : `“${sign}”`)

/** The target's own requests, as they are; a page in every encoding. */
export const validInputs = (target: Target): Input[] =>
  target.recipes.flatMap((recipe, n) => {
    const what = `a valid request${n > 0 ? ` (${n + 1})` : ''}`
    const encodings = target.takesToken ? [] : ['gzip', 'br']
    return [
      { what, sent: put(target, recipe, {}) },
      ...encodings.map((one) => ({
        what: `${what} as ${one}`,
        sent: put(target, recipe, { headers: { 'accept-encoding': one } }),
      })),
    ]
  })

/** What anybody can send, with or without a token: long and hostile paths, queries and headers. */
export function* urlAndHeaderInputs(target: Target, quick: boolean): Generator<Input> {
  const [recipe] = target.recipes as [Recipe]
  const input = (what: string, parts: Parts): Input => ({ what, sent: put(target, recipe, parts) })
  for (const sign of quick ? [' ', '.'] : signs) {
    for (const name of Object.keys(recipe.path ?? {}))
      yield input(`path ${name} of ${named(sign)}`, { path: { [name]: inUrl(sign, '%20') } })
    for (const name of [...target.query.keys(), 'zz']) {
      yield input(`query ${name} of ${named(sign)}`, { query: `${name}=${inUrl(sign, '+')}` })
      if (!quick)
        yield input(`query ${name} of ${named(sign)} from its start`, { query: `${name}=${inUrl(sign, '+').slice(1)}` })
    }
  }
  for (const [name, schema] of target.query) {
    yield input(`query ${name} of commas`, { query: `${name}=${','.repeat(longestUrl)}` })
    yield input(`query ${name} many times`, { query: filled((n) => `${name}=${n}`, '&', longestUrl) })
    if (schema.type === 'array') {
      yield input(`query ${name} of deep JSON`, { query: `${name}=${'['.repeat(longestUrl)}` })
      yield input(`query ${name} of wrong items`, { query: `${name}=[${filled(() => '{}', ',', longestUrl)}]` })
      yield input(`query ${name} spelled out`, { query: filled((n) => `${name}[${n}][field]=x`, '&', longestUrl) })
    }
  }
  yield input('many small parameters', { query: filled((n) => `a${n}=`, '&', longestUrl) })
  yield input('one parameter many times', { query: filled(() => 'a=1', '&', longestUrl) })
  yield input('parameters without a name', { query: '&='.repeat(longestUrl / 2) })
  for (const [n, name] of headerNames.entries()) {
    // The headers are read alike for all, so in a quick run each target has its turn at each.
    const some = [' ', 'a', ','][(target.name.length + n) % 3]!
    for (const sign of quick ? [some] : [...signs, ',', ', ', ';', '=']) {
      const value = long(sign, Math.floor(longestUrl / sign.length))
      const sent = name === 'authorization' ? `Bearer ${value}` : value
      yield input(`header ${name} of ${named(sign)}`, { headers: { [name]: sent } })
    }
  }
  yield input('many headers', { headers: Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`h${n}`, ''])) })
}

/** Bodies as long as they may be. A stranger's are not read, but by the pages of forms. */
export function* strangerBodies(target: Target): Generator<Input> {
  if (!target.body) return
  const [recipe] = target.recipes as [Recipe]
  yield { what: 'a body of nested lists', sent: put(target, recipe, { payload: '['.repeat(longestBody) }) }
  yield { what: 'a body of unknown fields', sent: put(target, recipe, { payload: unknownFields }) }
  for (const [what, payload] of Object.entries(marks)) yield { what, sent: put(target, recipe, { payload }) }
}

/** Marks have an order of their own, in which Unicode puts them; each has two bytes. */
const marked = (count: number) => `a${'\u0301'.repeat(count)}${'\u0323'.repeat(count)}`
const marks = {
  'marks in the wrong order': JSON.stringify({ a: marked(longestBody / 4) }),
  'rows of fifteen marks': JSON.stringify({ a: marked(15).repeat(longestBody / 62) }),
}
const unknownFields = `{${filled((n) => `"a${n}":0`, ',', longestBody)}}`
const manyFields = JSON.parse(`{${filled((n) => `"a${n}":0`, ',', longestBody - 4_000)}}`)
const nested = JSON.parse(deepText(500, 'object'))

/** What a token's bearer can send: every text, list and object of the body at its longest and at the longest body. */
export function* bodyInputs(target: Target, document: Document, quick: boolean): Generator<Input> {
  if (!target.body) return
  const recipe = target.recipes[0]!
  const input = (what: string, payload: string, headers = {}): Input => ({
    what,
    sent: put(target, recipe, { payload, headers }),
  })
  const valid = recipe.body ?? {}
  const withValue = (place: Place, value: unknown) =>
    JSON.stringify(
      [...place.fixed, [place.path, value] as const].reduce<unknown>((body, [path, to]) => laid(body, path, to), valid),
    )
  const room = longestBody - JSON.stringify(valid).length
  yield input('unknown fields', unknownFields)
  for (const [what, payload] of Object.entries(marks)) yield input(what, payload)
  yield input('unknown fields under a key of a safe retry', unknownFields, { 'idempotency-key': 'cost' })
  for (const kind of ['list', 'object'] as const)
    yield input(
      `nested ${kind}s`,
      String(nestedIn(valid, 'zz_unknown', kind === 'list' ? 30_000 : 10_000, kind).payload),
    )
  for (const [n, place] of placesOf(target.body, document).entries()) {
    const { path, schema } = place
    const name = path.map((part) => (part === 0 ? '[]' : part)).join('.')
    const types = [schema.type].flat()
    if (types.includes('string')) {
      const lengths = [room, ...(schema.maxLength >= 500 ? [schema.maxLength - 2] : [])]
      for (const sign of quick ? [[' ', 'a'][n % 2]!] : signs)
        for (const length of lengths)
          yield input(`${name} of ${length} ${named(sign)}`, withValue(place, long(sign, length)))
    }
    if (types.includes('array')) {
      const own = valueAt(valid, [...path, 0])
      const longest = schema.maxItems ?? 1_000
      if (own !== undefined)
        yield input(
          `${name} at its longest`,
          withValue(
            place,
            listOf(() => own, room, longest),
          ),
        )
      for (const [what, item] of wrongItems(schema, document).slice(0, quick ? 2 : 5))
        yield input(`${name} of ${what}`, withValue(place, listOf(item, room)))
    }
    if (types.includes('object') && path.length > 0) {
      yield input(`${name} of unknown fields`, withValue(place, manyFields))
      yield input(`${name} nested`, withValue(place, nested))
    }
  }
}

type Item = [what: string, item: (n: number) => unknown]

/** The worst first. */
function wrongItems(schema: AnySchemaObject, document: Document): Item[] {
  const items = schema.items ? resolved(schema.items, document) : {}
  const wrong = Object.fromEntries(Object.keys(items.properties ?? {}).map((name) => [name, {}]))
  return [
    ['empty objects', () => ({})],
    ['objects with wrong fields', () => wrong],
    ['numbers', (n) => n],
    ['texts', (n) => `t${n}`],
    ['objects with unknown fields', (n) => ({ [`a${n}`]: n })],
  ]
}

/** A place of a body: where it is, and what else must be there for it to be looked at, such as the name of the operation it belongs to. */
interface Place {
  path: Path
  schema: AnySchemaObject
  fixed: (readonly [Path, unknown])[]
}

function placesOf(
  schema: AnySchemaObject,
  document: Document,
  at: Omit<Place, 'schema'> = { path: [], fixed: [] },
): Place[] {
  const own = resolved(schema, document)
  // Conditions of forms hold conditions.
  if (at.path.length > 8) return []
  const { path, fixed } = at
  const inner = (one: AnySchemaObject, key: string | number) => placesOf(one, document, { path: [...path, key], fixed })
  const properties = (of: AnySchemaObject) => Object.entries((of.properties ?? {}) as Record<string, AnySchemaObject>)
  const open =
    typeof own.additionalProperties === 'object'
      ? [own.additionalProperties]
      : Object.values(own.patternProperties ?? {})
  return [
    { path, schema: own, fixed },
    ...properties(own).flatMap(([name, one]) => inner(one, name)),
    ...(open as AnySchemaObject[]).flatMap((one) => inner(one, 'any')),
    ...(own.items ? inner(own.items, 0) : []),
    ...[own.oneOf, own.anyOf].flatMap((list: AnySchemaObject[] | undefined) =>
      (list ?? []).flatMap((one) => {
        const branch = resolved(one, document)
        const constants = properties(branch).flatMap(([name, { const: value, enum: values }]) => {
          const only = value ?? (values?.length === 1 ? values[0] : undefined)
          return only === undefined ? [] : [[[...path, name] as Path, only] as const]
        })
        return placesOf(branch, document, { path, fixed: [...fixed, ...constants] })
      }),
    ),
  ]
}

/** A copy with a value at a place, which is made where it is not there. */
function laid(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to
  if (typeof key === 'number') return [laid(Array.isArray(value) ? value[0] : undefined, rest, to)]
  const object = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
  return { ...object, [key]: laid((object as Record<string, unknown>)[key], rest, to) }
}

const valueAt = (value: unknown, path: Path): unknown => path.reduce<any>((inner, key) => inner?.[key], value)

/** As many items as fit, and not more than so many. */
function listOf(item: (n: number) => unknown, room: number, most = Number.POSITIVE_INFINITY): unknown[] {
  const items: unknown[] = []
  for (let left = room; items.length < most; ) {
    const next = item(items.length)
    left -= JSON.stringify(next).length + 1
    if (left < 0) break
    items.push(next)
  }
  return items
}

function filled(piece: (n: number) => string, between: string, length: number): string {
  let text = piece(0)
  for (let n = 1; text.length < length - 20; n++) text += between + piece(n)
  return text
}

/** As it stands in an address: a plus is a space in a query, and a plus is three signs. */
const inUrl = (sign: string, space: string) => {
  const written = sign === ' ' ? space : sign === '+' ? '%2B' : sign
  return `x${written.repeat(longestUrl / written.length)}${failing(sign)}`
}

function put({ method, path, body }: Target, recipe: Recipe, parts: Parts): Sent {
  const filledIn = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => parts.path?.[name] ?? encodeURIComponent(recipe.path?.[name] ?? ''),
  )
  const query = parts.query === undefined ? inQuery(recipe.query ?? {}) : parts.query && `?${parts.query}`
  const payload = parts.payload ?? (recipe.body && JSON.stringify(recipe.body))
  return {
    ...{ method, url: `${filledIn}${query}` },
    headers: { ...(body && { 'content-type': 'application/json' }), ...parts.headers },
    ...(payload !== undefined && { payload }),
  }
}
