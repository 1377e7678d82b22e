import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '../../../test/harness/harness.ts'

const { organisation } = await harness()
const org = await organisation()
const rejected = async (input: object): Promise<Record<string, string[]>> => {
  const { status, body } = await org.post('/reports/insights', { name: 'A', spec: { source: 'tasks', ...input } })
  assert.equal(status, 422)
  return body.errors
}

/** The input beside the source, and the key and the beginning of the message that rejects it. */
type Rejection = [sent: object, key: string, sentence: RegExp]
const rejections: Rejection[] = [
  [{ source: 'payroll' }, 'source', /^source must be one of clients, staff, appointments, /],
  [{ source: 'constructor' }, 'source', /^source must be one of clients, /],
  [{ source: null }, 'source', /^source must be one of /],
  [{ metric: 'minutes' }, 'metric', /^metric must be one of records::count, minutes::sum, minutes::avg, /],
  [{ metric: 'minutes::count' }, 'metric', /^metric must be one of /],
  [{ metric: null }, 'metric', /^metric must be one of /],
  [{ visualization: 'radar' }, 'visualization', /^visualization must be one of metric, bar, line, /],
  [{ visualization: null }, 'visualization', /^visualization must be one of /],
  [{ group_by: 'date' }, 'group_by', /^group_by must be one of title, client, .*date:day, date:week/],
  [{ group_by: 'minutes' }, 'group_by', /^group_by must be one of /],
  [{ group_by: ['title'] }, 'group_by', /^group_by must be one of /],
  [{ breakdown_by: 'title' }, 'breakdown_by', /^breakdown_by needs a group_by\.$/],
  [
    { group_by: 'title', breakdown_by: 'title' },
    'breakdown_by',
    /^breakdown_by must be another group than group_by\.$/,
  ],
  [{ colour: 1 }, 'colour', /^colour is not supported; supported keys are source, metric, visualization, /],
  [{ toString: 1 }, 'toString', /^toString is not supported; /],
  [
    { target: { value: 1 } },
    'target',
    /^target is for bar, area, line only and cannot be kept by metric; null removes it\.$/,
  ],
  [{ visualization: 'bar', target: { value: '1' } }, 'target', /^target\.value must be a number\.$/],
  [{ visualization: 'bar', target: {} }, 'target', /^target\.value is required and must be a number\.$/],
  [
    { visualization: 'bar', target: { value: 1, label: 'x'.repeat(101) } },
    'target',
    /^target\.label must be a text of 1 to 100 /,
  ],
  [{ visualization: 'bar', target: 5 }, 'target', /^target must be an object with value, label\.$/],
  [
    { value_format: { decimals: 2 } },
    'value_format',
    /^value_format\.style is required and must be one of number, currency, /,
  ],
  [
    { value_format: { style: 'number', decimals: 7 } },
    'value_format',
    /^value_format\.decimals must be a whole number from 0 to 6\.$/,
  ],
  [{ options: { stacked: 1 } }, 'options', /^options\.stacked must be true or false\.$/],
  [{ options: { limit: 1001 } }, 'options', /^options\.limit must be a whole number from 1 to 1000\.$/],
  [{ options: { sort: { by: 'name' } } }, 'options', /^options\.sort\.by must be one of group, value\.$/],
  [{ options: { sort: 'value' } }, 'options', /^options\.sort must be an object with by, direction\.$/],
  [{ options: { legend: true } }, 'options', /^options\.legend is not supported; supported fields are stacked, /],
  [
    { conditional_formatting: {} },
    'conditional_formatting',
    /^conditional_formatting must be a list of at most 20 rules/,
  ],
  [
    { conditional_formatting: [{ operator: '~', value: 1, color: 'red' }] },
    'conditional_formatting',
    /^conditional_formatting\.0\.operator must be one of is, /,
  ],
  [
    { conditional_formatting: [{ operator: 'between', value: [2, 1], color: 'red' }] },
    'conditional_formatting',
    /^conditional_formatting\.0\.value must be a list of two numbers/,
  ],
  [
    { conditional_formatting: [{ operator: '>', value: [1, 2], color: 'red' }] },
    'conditional_formatting',
    /^conditional_formatting\.0\.value must be a number\.$/,
  ],
  [
    { conditional_formatting: [{ operator: '>', value: 1, color: '#12345' }] },
    'conditional_formatting',
    /^conditional_formatting\.0\.color must be one of green, .*#rrggbb/,
  ],
  [
    { formula: { expression: 'a +', terms: { a: { metric: 'records::count' } } } },
    'formula',
    /^formula\.expression must have a number/,
  ],
  [
    { formula: { expression: 'a + b', terms: { a: { metric: 'records::count' } } } },
    'formula',
    /^formula\.expression uses b, which is not among its terms: a\.$/,
  ],
  [
    { formula: { expression: '1', terms: { a: { metric: 'records::count' } } } },
    'formula',
    /^formula\.terms\.a must be used in the expression\.$/,
  ],
  [
    { formula: { expression: 'a', terms: { a: { metric: 'hours::sum' } } } },
    'formula',
    /^formula\.terms\.a\.metric must be one of records::count, minutes::sum/,
  ],
  [
    { formula: { expression: 'a', terms: { a: { metric: 'records::count', filters: { x: 1 } } } } },
    'formula',
    /^formula\.terms\.a\.filters\.x is no field/,
  ],
  [{ formula: { expression: 'a', terms: {} } }, 'formula', /^formula\.terms must be an object of 1 to 20 terms/],
  [
    { formula: { expression: 'A', terms: { A: { metric: 'records::count' } } } },
    'formula',
    /^formula\.terms\.A must be named by small letters/,
  ],
  [
    { formula: { expression: `a${'+a'.repeat(250)}`, terms: { a: { metric: 'records::count' } } } },
    'formula',
    /^formula\.expression must be a text of 1 to 500/,
  ],
  [{ filters: [] }, 'filters', /^filters must be an object of values by field/],
  [{ filters: { stage: 'New' } }, 'filters', /^filters\.stage is no field to filter by; fields are title, client, /],
  [{ filters: { constructor: 'New' } }, 'filters', /^filters\.constructor is no field to filter by; /],
  ...(
    [
      [{ title: null }, /^title must be a value, a list of values, or an object with operator, value\.$/],
      [{ title: [] }, /^title must be a list of 1 to 100 values\.$/],
      [{ title: new Array(101).fill('a') }, /^title must be a list of 1 to 100 values\.$/],
      [{ title: ['a', []] }, /^title\.1 must be a text, a number, or true or false\.$/],
      [{ title: {} }, /^title\.operator must be one of is, is_not, .*, not_empty\.$/],
      [{ title: { operator: 'like', value: 'a' } }, /^title\.operator must be one of is, /],
      [{ title: { operator: 'is' } }, /^title\.value is required and must be a text, a number, or true or false\.$/],
      [{ title: { operator: 'is', value: ['a'] } }, /^title\.value must be a text, a number, or true or false\.$/],
      [{ title: { operator: 'in', value: 'a' } }, /^title\.value must be a list of 1 to 100 values\.$/],
      [{ minutes: { operator: 'between', value: 2 } }, /^minutes\.value must be a list of two values, the lower/],
      [{ title: { operator: 'empty', value: 1 } }, /^title\.value is not supported; supported fields are operator\.$/],
      [
        { title: { operator: 'is', value: 'a', not: 1 } },
        /^title\.not is not supported; supported fields are operator, value\.$/,
      ],
    ] as const
  ).map(([filters, { source }]): Rejection => [{ filters }, 'filters', new RegExp(`^filters\\.${source.slice(1)}`)]),
  [
    { filters: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f${i}`, 1])) },
    'filters',
    /^filters must have at most 20 fields\.$/,
  ],
  [{ formula: 'a' }, 'formula', /^formula must be an object with expression, terms\.$/],
  [
    { formula: { expression: 'a', terms: { a: { metric: 'records::count', filters: [] } } } },
    'formula',
    /^formula\.terms\.a\.filters must be an object of values by field/,
  ],
]
test('an invalid term name is reported once, whatever it does to the expression', async () => {
  for (const [name, expression] of [
    ['a-b', 'a-b'],
    ['My Term', 'My Term * 2'],
    ['A', '(A'],
  ] as const) {
    const formula = { expression, terms: { [name]: { metric: 'records::count' } } }
    const sentence = `formula.terms.${name} must be named by small letters, digits and _, beginning with a letter, at most 30 of them, and not round.`
    assert.deepEqual(await rejected({ formula }), { 'spec.formula': [sentence] })
  }
})
for (const [input, key, sentence] of rejections) {
  test(`${JSON.stringify(input).slice(0, 90)} is rejected with the allowed values`, async () => {
    const errors = await rejected(input)
    assert.deepEqual(Object.keys(errors), [`spec.${key}`])
    assert.match(errors[`spec.${key}`]!.join(' '), sentence)
  })
}
