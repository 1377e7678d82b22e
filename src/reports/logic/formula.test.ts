import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Expression, evaluate, parseFormula, round, sum, termsOf } from './formula.ts'

const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)

const treeOf = (expression: string): Expression => {
  const read = parseFormula(expression)
  if ('problem' in read) assert.fail(`${expression}: ${read.problem}`)
  return read.tree
}
const worth = (expression: string, values: Record<string, number | null> = {}) => evaluate(treeOf(expression), values)
const problem = (expression: string): string => {
  const read = parseFormula(expression)
  return 'problem' in read ? read.problem : assert.fail(`${expression} was read`)
}

test('operators have the precedence of arithmetic, in every notation', () => {
  for (const [expression, value] of [
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['8 - 3 - 2', 3],
    ['8 / 4 / 2', 1],
    ['2 * -3', -6],
    ['--2', 2],
    ['-2 - -3', 1],
    ['6 ÷ 3 × 2 − 1', 3],
    ['.5 + 1.25', 1.75],
    ['0.1 + 0.2', 0.3],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005, 2)', 1.01],
    ['round(10 / 3, 4)', 3.3333],
    ['round(0.0000001, 6)', 0],
    ['round(123456789012345678)', 123456789012346000],
    ['1234567890123.45 + 0', 1234567890123.45],
    ['round(1234567890123.455, 2)', 1234567890123.46],
    ['1234.56 - 1234.46', 0.1],
    ['1234.46 - 1234.56 + 0.1', 0],
    ['1 / 3 - 0.333', 0.000333333333333],
    ['1 / (0.3 - 0.1 - 0.2)', null],
    ['0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1', 1],
    ['\t1\n+ 1 ', 2],
    ['0 * -1', 0],
  ] as const) {
    assert.ok(Object.is(worth(expression), value), `${expression} is ${worth(expression)}`)
  }
})

test('terms have their values; a missing value or a division by zero gives null', () => {
  assert.equal(worth('a / b * 100', { a: 1, b: 3 }), 33.3333333333333)
  assert.deepEqual(termsOf(treeOf('a / round(b_2, 1) + -a')), new Set(['a', 'b_2']))
  for (const [expression, values] of [
    ['a / b', { a: 1, b: 0 }],
    ['a / (b - b)', { a: 1, b: 2 }],
    ['a + b', { a: 1, b: null }],
    ['0 * a', { a: null }],
    ['a + toString', { a: 1 }],
    ['a * a', { a: 1e200 }],
    ['a / b - a / b', { a: 1e200, b: 1e-200 }],
  ] as const) {
    if (expression.includes('toString')) assert.match(problem(expression), /small letters/)
    else assert.equal(worth(expression, values), null, expression)
  }
  assert.equal(evaluate({ is: 'term', name: 'constructor' }, {}), null)
  assert.equal(worth('constructor * 2', { constructor: 3 }), 6)
})

test('an invalid formula is rejected with what is missing and where', () => {
  for (const [expression, sentence] of [
    ['', 'must have a number, a term or a bracket at its end.'],
    ['a +', 'must have a number, a term or a bracket at its end.'],
    ['a + * b', 'must have a number, a term or a bracket in place of “*” at character 5.'],
    ['(a', 'must have a “)” for the “(” at character 1.'],
    ['a)', 'must have a “(” for the “)” at character 2.'],
    ['2a', 'must have +, -, * or / before “a” at character 2.'],
    ['1e3', 'must have +, -, * or / before “e3” at character 2.'],
    ['a b', 'must have +, -, * or / before “b” at character 3.'],
    ['1.', 'must have nothing but numbers, terms, + - * / ( ) and round(…); “.” is at character 2.'],
    ['a ^ 2', 'must have nothing but numbers, terms, + - * / ( ) and round(…); “^” is at character 3.'],
    ['a😀', 'must have nothing but numbers, terms, + - * / ( ) and round(…); “😀” is at character 2.'],
    ['round', 'must have round(x) or round(x, decimals) at character 1.'],
    ['round(1, 7)', 'must round to a whole number of decimals from 0 to 6, at character 10.'],
    ['round(1, a)', 'must round to a whole number of decimals from 0 to 6, at character 10.'],
    ['round(1, 1, 1)', 'must have a “)” for the “(” at character 6.'],
    ['round()', 'must have a number, a term or a bracket in place of “)” at character 7.'],
    [
      'max(a, 2)',
      'must have round as its only function, and +, -, * or / between a term and a bracket; “max(” is at character 1.',
    ],
    [
      '1 + ROUND (a)',
      'must have round as its only function, and +, -, * or / between a term and a bracket; “ROUND(” is at character 5.',
    ],
    ['(a, b)', 'must have a “)” for the “(” at character 1.'],
  ] as const)
    assert.equal(problem(expression), sentence, expression)
  for (const name of ['A', '_a', 'a'.repeat(31), 'constructor()', 'process.exit(1)'])
    assert.match(problem(name), /^must have /)
})

test('too deeply nested brackets and signs are rejected', () => {
  for (const part of ['(', '-', '((-', 'round(', '1+(', ')', 'a', '1', '+']) {
    const read = parseFormula(part.repeat(500 / part.length))
    assert.ok('problem' in read || part === '1', part)
  }
  assert.equal(worth(`${'('.repeat(50)}1${')'.repeat(50)}`), 1)
  assert.equal(worth(Array(250).fill('1').join('+')), 250)
  assert.equal(problem(`${'('.repeat(80)}1${')'.repeat(80)}`), 'must have at most 60 brackets inside each other.')
})

/** A formula as text, and its value by JavaScript's arithmetic. */
interface Sample {
  text: string
  value: (values: number[]) => number | null
}
const names = ['a', 'b', 'total_2']
const both = (f: (x: number, y: number) => number | null, left: Sample, right: Sample) => (values: number[]) => {
  const [x, y] = [left.value(values), right.value(values)]
  return x === null || y === null ? null : f(x, y)
}
const divide = (x: number, y: number) => (y === 0 ? null : x / y)
const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    fc.integer({ min: 0, max: 999 }).map((n) => ({ text: `${n / 4}`, value: () => n / 4 })),
    fc.nat(2).map((n) => ({ text: names[n]!, value: (values: number[]) => values[n]! })),
    fc.tuple(tie('sample'), tie('sample'), fc.constantFrom('+', '−', '*', ' ÷ ')).map(([left, right, sign]) => ({
      text: `(${left.text}${sign}${right.text})`,
      value: both(
        sign === '+' ? sum : sign === '−' ? (x, y) => sum(x, -y) : sign === '*' ? (x, y) => x * y : divide,
        left,
        right,
      ),
    })),
    tie('sample').map(({ text, value }) => ({
      text: `-${text}`,
      value: (values: number[]) => {
        const x = value(values)
        return x === null ? null : -x
      },
    })),
  ),
}))

test('any formula has the value that JavaScript computes', () => {
  const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(sample, values, ({ text, value }, numbers) => {
      const expected = value(numbers)
      const got = worth(text, Object.fromEntries(names.map((name, index) => [name, numbers[index]!])))
      if (expected === null || !Number.isFinite(expected)) assert.equal(got, null)
      else assert.equal(got, Number(expected.toPrecision(15)) + 0)
    }),
    { seed, numRuns: 2000 },
  )
})

test('any text is parsed or rejected without an exception', () => {
  const pieces = fc.constantFrom(
    'a',
    'b1',
    '1',
    '.5',
    '+',
    '-',
    '*',
    '/',
    '(',
    ')',
    ',',
    'round',
    ' ',
    '÷',
    '$',
    'e9',
    'é',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces).map((list) => list.join('')),
        fc.string(),
      ),
      (text) => {
        const read = parseFormula(text)
        if ('problem' in read) assert.match(read.problem, /^must .*\.$/s)
        else evaluate(read.tree, { a: 1, b1: null })
      },
    ),
    { seed, numRuns: 2000 },
  )
})

test('rounding uses the decimal digits', () => {
  for (const [value, decimals, expected] of [
    [2.675, 2, 2.68],
    [-2.675, 2, -2.68],
    [1e21, 2, 1e21],
    [5e-7, 6, 0.000001],
    [-0.4, 0, 0],
    [Number.POSITIVE_INFINITY, 2, Number.POSITIVE_INFINITY],
  ] as const)
    assert.ok(Object.is(round(value, decimals), expected), `${value}`)
})
