import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { validValue } from '../../test/factories/arbitrary.ts'
import type { TestedOperation } from '../lib/examples.ts'
import type { ResponseChecker } from './checker.ts'
import { deepText, hostileValue, keys } from './hostile.ts'
import { at, dotted, objectsIn, type Path, pathsIn, removed, replaced } from './json-paths.ts'
import { jsonHeaders, type Parts } from './request-parts.ts'

type Body = Record<string, unknown>

/** JSON objects: valid ones, ones with one invalid value, and ones with an unknown field. */
export function bodyAttacks(
  { operation }: TestedOperation,
  valid: Body,
  checker: ResponseChecker,
): fc.Arbitrary<Parts> {
  const schema = operation.requestBody!.content['application/json']!.schema
  const fits = fc.tuple(validValue(schema, checker.resolve), fc.subarray(Object.keys(valid))).map(
    ([body, copiedFields]): Parts => ({
      ...{ kind: 'a body that matches its schema', headers: jsonHeaders, expected: { as: 'not malformed' } },
      payload: JSON.stringify({
        ...(body as object),
        ...Object.fromEntries(copiedFields.map((name) => [name, valid[name]])),
      }),
    }),
  )
  const paths = pathsIn(valid)
  const changed = fc
    .tuple(
      fc.constantFrom(...paths),
      fc.oneof({ weight: 8, arbitrary: hostileValue }, { weight: 1, arbitrary: fc.constant<unknown>(removed) }),
    )
    .map(([path, value]) => (path.length === 0 ? valid : replaced(valid, path, value)))
    .map((body): Parts => ({ kind: 'one invalid value', headers: jsonHeaders, payload: JSON.stringify(body) }))
  const fields = Object.keys((operation.requestBody && checker.resolved(schema).properties) ?? {})
  const added = fc.tuple(fields.length > 0 ? fc.constantFrom(...fields) : keys, hostileValue).map(
    ([name, value]): Parts => ({
      kind: 'a hostile field',
      headers: jsonHeaders,
      payload: JSON.stringify({ ...valid, [name]: value }),
    }),
  )
  const kinds = [
    { weight: 4, arbitrary: fits },
    { weight: 8, arbitrary: changed },
    { weight: 4, arbitrary: added },
    { weight: 3, arbitrary: duplicates(valid, checker, operation) },
    { weight: 3, arbitrary: otherType(valid, checker, operation) },
    { weight: 2, arbitrary: tooDeep(valid) },
  ]
  const rejects = unknownFieldRule(checker, operation, valid)
  const closed = objectsIn(valid).filter((path) => rejects(path, 'zz_unknown'))
  if (closed.length === 0)
    throw new Error(`${operation.operationId} accepts any field: no object of its body is closed`)
  kinds.push({ weight: 5, arbitrary: unknownField(valid, closed, rejects) })
  return fc.oneof(...kinds)
}

/** Returns whether the specification rejects a field of this name in an object of the body. */
function unknownFieldRule(checker: ResponseChecker, operation: TestedOperation['operation'], valid: Body) {
  const check = checker.bodyValidator(operation)
  return (path: Path, key: string): boolean => {
    check(structuredClone(replaced(valid, [...path, key], 1)))
    const here = path.map((part) => `/${part}`).join('')
    return (check.errors ?? []).some(
      ({ keyword, instancePath, params }) =>
        keyword === 'additionalProperties' && instancePath === here && params.additionalProperty === key,
    )
  }
}

const unknownField = (
  valid: Body,
  closed: Path[],
  rejects: (path: Path, key: string) => boolean,
): fc.Arbitrary<Parts> =>
  fc.tuple(fc.constantFrom(...closed), keys, hostileValue).map(([path, key, value]) => {
    // An error cannot name a field whose name is empty.
    const field = key !== '' && rejects(path, key) ? key : 'zz_unknown'
    return {
      ...{
        kind: 'an unknown field',
        headers: jsonHeaders,
        payload: JSON.stringify(replaced(valid, [...path, field], value)),
      },
      expected: { as: 'names the field', field: dotted([...path, field]) },
    }
  })

/** A value converted to another type. Bodies are not coerced, so the service must not accept it as the original type. */
const otherType = (
  valid: Body,
  checker: ResponseChecker,
  operation: TestedOperation['operation'],
): fc.Arbitrary<Parts> =>
  fc
    .tuple(fc.constantFrom(...pathsIn(valid)), fc.constantFrom(...typeChanges))
    .map(([path, convert]) => (path.length === 0 ? valid : (replaced(valid, path, convert(at(valid, path))) as Body)))
    .map((body) => ({
      ...{ kind: 'another type', headers: jsonHeaders, payload: JSON.stringify(body) },
      ...(!checker.accepts(operation, body) && { expected: { as: 'rejected' as const } }),
    }))
export const typeChanges: ((value: unknown) => unknown)[] = [
  (value) => (typeof value === 'string' ? Number(value) || 1 : String(value)),
  (value) => [value],
  (value) => ({ 0: value }),
  (value) => (typeof value === 'boolean' ? Number(value) : Boolean(value)),
]

/** JSON.parse uses the last of duplicate keys, so an invalid value after a valid one is invalid. */
const duplicates = (
  valid: Body,
  checker: ResponseChecker,
  operation: TestedOperation['operation'],
): fc.Arbitrary<Parts> => {
  const names = Object.keys(valid)
  if (names.length === 0) return fc.constant({ kind: 'duplicate keys', headers: jsonHeaders, payload: '{"a":1,"a":1}' })
  return fc.tuple(fc.constantFrom(...names), hostileValue).map(([name, value]) => {
    const [first, last] = [JSON.stringify(valid[name]), JSON.stringify(value)]
    const rest = JSON.stringify(Object.fromEntries(Object.entries(valid).filter(([one]) => one !== name))).slice(1, -1)
    const isRejected = !checker.accepts(operation, { ...valid, [name]: value })
    return {
      ...{ kind: 'duplicate keys', headers: jsonHeaders },
      payload: `{"${name}":${first},${rest && `${rest},`}"${name}":${last}}`,
      ...(isRejected && { expected: { as: 'rejected' as const } }),
    }
  })
}

const tooDeep = (valid: Body): fc.Arbitrary<Parts> =>
  fc
    .tuple(
      fc.constantFrom(...Object.keys(valid), 'zz_unknown'),
      fc.constantFrom(33, 100, 1_000, 10_000, 30_000),
      fc.constantFrom('list' as const, 'object' as const),
    )
    .map(([name, depth, kind]) => nestedIn(valid, name, kind === 'list' ? depth : Math.min(depth, 10_000), kind))

/** A valid body except for one deeply nested field. */
export function nestedIn(valid: Body, name: string, depth: number, kind: 'list' | 'object'): Parts {
  const rest = JSON.stringify(Object.fromEntries(Object.entries(valid).filter(([one]) => one !== name))).slice(1, -1)
  const payload = `{${rest && `${rest},`}"${name}":${deepText(depth, kind)}}`
  return { kind: 'deep nesting', headers: jsonHeaders, payload, expected: { as: 'rejected' } }
}

const bom = Buffer.from([0xef, 0xbb, 0xbf])
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json-patch+json',
  'application/jsonx',
  'text/json',
  '',
  'application/json, text/plain',
  'garbage',
]

/** Bytes that are not a JSON object in UTF-8 with the JSON content type. The service must reject them. */
export function rawAttacks(valid: Body): fc.Arbitrary<Parts> {
  const text = JSON.stringify(valid)
  const raw = (payload: string | Buffer, headers: Record<string, string> = jsonHeaders): Parts => ({
    ...{ kind: 'raw bytes', payload, headers, expected: { as: 'status', status: [400, 413] } },
  })
  const cut = fc
    .nat({ max: Math.max(0, text.length - 1) })
    .filter((n) => n > 0)
    .map((n) => raw(text.slice(0, n)))
  const noObject = fc.oneof(
    fc.constantFrom(
      'null',
      'true',
      '1',
      '"text"',
      '[]',
      `[${text}]`,
      `${text},`,
      `${text}${text}`,
      `${text}x`,
      '{',
      '}',
      '{]',
      "{'a':1}",
      '{a:1}',
      '{"a":01}',
      '{"a":NaN}',
      '{"a":1,}',
      '// x',
      '\u0000',
      deepText(30_000, 'list'),
      '['.repeat(60_000),
      '{"a":'.repeat(12_000),
    ),
    fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from([0xff, ...bytes])),
  )
  const encodings = fc.constantFrom(
    Buffer.from(text, 'utf16le'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    Buffer.concat([bom, bom, Buffer.from(text)]),
    gzipSync(text),
    Buffer.from('{"a":"\xe9"}', 'latin1'),
    Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  )
  return fc.oneof(
    cut,
    noObject.map((payload) => raw(payload)),
    encodings.map((payload) => raw(payload)),
    fc.constantFrom(...types).map((type) => raw(text, { 'content-type': type })),
    fc
      .constantFrom('gzip', 'br', 'identity, gzip')
      .map((encoding) => raw(gzipSync(text), { ...jsonHeaders, 'content-encoding': encoding })),
    fc
      .constantFrom(65_537, 70_000, 200_000)
      .map(
        (size) =>
          ({ ...raw(`{"pad":"${'x'.repeat(size - 10)}"}`), expected: { as: 'status', status: [413] } }) as Parts,
      ),
    fc.constantFrom('utf-16', 'latin1', 'nonsense').map(
      (charset): Parts => ({
        kind: 'another charset',
        payload: text,
        headers: { 'content-type': `application/json; charset=${charset}` },
      }),
    ),
    fc.constant<Parts>({
      kind: 'a byte order mark',
      payload: Buffer.concat([bom, Buffer.from(text)]),
      headers: jsonHeaders,
    }),
    fc.json({ maxDepth: 4 }).map((payload): Parts => ({ kind: 'any JSON', payload, headers: jsonHeaders })),
  )
}
