import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { patternSource, patternText } from '../../../test/factories/forms/arbitrary-patterns.ts'
import { maxPatternLength, patternOf } from './pattern.ts'
import { parse } from './pattern-language.ts'
import { machineOf, maxParts, partsOf, run } from './pattern-machine.ts'

/** The result of JavaScript's own engine. */
const native = (source: string, text: string) => new RegExp(`^(?:${source})$`, 'u').test(text)

test('a pattern matches what a regular expression of the same text matches as a whole', () =>
  fc.assert(
    fc.property(patternSource, fc.array(patternText, { minLength: 1, maxLength: 20 }), (source, texts) => {
      const pattern = patternOf(source)
      fc.pre(pattern !== undefined && texts.length > 0)
      for (const text of texts) assert.equal(pattern!(text), native(source, text), JSON.stringify({ source, text }))
    }),
    { seed: 20261115, numRuns: 5000 },
  ))

test('generated patterns are of the language, and ^ and $ around them change nothing', () =>
  fc.assert(
    fc.property(patternSource, patternText, (source, text) => {
      assert.doesNotThrow(() => parse(source), source)
      // Some have too many parts once they are expanded.
      assert.equal(patternOf(`^${source}$`)?.(text), patternOf(`(${source})`)?.(text), source)
    }),
    { seed: 7, numRuns: 1000 },
  ))

/** Every character of the first planes' beginnings, where the classes differ. */
test('each class has the characters that it has in regular expressions', () => {
  const codes = Array.from({ length: 0x3100 }, (_, i) => i).concat([0xfeff, 0xfffe, 0x1f600, 0x10ffff, 0xd800, 0xdfff])
  const sources = ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '.', '[^a-z]', '[\\W\\d]', '[^\\s_]', '[\\.-z]', '[!-\\]]']
  for (const source of [...sources, '[a-]', '[-a]', '[a-c-]', '[--9]', '[^\\d\\D]', '[\\d\\D]', '[a-zb-y\\w]']) {
    for (const text of codes.map((code) => String.fromCodePoint(code)))
      assert.equal(patternOf(source)!(text), native(source, text), `${source} ${text.codePointAt(0)}`)
  }
})

test('patterns people write for postcodes, plates and references work', () => {
  const cases: [source: string, right: string[], wrong: string[]][] = [
    ['\\d{4}', ['2000'], ['200', '20000', '２０００']],
    ['[A-Z]{2}-\\d{3,5}', ['AB-123', 'AB-12345'], ['ab-123', 'AB-12', 'xAB-123', 'AB-123\n']],
    ['(Mr|Ms|Dr)\\.? [A-Z]\\w+', ['Mr. Ray', 'Dr Who'], ['Mr.Ray', 'Mx Ray']],
    ['[\\w.+-]+@example\\.com', ['a.b+c@example.com'], ['@example.com', 'a@exampleXcom']],
    ['^(a|b)$', ['a', 'b'], ['ab', '^a$']],
    ['^a|b$', ['a', 'b'], ['ab', 'ac']],
    ['\\$\\d+(\\.\\d\\d)?', ['$5', '$5.50'], ['5', '$5.5']],
    ['...', ['😀a1'], ['😀']],
  ]
  for (const [source, right, wrong] of cases) {
    for (const text of right) assert.equal(patternOf(source)!(text), true, `${source} ${text}`)
    for (const text of wrong) assert.equal(patternOf(source)!(text), false, `${source} ${text}`)
  }
})

test('what is not of the language is no pattern', () => {
  const marks = ['*', '+a*+', 'a**', 'a+?', 'a{2}{3}', 'a{1}{2}', 'a{1}*', 'a{2}?', '?', '{2}', 'a{', 'a{}', 'a{,3}']
  const counts = ['a{2,1}', 'a{x}', 'a{1,2,3}', 'a{1000}', 'a{-1}', 'a{1 }', 'a}', 'a]']
  const groups = ['(', ')', '(a', 'a)', '(?=a)', '(?!a)', '(?<n>a)', '(?<=a)', '(?a)', '(?', '(*)', '(+a)']
  const anchors = ['a^', 'a$b', '$a', '(^a)', '(a$)', '^^a', 'a$$', '^*', '$*']
  const sets = ['[', '[]', '[^]', '[a', '[a-', '[z-a]', '[[a]', '[a-\\d]', '[\\d-z]', '[\\w-.]', '[a\\]', '[a-[]']
  const escapes = ['\\', 'a\\', '\\1', '\\b', '\\n', '\\u0041', '\\p{L}', '\\k', '\\é', '[\\n]']
  for (const source of ['', ...marks, ...counts, ...groups, ...anchors, ...sets, ...escapes])
    assert.equal(patternOf(source), undefined, source)
})

test('any text is a pattern or none, and a pattern answers for any text', () =>
  fc.assert(
    fc.property(fc.oneof(patternText, fc.string({ unit: 'binary' })), fc.string({ unit: 'binary' }), (source, text) => {
      assert.match(typeof patternOf(source)?.(text), /^(boolean|undefined)$/)
    }),
    { seed: 3, numRuns: 3000 },
  ))

const nothing = (depth: number): string => (depth === 0 ? '' : `(${nothing(depth - 1)}){499}`)
const hostile = [
  ...['(a*)*', '(a+)+b', '(a|a)*b', '(a?){30}a{30}', '(.*.*.*)*x', '((a*)*)*', '(a|b|ab)*c', '(|a|)*(|a|)*b'],
  ...['([ab]*a[ab]{90})*', '(()*)*', '(a{0,20}){2}', '(.*){30}x', `(${'[a-c\\w.!-~]?'.repeat(40)})*`, nothing(40)],
]

test('hostile patterns take no more steps than the text has characters times the pattern has parts', () => {
  const text = `${'a'.repeat(10_000)}!`
  for (const source of hostile) {
    const parts = partsOf(parse(source))
    const { steps } = run(machineOf(parts), text)
    assert.ok(parts.length <= maxParts)
    assert.ok(steps <= text.length * (parts.length + 1), `${source}: ${steps} steps`)
  }
})

test('parts that lead to the next one alone take one step for each character together', () => {
  for (const source of ['a{100}', '[ab]a[ab]{98}', 'a{33}b{33}c{34}']) {
    const { steps } = run(machineOf(partsOf(parse(source))), 'ab'.repeat(5000))
    assert.ok(steps <= 10_000, `${source}: ${steps} steps`)
  }
})

test('a text that keeps many states active is matched correctly, also across words of 32 states', () => {
  const [letter, other] = [fc.constantFrom('a', 'b'), fc.constantFrom('', 'c')]
  for (const source of ['[ab]*a[ab]{12}', '[ab]*a[ab]{31}', '(a|b)*a[ab]{63}b?', '[ab]{0,20}(ab|ba)*[ab]{33}']) {
    fc.assert(
      fc.property(fc.array(letter, { minLength: 20, maxLength: 200 }), other, (letters, end) => {
        const text = `${letters.join('')}${end}`
        assert.equal(run(machineOf(partsOf(parse(source))), text).isMatch, native(source, text))
      }),
      { seed: 5, numRuns: 300 },
    )
  }
})

test('patterns that would grow too large are none', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`
  assert.ok(patternOf(nested(50)))
  assert.equal(patternOf(nested(51)), undefined)
  assert.equal(patternOf(`${nested(30)}${nested(30)}`)!('aa'), true, 'the depth is that of one group, not of all')
  assert.ok(patternOf(`a{${maxParts}}`))
  for (const source of [`a{${maxParts + 1}}`, '((a{99}){99}){99}', '((a?){99}){99}', '(a|b|c){0,200}', 'a{0,51}'])
    assert.equal(patternOf(source), undefined, source)
  assert.ok(patternOf(`[${'a'.repeat(maxPatternLength - 2)}]`))
  assert.equal(patternOf(`[${'a'.repeat(maxPatternLength - 1)}]`), undefined)
})

test('more patterns than the cache holds are not mixed up', () => {
  for (let i = 0; i < 2500; i++) assert.equal(patternOf(`x{${i % 80}}y${i}`)!(`${'x'.repeat(i % 80)}y${i}`), true)
  assert.equal(patternOf('x{3}y3')!('xxy3'), false)
})
