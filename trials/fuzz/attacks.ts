import fc from 'fast-check'
import { basePath } from '../../src/app.ts'
import type { Sent } from '../lib/door.ts'
import type { Known } from '../lib/recipes.ts'
import { bodyAttacks, rawAttacks } from './bodies.ts'
import { hostileText, hostileTexts } from './hostile.ts'
import type { Expected, Judge } from './judge.ts'

/** One request of an operation as it will be sent, but for the token, and what it must lead to. */
export interface Attack {
  kind: string
  sent: Sent
  expected: Expected
  /** Sent over a connection and not handed to the app: a tenth of all. */
  overWire: boolean
}

/** The parts that a request is put together from. */
export interface Parts {
  kind: string
  path?: Record<string, string>
  /** Names and values, encoded already. */
  query?: [name: string, value: string][]
  headers?: Record<string, string>
  payload?: string | Buffer
  expected?: Expected
}

export const jsonHeaders = { 'content-type': 'application/json' }
const anything: Expected = { as: 'anything declared' }

/** Everything that is tried on one operation, in shares that do not hang on how many fields it has. */
export function attacksOn(known: Known, judge: Judge): fc.Arbitrary<Attack> {
  const recipe = fc.constantFrom(...known.recipes)
  const withRecipe = (make: (valid: Valid) => fc.Arbitrary<Parts>) =>
    recipe.chain(({ path = {}, query = {}, body }) =>
      make({
        body,
        path: texts(path),
        query: Object.entries(query).map(([name, value]) => [name, encoded(value)]),
      }).map(
        (parts): Parts => ({
          ...{ path: texts(path), query: Object.entries(query).map(([name, value]) => [name, encoded(value)]) },
          ...(body && { headers: jsonHeaders, payload: JSON.stringify(body) }),
          ...parts,
        }),
      ),
    )
  const kinds = [
    { weight: 4, arbitrary: withRecipe(() => fc.constant({ kind: 'a valid request once more' })) },
    { weight: takesQuery(known) ? 12 : 2, arbitrary: withRecipe((valid) => queries(known, valid)) },
    { weight: 6, arbitrary: withRecipe(() => headers(known)) },
  ]
  if (known.operation.path.includes('{'))
    kinds.push({ weight: 8, arbitrary: withRecipe((valid) => paths(known, valid)) })
  if (known.operation.requestBody) {
    kinds.push({ weight: 30, arbitrary: withRecipe(({ body }) => bodyAttacks(known, body ?? {}, judge)) })
    kinds.push({ weight: 10, arbitrary: withRecipe(({ body }) => rawAttacks(body ?? {})) })
  }
  return fc.tuple(fc.oneof(...kinds), fc.nat({ max: 9 })).map(([parts, n]) => ({
    ...put(known, parts),
    kind: parts.kind,
    expected: parts.expected ?? anything,
    overWire: n === 9,
  }))
}

const takesQuery = ({ operation }: Known) => operation.parameters.some((one) => one.in === 'query')

interface Valid {
  path: Record<string, string>
  query: [string, string][]
  body: Record<string, unknown> | undefined
}

const texts = (values: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encoded(String(value))]))
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

function put({ operation: { method, path } }: Known, parts: Parts): { sent: Sent } {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => parts.path?.[name] ?? '1')
  const query = (parts.query ?? []).map(([name, value]) => `${name}=${value}`).join('&')
  return {
    sent: {
      ...{ method, url: `${basePath}${filled}${query && `?${query}`}`, headers: parts.headers ?? {} },
      ...(parts.payload !== undefined && { payload: parts.payload }),
    },
  }
}

const rawUrlText = fc.oneof(
  { weight: 4, arbitrary: hostileText.map((text) => encoded(text).slice(0, 3_000)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%',
      '%zz',
      '%c0%af',
      '%ff',
      '%u0041',
      '%ed%a0%80',
      '%00',
      '+',
      '&&',
      '=',
      '[]',
      '%5B%5D',
    ),
  },
)

/** Parts of a path that name no record. A part that is no whole number never leads to one that has a number. */
function paths({ operation }: Known, { path }: Valid): fc.Arbitrary<Parts> {
  const names = Object.keys(path)
  const numbered = (name: string) =>
    operation.parameters.some((one) => one.name === name && one.in === 'path' && one.schema?.type === 'integer')
  const parts = fc.oneof(
    rawUrlText.filter((text) => text !== '' && !text.includes('&&')),
    fc.constantFrom(
      '0',
      '-1',
      '1.5',
      '007',
      '1e3',
      '9007199254740991',
      '9007199254740992',
      '..%2F',
      '.',
      'a:801x',
      'imp_x',
      '%20801',
    ),
  )
  return fc.tuple(fc.constantFrom(...names), parts).map(([name, part]) => ({
    ...{ kind: 'a hostile path', path: { ...path, [name]: part } },
    // `options` and the like are paths of their own.
    ...(numbered(name) &&
      !/^\d+$/.test(part) &&
      !/^[a-z-]+$/.test(part) && { expected: { as: 'refused' } as Expected }),
  }))
}

/** Queries: declared parameters with hostile values, some of which must be refused, and parameters that nobody declared. */
function queries({ operation }: Known, { query }: Valid): fc.Arbitrary<Parts> {
  const declared = operation.parameters.filter((one) => one.in === 'query')
  const hostile = fc
    .array(
      fc.tuple(
        fc.oneof(
          fc.constantFrom(
            ...declared.map(({ name }) => name),
            'zz',
            'page',
            '__proto__',
            'filters[0][field]',
            'filters%5B',
            'a[]',
          ),
          rawUrlText.map((text) => text.slice(0, 50)),
        ),
        rawUrlText,
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((pairs): Parts => ({ kind: 'a hostile query', query: [...query, ...pairs] }))
  const wrong = declared.flatMap(({ name, schema = {} }) =>
    wrongValues(schema).map((value) => [name, encoded(value)] as [string, string]),
  )
  if (wrong.length === 0) return hostile
  const refused = fc.constantFrom(...wrong).map(
    ([name, value]): Parts => ({
      ...{
        kind: 'a wrong query',
        query: [...query.filter(([one]) => one !== name), [name, value]],
        expected: { as: 'status', status: [404, 422] },
      },
    }),
  )
  return fc.oneof(hostile, refused)
}

function wrongValues(schema: Record<string, any>): string[] {
  if (schema.enum) return ['nonsense', '', '\u202e']
  if (schema.type === 'boolean') return ['yes', '1', '']
  if (schema.format === 'date') return ['2026-13-01', '2026-02-30', '0000-01-01', 'today', '']
  if (schema.format === 'date-or-instant') return ['2026-13-01', '2026-11-15T25:00:00Z', 'x']
  if (schema.type === 'integer')
    return [
      'x',
      '1.5',
      '',
      '1e3',
      '99999999999999999999',
      ...(schema.minimum !== undefined ? [String(schema.minimum - 1)] : []),
    ]
  return []
}

const methods = fc.constantFrom(
  'x-http-method-override',
  'x-forwarded-for',
  'x-forwarded-host',
  'accept',
  'accept-encoding',
  'accept-language',
  'content-language',
  'expect',
  'te',
  'range',
  'if-none-match',
  'origin',
  'cookie',
  'x-org-id',
  'forwarded',
  'via',
)
/** Header values travel as Latin-1, and none may end its line. */
const headerText = hostileText.map((text) =>
  text
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim()
    .slice(0, 1_000),
)
const printable = /^[\x20-\x7e]{1,255}$/

function headers({ operation, recipes }: Known): fc.Arbitrary<Parts> {
  const usual = recipes[0].body ? jsonHeaders : {}
  const odd = fc
    .tuple(methods, headerText)
    .filter(([name]) => name !== 'expect')
    .map(([name, value]): Parts => ({ kind: 'a hostile header', headers: { ...usual, [name]: value } }))
  const requestId = fc
    .oneof(headerText, fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/))
    .map((value): Parts => ({ kind: 'a request id', headers: { ...usual, 'x-request-id': value } }))
  if (operation.method === 'GET') return fc.oneof(odd, requestId)
  const key = fc.oneof(
    fc.constantFrom(
      ...hostileTexts.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim()),
      'k',
      'x'.repeat(255),
      'x'.repeat(256),
    ),
    headerText,
  )
  const keyed = key.map(
    (value): Parts => ({
      ...{ kind: 'an idempotency key', headers: { ...usual, 'idempotency-key': value } },
      ...(!printable.test(value) && { expected: { as: 'refused' } as Expected }),
    }),
  )
  return fc.oneof(odd, requestId, keyed)
}
