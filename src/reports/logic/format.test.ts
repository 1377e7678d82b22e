import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ValueFormat } from '../spec/spec.schema.ts'
import { formatAxis, formatShares, formatValue } from './format.ts'

test('values are formatted by style, with the given or default decimals', () => {
  const cases: [number | null, ValueFormat, string][] = [
    [1234, { style: 'number' }, '1,234'],
    [1234.5678, { style: 'number' }, '1,234.57'],
    [1234.5, { style: 'number', decimals: 0 }, '1,235'],
    [2, { style: 'number', decimals: 3 }, '2.000'],
    [1234.5, { style: 'currency' }, '$1,234.50'],
    [-1234.5, { style: 'currency', decimals: 0 }, '−$1,235'],
    [37.54, { style: 'percent' }, '37.5%'],
    [0.5, { style: 'percent', decimals: 2 }, '0.50%'],
    [12.25, { style: 'hours' }, '12.3 h'],
    [7, { style: 'hours' }, '7 h'],
    [-0.001, { style: 'number' }, '0'],
    [-3, { style: 'number' }, '−3'],
    [null, { style: 'currency' }, '–'],
  ]
  for (const [value, format, text] of cases) assert.equal(formatValue(value, format), text)
})

test('the ticks of an axis have one short format', () => {
  const cases: [number[], ValueFormat['style'], string[]][] = [
    [[0, 0.25, 0.5], 'number', ['0', '0.25', '0.50']],
    [[0, 2500, 5000], 'number', ['0', '2,500', '5,000']],
    [[0, 5000, 10_000, 20_000], 'currency', ['$0', '$5k', '$10k', '$20k']],
    [[0, 250_000, 500_000], 'number', ['0', '250k', '500k']],
    [[0, 500_000, 1_000_000], 'currency', ['$0', '$0.5m', '$1.0m']],
    [[-20_000, 0, 20_000], 'number', ['−20k', '0', '20k']],
    [[0, 2e9], 'number', ['0', '2b']],
    [[0, 350], 'hours', ['0 h', '350 h']],
    [[0, 20_000], 'hours', ['0 h', '20k h']],
    [[0, 40], 'percent', ['0%', '40%']],
  ]
  for (const [ticks, style, texts] of cases) assert.deepEqual(formatAxis(ticks, { style }), texts)
})

test('shares have a decimal if one of them needs it', () => {
  assert.deepEqual(formatShares([1, 4, 3], 8), ['12.5%', '50.0%', '37.5%'])
  assert.deepEqual(formatShares([1, 1], 2), ['50%', '50%'])
  assert.deepEqual(formatShares([1, 1999], 2000), ['<0.1%', '100.0%'])
  assert.deepEqual(formatShares([0], 0), ['0%'])
})
