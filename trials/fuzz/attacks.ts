import fc from 'fast-check'
import { basePath } from '../../src/app.ts'
import type { Known, Recipe } from '../lib/recipes.ts'
import type { Sent } from '../lib/transport.ts'
import { bodyAttacks, rawAttacks } from './bodies.ts'
import type { Expected, Judge } from './checker.ts'
import { headers } from './headers.ts'
import { encoded, jsonHeaders, type Parts, type Valid } from './request-parts.ts'
import { sweepOfBodies } from './sweep.ts'
import { paths, queries } from './urls.ts'

/** One request of an operation as it will be sent, but for the token, and what it must lead to. */
export interface Attack {
  kind: string
  sent: Sent
  expected: Expected
  /** Sent over a connection and not handed to the app: a tenth of all. */
  overWire: boolean
}

const anything: Expected = { as: 'anything declared' }

/** Everything that is tried on one operation, in shares that do not hang on how many fields it has. */
export function attacksOn(known: Known, judge: Judge): fc.Arbitrary<Attack> {
  const recipe = fc.constantFrom<Recipe>(...known.recipes)
  const withRecipe = (make: (valid: Valid) => fc.Arbitrary<Parts>) =>
    recipe.chain(({ path = {}, query = {}, body }) =>
      make({
        body,
        path: texts(path),
        query: Object.entries(texts(query)),
      }).map(
        (parts): Parts => ({
          ...{ path: texts(path), query: Object.entries(texts(query)) },
          ...(body && { headers: jsonHeaders, payload: JSON.stringify(body) }),
          ...parts,
        }),
      ),
    )
  const kinds = [
    { weight: 4, arbitrary: withRecipe(() => fc.constant({ kind: 'a valid request once more' })) },
    { weight: takesQuery(known) ? 12 : 2, arbitrary: withRecipe((valid) => queries(known, valid, judge)) },
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

/** What is tried of an operation's bodies before chance has its say. */
export const sweepOf = (known: Known, judge: Judge): Attack[] =>
  sweepOfBodies(known, judge).map(({ recipe, parts }) => ({
    ...put(known, { ...parts, path: texts(known.recipes[recipe]?.path ?? {}) }),
    ...{ kind: parts.kind, expected: parts.expected ?? anything, overWire: false },
  }))

const takesQuery = ({ operation }: Known) => operation.parameters.some((one) => one.in === 'query')

const texts = (values: Record<string, string | number | boolean>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encoded(String(value))]))

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
