import type { AnySchemaObject } from 'ajv'
import { queryString } from '../../src/docs/examples.ts'
import { bodyLimitBytes } from '../../src/http/contract/body.ts'
import type { Document } from '../../test/harness/specification.ts'
import { nestedIn } from '../fuzz/bodies.ts'
import { deepText } from '../fuzz/hostile.ts'
import type { Path } from '../fuzz/json-paths.ts'
import type { RequestExample } from '../lib/examples.ts'
import type { HttpRequest } from '../lib/transport.ts'
import { resolved, type Target } from './targets.ts'

/** A request and a short description of it. */
export interface Input {
  what: string
  request: HttpRequest
}
/** The parts in which an input differs from a valid request. */
interface Parts {
  path?: Record<string, string>
  /** Already encoded. */
  query?: string
  headers?: Record<string, string>
  payload?: string
}

/** Repeated characters cause backtracking in regular expressions. The last character makes the match fail. */
const characters = [' ', '+', 'a', '/', '(', '[', '.'] as const
const mismatchFor = (character: string) => (character === 'a' ? '!' : 'a')
const long = (character: string, length: number) => `x${character.repeat(length)}${mismatchFor(character)}`
/** Below the 16 KB limit of a request head. */
const maxUrlLength = 15_000
const maxBodyLength = bodyLimitBytes - 2_000

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
const describeCharacter = (character: string) => (character === ' ' ? 'spaces' : `“${character}”`)

/** The target's valid requests; pages in every encoding. */
export const validInputs = (target: Target): Input[] =>
  target.examples.flatMap((example, n) => {
    const what = `a valid request${n > 0 ? ` (${n + 1})` : ''}`
    const encodings = target.takesToken ? [] : ['gzip', 'br']
    return [
      { what, request: buildRequest(target, example, {}) },
      ...encodings.map((one) => ({
        what: `${what} as ${one}`,
        request: buildRequest(target, example, { headers: { 'accept-encoding': one } }),
      })),
    ]
  })

/** Long and hostile paths, queries and headers, which need no token. */
export function* urlAndHeaderInputs(target: Target, quick: boolean): Generator<Input> {
  const [example] = target.examples as [RequestExample]
  const input = (what: string, parts: Parts): Input => ({ what, request: buildRequest(target, example, parts) })
  for (const character of quick ? [' ', '.'] : characters) {
    for (const name of Object.keys(example.path ?? {}))
      yield input(`path ${name} of ${describeCharacter(character)}`, { path: { [name]: inUrl(character, '%20') } })
    for (const name of [...target.query.keys(), 'zz']) {
      yield input(`query ${name} of ${describeCharacter(character)}`, { query: `${name}=${inUrl(character, '+')}` })
      if (!quick)
        yield input(`query ${name} of ${describeCharacter(character)} from its start`, {
          query: `${name}=${inUrl(character, '+').slice(1)}`,
        })
    }
  }
  for (const [name, schema] of target.query) {
    yield input(`query ${name} of commas`, { query: `${name}=${','.repeat(maxUrlLength)}` })
    yield input(`query ${name} many times`, { query: filled((n) => `${name}=${n}`, '&', maxUrlLength) })
    if (schema.type === 'array') {
      yield input(`query ${name} of deep JSON`, { query: `${name}=${'['.repeat(maxUrlLength)}` })
      yield input(`query ${name} of invalid items`, { query: `${name}=[${filled(() => '{}', ',', maxUrlLength)}]` })
      yield input(`query ${name} spelled out`, { query: filled((n) => `${name}[${n}][field]=x`, '&', maxUrlLength) })
    }
  }
  yield input('many small parameters', { query: filled((n) => `a${n}=`, '&', maxUrlLength) })
  yield input('one parameter many times', { query: filled(() => 'a=1', '&', maxUrlLength) })
  yield input('parameters without a name', { query: '&='.repeat(maxUrlLength / 2) })
  for (const [n, name] of headerNames.entries()) {
    // Headers are read in the same way for all targets, so a quick run distributes the characters over them.
    const some = [' ', 'a', ','][(target.name.length + n) % 3]!
    for (const character of quick ? [some] : [...characters, ',', ', ', ';', '=']) {
      const value = long(character, Math.floor(maxUrlLength / character.length))
      const headerValue = name === 'authorization' ? `Bearer ${value}` : value
      yield input(`header ${name} of ${describeCharacter(character)}`, { headers: { [name]: headerValue } })
    }
  }
  yield input('many headers', { headers: Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`h${n}`, ''])) })
}

/** Bodies of maximum size. Without a token only form pages read them. */
export function* unauthenticatedBodyInputs(target: Target): Generator<Input> {
  if (!target.body) return
  const [example] = target.examples as [RequestExample]
  yield {
    what: 'a body of nested lists',
    request: buildRequest(target, example, { payload: '['.repeat(maxBodyLength) }),
  }
  yield { what: 'a body of unknown fields', request: buildRequest(target, example, { payload: unknownFields }) }
  for (const [what, payload] of Object.entries(marks))
    yield { what, request: buildRequest(target, example, { payload }) }
}

/** Combining marks that Unicode normalisation must reorder. Each takes two bytes. */
const marked = (count: number) => `a${'\u0301'.repeat(count)}${'\u0323'.repeat(count)}`
const marks = {
  'marks in the wrong order': JSON.stringify({ a: marked(maxBodyLength / 4) }),
  'rows of fifteen marks': JSON.stringify({ a: marked(15).repeat(maxBodyLength / 62) }),
}
const unknownFields = `{${filled((n) => `"a${n}":0`, ',', maxBodyLength)}}`
const manyFields = JSON.parse(`{${filled((n) => `"a${n}":0`, ',', maxBodyLength - 4_000)}}`)
const nested = JSON.parse(deepText(500, 'object'))

/** Bodies with a valid token: every string, array and object at its maximum size and at the maximum body size. */
export function* bodyInputs(target: Target, document: Document, quick: boolean): Generator<Input> {
  if (!target.body) return
  const example = target.examples[0]!
  const input = (what: string, payload: string, headers = {}): Input => ({
    what,
    request: buildRequest(target, example, { payload, headers }),
  })
  const valid = example.body ?? {}
  const bodyWith = (location: BodyLocation, value: unknown) =>
    JSON.stringify(
      [...location.fixed, [location.path, value] as const].reduce<unknown>(
        (body, [path, to]) => withValueAt(body, path, to),
        valid,
      ),
    )
  const available = maxBodyLength - JSON.stringify(valid).length
  yield input('unknown fields', unknownFields)
  for (const [what, payload] of Object.entries(marks)) yield input(what, payload)
  yield input('unknown fields with an idempotency key', unknownFields, { 'idempotency-key': 'cost' })
  for (const kind of ['list', 'object'] as const)
    yield input(
      `nested ${kind}s`,
      String(nestedIn(valid, 'zz_unknown', kind === 'list' ? 30_000 : 10_000, kind).payload),
    )
  for (const [n, location] of bodyLocations(target.body, document).entries()) {
    const { path, schema } = location
    const name = path.map((part) => (part === 0 ? '[]' : part)).join('.')
    const types = [schema.type].flat()
    if (types.includes('string')) {
      const lengths = [available, ...(schema.maxLength >= 500 ? [schema.maxLength - 2] : [])]
      for (const character of quick ? [[' ', 'a'][n % 2]!] : characters)
        for (const length of lengths)
          yield input(
            `${name} of ${length} ${describeCharacter(character)}`,
            bodyWith(location, long(character, length)),
          )
    }
    if (types.includes('array')) {
      const own = valueAt(valid, [...path, 0])
      const maxItems = schema.maxItems ?? 1_000
      if (own !== undefined)
        yield input(
          `${name} at its longest`,
          bodyWith(
            location,
            listOf(() => own, available, maxItems),
          ),
        )
      for (const [what, item] of invalidItems(schema, document).slice(0, quick ? 2 : 5))
        yield input(`${name} of ${what}`, bodyWith(location, listOf(item, available)))
    }
    if (types.includes('object') && path.length > 0) {
      yield input(`${name} of unknown fields`, bodyWith(location, manyFields))
      yield input(`${name} nested`, bodyWith(location, nested))
    }
  }
}

type Item = [what: string, item: (n: number) => unknown]

/** Ordered from the worst. */
function invalidItems(schema: AnySchemaObject, document: Document): Item[] {
  const items = schema.items ? resolved(schema.items, document) : {}
  const invalidFields = Object.fromEntries(Object.keys(items.properties ?? {}).map((name) => [name, {}]))
  return [
    ['empty objects', () => ({})],
    ['objects with invalid fields', () => invalidFields],
    ['numbers', (n) => n],
    ['texts', (n) => `t${n}`],
    ['objects with unknown fields', (n) => ({ [`a${n}`]: n })],
  ]
}

/** A location in a body, and the values that must be set for it to be validated, such as the `op` of an operation. */
interface BodyLocation {
  path: Path
  schema: AnySchemaObject
  fixed: (readonly [Path, unknown])[]
}

function bodyLocations(
  schema: AnySchemaObject,
  document: Document,
  at: Omit<BodyLocation, 'schema'> = { path: [], fixed: [] },
): BodyLocation[] {
  const own = resolved(schema, document)
  // Form conditions contain conditions.
  if (at.path.length > 8) return []
  const { path, fixed } = at
  const inner = (one: AnySchemaObject, key: string | number) =>
    bodyLocations(one, document, { path: [...path, key], fixed })
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
        return bodyLocations(branch, document, { path, fixed: [...fixed, ...constants] })
      }),
    ),
  ]
}

/** A copy with a value at a path. Missing parents are created. */
function withValueAt(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to
  if (typeof key === 'number') return [withValueAt(Array.isArray(value) ? value[0] : undefined, rest, to)]
  const object = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
  return { ...object, [key]: withValueAt((object as Record<string, unknown>)[key], rest, to) }
}

const valueAt = (value: unknown, path: Path): unknown => path.reduce<any>((inner, key) => inner?.[key], value)

/** As many items as fit into the available length, up to a limit. */
function listOf(item: (n: number) => unknown, available: number, limit = Number.POSITIVE_INFINITY): unknown[] {
  const items: unknown[] = []
  for (let left = available; items.length < limit; ) {
    const next = item(items.length)
    left -= JSON.stringify(next).length + 1
    if (left < 0) break
    items.push(next)
  }
  return items
}

function filled(part: (n: number) => string, separator: string, length: number): string {
  let text = part(0)
  for (let n = 1; text.length < length - 20; n++) text += separator + part(n)
  return text
}

/** URL-encoded: a space is `+` in a query, and a plus takes three characters. */
const inUrl = (character: string, space: string) => {
  const encodedCharacter = character === ' ' ? space : character === '+' ? '%2B' : character
  return `x${encodedCharacter.repeat(maxUrlLength / encodedCharacter.length)}${mismatchFor(character)}`
}

function buildRequest({ method, path, body }: Target, example: RequestExample, parts: Parts): HttpRequest {
  const filledIn = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => parts.path?.[name] ?? encodeURIComponent(example.path?.[name] ?? ''),
  )
  const query = parts.query === undefined ? queryString(example.query ?? {}) : parts.query && `?${parts.query}`
  const payload = parts.payload ?? (example.body && JSON.stringify(example.body))
  return {
    ...{ method, url: `${filledIn}${query}` },
    headers: { ...(body && { 'content-type': 'application/json' }), ...parts.headers },
    ...(payload !== undefined && { payload }),
  }
}
