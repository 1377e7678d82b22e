import fc from 'fast-check'
import { basePath } from '../../src/app.ts'
import type { RequestExample, TestedOperation } from '../lib/examples.ts'
import type { HttpRequest } from '../lib/transport.ts'
import { bodyAttacks, rawAttacks } from './bodies.ts'
import type { Expected, ResponseChecker } from './checker.ts'
import { headers } from './headers.ts'
import { encoded, jsonHeaders, type Parts, type Valid } from './request-parts.ts'
import { sweepBodies } from './sweep.ts'
import { paths, queries } from './urls.ts'

/** A request of an operation without its token, and the expected response. */
export interface Attack {
  kind: string
  request: HttpRequest
  expected: Expected
  /** Sent over a socket and not injected into the app: a tenth of all requests. */
  overSocket: boolean
}

const anyDeclared: Expected = { as: 'anything declared' }

/** All attacks on one operation. Their shares do not depend on the number of its fields. */
export function attacksFor(tested: TestedOperation, checker: ResponseChecker): fc.Arbitrary<Attack> {
  const example = fc.constantFrom<RequestExample>(...tested.examples)
  const withExample = (make: (valid: Valid) => fc.Arbitrary<Parts>) =>
    example.chain(({ path = {}, query = {}, body }) =>
      make({
        body,
        path: encodedValues(path),
        query: Object.entries(encodedValues(query)),
      }).map(
        (parts): Parts => ({
          ...{ path: encodedValues(path), query: Object.entries(encodedValues(query)) },
          ...(body && { headers: jsonHeaders, payload: JSON.stringify(body) }),
          ...parts,
        }),
      ),
    )
  const kinds = [
    { weight: 4, arbitrary: withExample(() => fc.constant({ kind: 'a repeated valid request' })) },
    { weight: takesQuery(tested) ? 12 : 2, arbitrary: withExample((valid) => queries(tested, valid, checker)) },
    { weight: 6, arbitrary: withExample(() => headers(tested)) },
  ]
  if (tested.operation.path.includes('{'))
    kinds.push({ weight: 8, arbitrary: withExample((valid) => paths(tested, valid)) })
  if (tested.operation.requestBody) {
    kinds.push({ weight: 30, arbitrary: withExample(({ body }) => bodyAttacks(tested, body ?? {}, checker)) })
    kinds.push({ weight: 10, arbitrary: withExample(({ body }) => rawAttacks(body ?? {})) })
  }
  return fc.tuple(fc.oneof(...kinds), fc.nat({ max: 9 })).map(([parts, n]) => ({
    ...buildRequest(tested, parts),
    kind: parts.kind,
    expected: parts.expected ?? anyDeclared,
    overSocket: n === 9,
  }))
}

/** The fixed attacks on an operation's bodies, which are sent before the random ones. */
export const sweepAttacks = (tested: TestedOperation, checker: ResponseChecker): Attack[] =>
  sweepBodies(tested, checker).map(({ exampleIndex, parts }) => ({
    ...buildRequest(tested, { ...parts, path: encodedValues(tested.examples[exampleIndex]?.path ?? {}) }),
    ...{ kind: parts.kind, expected: parts.expected ?? anyDeclared, overSocket: false },
  }))

const takesQuery = ({ operation }: TestedOperation) => operation.parameters.some((one) => one.in === 'query')

const encodedValues = (values: Required<RequestExample>['query']) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encoded(String(value))]))

function buildRequest({ operation: { method, path } }: TestedOperation, parts: Parts): { request: HttpRequest } {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => parts.path?.[name] ?? '1')
  const query = (parts.query ?? []).map(([name, value]) => `${name}=${value}`).join('&')
  return {
    request: {
      ...{ method, url: `${basePath}${filled}${query && `?${query}`}`, headers: parts.headers ?? {} },
      ...(parts.payload !== undefined && { payload: parts.payload }),
    },
  }
}
