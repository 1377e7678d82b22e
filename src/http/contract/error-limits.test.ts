import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness } from '../../../test/harness/harness.ts'
import { maxListedErrors } from './field-errors.ts'

const { organisation } = await harness()
const empties = Array.from({ length: 20_000 }, () => ({}))
const largest = 160 * 1024

describe('a body with thousands of errors is a 422 that lists some and counts the others', () => {
  for (const [what, method, url, body] of [
    ['operations that are none', 'PATCH', '/forms/1', { operations: empties }],
    ['fields that are none', 'POST', '/forms', { name: 'F', steps: [{ title: 'T', fields: empties }] }],
    [
      'fields in many steps',
      'POST',
      '/forms',
      { name: 'F', steps: Array.from({ length: 50 }, () => ({ title: 'T', fields: empties.slice(0, 350) })) },
    ],
    ['steps that are none', 'POST', '/forms', { name: 'F', steps: empties }],
    ['unknown fields', 'POST', '/clients', Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`k${n}`, 1]))],
    [
      'wrong values below a long name of a filter',
      'POST',
      '/reports/insights',
      { name: 'A', spec: { source: 'tasks', filters: { ['k'.repeat(20_000)]: new Array(1000).fill({}) } } },
    ],
    [
      'filters that are none',
      'POST',
      '/reports/insights',
      {
        name: 'A',
        spec: {
          source: 'tasks',
          formula: {
            terms: Object.fromEntries(
              empties.slice(0, 900).map((_, n) => [`t${n}`, { filters: { a: {}, b: [[]], c: [] } }]),
            ),
          },
        },
      },
    ],
    ['wrong texts below a long name', 'POST', '/clients', { ['k'.repeat(20_000)]: new Array(3500).fill('\u0000') }],
  ] as const) {
    test(what, async () => {
      const { status, body: response, text } = await (await organisation()).call(method, url, body)
      assert.equal(status, 422)
      const { '*': more, ...told } = response.errors as Record<string, string[]>
      assert.match(String(more), /^\d+ more problems are not listed\.$/)
      const sentences = Object.values(told).flat()
      assert.ok(sentences.length > 0 && sentences.length <= maxListedErrors, String(sentences.length))
      assert.ok(text.length < largest, `${text.length} characters`)
    })
  }

  test('a list that is too long is reported, whatever its items', async () => {
    const org = await organisation()
    const { body } = await org.patch('/forms/1', { operations: empties })
    assert.ok(body.errors.operations.includes('operations must have 1 to 100 items.'))
    const texts = await org.patch('/forms/1', {
      operations: new Array(20_000).fill({ op: 'rename', name: 'F' }).slice(0, 1800),
    })
    assert.deepEqual(texts.body.errors, { operations: ['operations must have 1 to 100 items.'] })
  })

  for (const [what, url, body] of [
    ['attributes', '/prospects', { first_name: 'A', last_name: 'B' }],
    ['spec', '/reports/insights', { name: 'A' }],
  ] as const) {
    test(`${what} with too many fields is reported once`, async () => {
      const org = await organisation()
      const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]))
      const many = await org.post(url, { ...body, [what]: fields(1001) })
      assert.deepEqual([many.status, many.body.errors], [422, { [what]: [`${what} must have at most 1000 fields.`] }])
      const fewer = await org.post(url, { ...body, [what]: fields(1000) })
      assert.ok(Object.keys(fewer.body.errors).includes(`${what}.k0`), 'fewer are named one by one')
    })
  }

  const wide = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`k${n}`, 1]))
  /** Stands for an object that is too deep for JSON.stringify. */
  const deep = 'deep'
  const textOf = (body: object) =>
    JSON.stringify(body).replace(JSON.stringify(deep), '{"a":'.repeat(4000) + 1 + '}'.repeat(4000))
  const tooWide = (field: string, named = field) => ({ [field]: [`${named} must have at most 1000 fields.`] })
  for (const [what, url, body, errors] of [
    [
      'wrong fields behind too many others',
      '/forms',
      { name: 'F', steps: [{ ...wide, title: 'T', fields: [null] }] },
      tooWide('steps.0'),
    ],
    [
      'a term that is too wide, and too deep behind that',
      '/reports/insights',
      {
        name: 'A',
        spec: {
          ...{ source: 'tasks', visualization: 'metric' },
          formula: { expression: 'a', terms: { a: { metric: 'records::count', ...wide, filters: { x: deep } } } },
        },
      },
      tooWide('spec.formula', 'formula.terms.a'),
    ],
    [
      'options that are too wide, and too deep behind that',
      '/reports/insights',
      { name: 'A', spec: { source: 'tasks', options: { ...wide, x: deep } } },
      tooWide('spec.options', 'options'),
    ],
  ] as const) {
    test(`${what}: a 422 with the number of fields only`, async () => {
      const response = await (await organisation()).post(url, textOf(body), { 'content-type': 'application/json' })
      assert.deepEqual([response.status, response.body.errors], [422, errors])
    })
  }

  test('at the limit all errors are listed, without a count', async () => {
    const unknown = Array.from({ length: maxListedErrors }, (_, n) => [`k${n}`, 1])
    const names = { first_name: 'A', last_name: 'B' }
    const { body } = await (await organisation()).post('/staff', { ...names, ...Object.fromEntries(unknown) })
    assert.deepEqual(
      Object.keys(body.errors),
      unknown.map(([key]) => key),
    )
  })
})
