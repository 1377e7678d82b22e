import fc from 'fast-check'
import { validValue } from '../../test/factories/arbitrary.ts'
import type { TestedOperation } from '../lib/examples.ts'
import type { Expected, ResponseChecker } from './checker.ts'
import { hostileText } from './hostile.ts'
import { encoded, type Parts, type Valid } from './request-parts.ts'

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

/** Path parameters that name no record. A non-numeric value for a numeric parameter must be rejected. */
export function paths({ operation }: TestedOperation, { path }: Valid): fc.Arbitrary<Parts> {
  const names = Object.keys(path)
  const isNumeric = (name: string) =>
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
    // Words such as `options` are other paths.
    ...(isNumeric(name) &&
      !/^\d+$/.test(part) &&
      !/^[a-z-]+$/.test(part) && { expected: { as: 'rejected' } as Expected }),
  }))
}

/** Declared query parameters with hostile or invalid values, and undeclared parameters. */
export function queries(
  { operation }: TestedOperation,
  { query }: Valid,
  checker: ResponseChecker,
): fc.Arbitrary<Parts> {
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
  const invalid = declared.flatMap(({ name, schema }) =>
    invalidValues(schema.contentSchema ? {} : schema).map((value) => [name, encoded(value)] as [string, string]),
  )
  if (invalid.length === 0) return hostile
  const arbitraries = declared.map(({ name, schema }) => [
    name,
    validValue(schema.contentSchema ?? schema, checker.resolve),
  ])
  const fits = fc.record(Object.fromEntries(arbitraries), { requiredKeys: [] }).map(
    (values): Parts => ({
      ...{ kind: 'a valid query', expected: { as: 'not malformed' } },
      query: Object.entries(values).map(([name, value]) => [
        name,
        encoded(typeof value === 'string' ? value : JSON.stringify(value)),
      ]),
    }),
  )
  const rejected = fc.constantFrom(...invalid).map(
    ([name, value]): Parts => ({
      ...{
        kind: 'an invalid query',
        query: [...query.filter(([one]) => one !== name), [name, value]],
        expected: { as: 'status', status: [404, 422] },
      },
    }),
  )
  return fc.oneof(hostile, fits, rejected)
}

function invalidValues(schema: Record<string, any>): string[] {
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
