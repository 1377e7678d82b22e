import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type pg from 'pg'
import { slugOf } from '../../src/access/organisations.ts'
import { checkValue } from '../../src/forms/logic/check.ts'
import { numberOf } from '../../src/forms/logic/values.ts'
import { nfcOf } from '../../src/http/contract/nfc.ts'
import { makeAjv } from '../../src/http/contract/validation.ts'
import { maxSignedLength, readSigned, writeSigned } from '../../src/http/pages/signed.ts'
import { encodingFor } from '../../src/http/responses/documents.ts'
import { unknownReport } from '../../src/reports/page/notices.ts'
import { summaryOf } from '../../src/reports/page/summary.ts'
import { viewerOf } from '../../src/reports/page/viewer.ts'
import type { Spec } from '../../src/reports/spec/spec.schema.ts'
// @ts-expect-error The scripts of the reference page have no types.
import { colourJson } from '../../web/docs/code.js'

/** With this length, a pattern that takes quadratic time exceeds the test's timeout. */
const many = 1_000_000

test('a link longer than any valid one is rejected before any query or pattern', async () => {
  const db = { query: () => assert.fail('there was a query') } as unknown as pg.Pool
  for (const link of [`x${'+'.repeat(15_000)}a`, `x${' '.repeat(many)}a`, '('.repeat(many), 'x'.repeat(300)]) {
    assert.equal(await viewerOf(db, { slug: 'acme', kind: 'insight', id: 1, link }, 0), unknownReport)
  }
})

test('a signed value longer than any valid one is rejected although its signature is valid', () => {
  const key = randomBytes(32)
  const [short, long] = ['x', 'x'.repeat(maxSignedLength)].map((value) => writeSigned(key, ['test'], value))
  assert.equal(readSigned(key, ['test'], short!), 'x')
  assert.equal(readSigned(key, ['test'], long!), undefined)
})

test('patterns for callers’ texts run in linear time', () => {
  const ajv = makeAjv()
  const isOf = (format: string, text: string) => ajv.compile({ type: 'string', format })(text)
  const email = (text: string) =>
    checkValue({ type: 'email', label: 'Email', key: 'email', required: false }, text) === undefined
  const formula = (expression: string) => {
    const terms = { a: { metric: 'records::count' } }
    return summaryOf(
      { source: 'tasks', metric: 'records::count', visualization: 'metric', formula: { expression, terms } } as Spec,
      () => '',
    )?.what
  }
  const marks = '\u0301'.repeat(many) + '\u0323'.repeat(many)
  const cases: [string, unknown, unknown][] = [
    ['marks in an endless row', nfcOf(`a${marks}`), `a${marks}`],
    ['a typed number', numberOf(`${'1'.repeat(many)}x`), `${'1'.repeat(many)}x`],
    ['a formula', formula(`(${' '.repeat(many)}a)`), '(a)'],
    ['a name for a slug', slugOf(`x${'-'.repeat(many)}x`), 'x-x'],
    ['an email of a body', isOf('email', `a@${'a'.repeat(many)}!`), false],
    ['an email of many labels', isOf('email', `a@${'a.'.repeat(many)}!`), false],
    ['a web address', isOf('web-address', `https://${'/'.repeat(many)} `), false],
    ['an instant', isOf('date-or-instant', `2026-11-30T00:00:00.${'0'.repeat(many)}`), false],
    ['an email of a form', email(`a@${'a.'.repeat(many)}@`), false],
    [
      'accepted encodings',
      encodingFor(`br${' '.repeat(many)}x, gzip;${' '.repeat(many)}q=0.5${'0'.repeat(many)}`),
      'gzip',
    ],
  ]
  for (const [what, actual, expected] of cases) assert.ok(actual === expected, what)
})

test('the API reference colours an unterminated string as one string in linear time', (t) => {
  const pieces: unknown[] = []
  Object.assign(globalThis, { document: { createElement: () => ({}) } })
  t.after(() => Reflect.deleteProperty(globalThis, 'document'))
  colourJson({ append: (...all: unknown[]) => pieces.push(...all) }, `"${'\\"'.repeat(1000)}`)
  assert.deepEqual(pieces, ['', { className: 'string', textContent: `"${'\\"'.repeat(1000)}` }, '', ''])
})
