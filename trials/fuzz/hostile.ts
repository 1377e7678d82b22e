import fc from 'fast-check'

/** Texts that are known to break databases, templates, shells, terminals or parsers. */
export const hostileTexts = [
  ...['\u0000', 'a\u0000b', '\ud800', '\udc00\ud800', 'x\udfffy', '\ufeff', '\ufffe', '\uffff'],
  ...[
    '\u202e\u202dabc',
    '\u200f\u200e',
    '\u2066\u2069',
    '\u200b',
    '\u0301\u0301\u0301',
    '👩‍👩‍👧‍👦',
    '𝔘𝔫𝔦',
    'İıſß',
    'ﷺ'.repeat(40),
  ],
  ...[
    "'; drop table client; --",
    "' or '1'='1",
    '$1',
    '$$;select 1;$$',
    "\\'; select pg_sleep(1)--",
    '%',
    '_',
    '\\',
    '%_\\%',
    "E'\\x00'",
  ],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</script><svg/onload=alert(1)>',
    '&lt;b&gt;',
    '{{7*7}}',
    '#{7*7}',
  ],
  ...[
    '%s%n%x',
    '%00',
    '%',
    '%zz',
    '\r\nSet-Cookie: a=b',
    '\r\n\r\n',
    '../../etc/passwd',
    '..\\..\\',
    'file:///etc/passwd',
    'C:\\',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '[]',
    '{}',
    '0',
    '-0',
    '1e400',
    '1e-400',
    '0x10',
    '٣',
    '１２',
    '1_000',
    ' 1 ',
    '+1',
    '1.0',
  ],
  ...[
    '9007199254740993',
    '99999999999999999999',
    '-9223372036854775809',
    'Infinity',
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '10000-01-01',
  ],
  ...[
    '+275760-09-13',
    '2026-11-15T25:00:00Z',
    '24:00:00',
    '2026-11-15 00:00:60',
    '=1+1',
    '@SUM(A1)',
    '-1+1|cmd',
    '__proto__',
    'constructor',
  ],
  ...[
    'toString',
    'hasOwnProperty',
    'a:1',
    'g:0',
    'a:9007199254740992',
    'general:',
    'task:-1',
    'imp_',
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u2028',
    '',
  ],
]

/** Bytes in JSON, where a quote or backslash takes two. */
const bytesOf = (unit: string) => Buffer.byteLength(JSON.stringify(unit)) - 2

/** Longer than every text limit, and short enough for a body. */
const long = fc
  .constantFrom(101, 256, 501, 2_001, 10_001, 20_001, 50_000)
  .chain((length) =>
    fc
      .constantFrom('x', 'é', '😀', ' ', '\\', '"')
      .map((unit) => unit.repeat(Math.min(length, Math.floor(60_000 / bytesOf(unit))))),
  )

export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: long },
)

const numbers = [
  ...[
    0,
    -0,
    -1,
    1,
    1.5,
    0.1 + 0.2,
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31),
    2 ** 32,
    2 ** 53 - 1,
    2 ** 53,
    2 ** 63,
    1e21,
    1e308,
    -1e308,
    5e-324,
  ],
]

/** Nesting that could exhaust a stack. Built as text, because building it as a value would exhaust ours. */
export const deepText = (depth: number, kind: 'list' | 'object') =>
  kind === 'list' ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

export const keys = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'id',
    'org_id',
    'created_at',
    'zz_unknown',
    '',
    ' ',
    '$ref',
    'a.b',
    'a/b~c',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
)

/** An object with an unusual key. JSON.parse makes `__proto__` an ordinary field; an object literal does not. */
const oddObject = fc
  .tuple(keys, hostileText)
  .map(([key, value]) => JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`) as unknown)

const nested = (depth: number) => {
  let value: unknown = 1
  for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { a: value }
  return value
}

/** Replaces a value of a valid request. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: hostileText },
  { weight: 4, arbitrary: fc.constantFrom(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], [{}], { a: {} }) },
  { weight: 1, arbitrary: oddObject },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(31, 32, 33, 60, 500).map(nested) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(51, 201, 1001, 5000)
      .chain((length) => fc.constantFrom<unknown>(1, 'x', null).map((item) => Array(length).fill(item))),
  },
)
