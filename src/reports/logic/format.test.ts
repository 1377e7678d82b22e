import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatShare, formatShort, formatValue } from './format.ts'
import type { ValueFormat } from './spec.ts'

test('values are written by their style, with as many decimals as asked for or as are of use', () => {
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

test('on an axis there is little room', () => {
  const cases: [number, ValueFormat['style'], string][] = [
    [0, 'number', '0'],
    [0.25, 'number', '0.25'],
    [9_500, 'number', '9,500'],
    [25_000, 'number', '25k'],
    [1_250_000, 'currency', '$1.3m'],
    [350, 'hours', '350 h'],
    [-20_000, 'number', '−20k'],
    [40, 'percent', '40%'],
  ]
  for (const [value, style, text] of cases) assert.equal(formatShort(value, { style }).toLowerCase(), text, text)
})

test('shares have a decimal where they need one', () => {
  assert.deepEqual(
    [formatShare(1, 8), formatShare(1, 2), formatShare(1, 2000), formatShare(0, 5), formatShare(0, 0)],
    ['12.5%', '50%', '<0.1%', '0%', '0%'],
  )
})
