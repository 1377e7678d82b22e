import fc from 'fast-check'

/** The characters of patterns and texts: few, so that they often match, and some that are easily confused. */
const characters = [
  'a',
  'b',
  'c',
  'B',
  'Z',
  '0',
  '7',
  '_',
  '-',
  '.',
  ' ',
  '\t',
  '\n',
  '\r',
  '\u2028',
  '\u00a0',
  'é',
  '😀',
]
const signs = ['^', '$', '\\', '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|', '/']
const inClass = ['^', '\\', ']', '[', '-']

const plain = fc.constantFrom(...characters.filter((one) => !signs.includes(one)))
const escapedSign = fc.constantFrom(...signs).map((sign) => `\\${sign}`)
const shorthand = fc.constantFrom('\\d', '\\D', '\\w', '\\W', '\\s', '\\S')

/** One character of a class: its source and its code point. */
const member = fc.oneof(
  fc
    .constantFrom(...characters.filter((one) => !inClass.includes(one)), '*', '(', '$', '|')
    .filter((one) => one !== '-')
    .map((one) => ({ text: one, code: one.codePointAt(0)! })),
  fc.constantFrom(...inClass, '.').map((one) => ({ text: `\\${one}`, code: one.codePointAt(0)! })),
)
const range = fc
  .tuple(member, member)
  .map(([a, b]) => (a.code <= b.code ? `${a.text}-${b.text}` : `${b.text}-${a.text}`))
const characterClass = fc
  .record({
    negation: fc.constantFrom('', '', '^'),
    first: fc.constantFrom('', '', '-'),
    members: fc.array(
      fc.oneof(
        member.map(({ text }) => text),
        range,
        shorthand,
      ),
      { minLength: 1, maxLength: 4 },
    ),
    last: fc.constantFrom('', '', '-'),
  })
  .map(({ negation, first, members, last }) => `[${negation}${first}${members.join('')}${last}]`)

const count = fc.oneof(
  fc.constantFrom('', '', '*', '+', '?'),
  fc.tuple(fc.nat(3), fc.nat(3)).chain(([a, b]) => fc.constantFrom(`{${a}}`, `{${a},}`, `{${a},${a + b}}`)),
)

/** Patterns that our engine and JavaScript's both accept. */
export const { pattern: patternSource } = fc.letrec<{
  pattern: string
  sequence: string
  counted: string
  one: string
}>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((all) => all.join('|')),
  sequence: fc.array(tie('counted'), { maxLength: 4 }).map((all) => all.join('')),
  counted: fc.tuple(tie('one'), count).map((all) => all.join('')),
  one: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    plain,
    escapedSign,
    shorthand,
    fc.constant('.'),
    characterClass,
    fc.tuple(fc.constantFrom('(', '(?:'), tie('pattern')).map(([open, inner]) => `${open}${inner})`),
  ),
}))

export const patternText = fc
  .array(fc.constantFrom(...characters, ...signs, '\u1680', 'K'), { maxLength: 8 })
  .map((all) => all.join(''))
