import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coerceUrlParts, parseQuery } from './query.ts'

const read = (text: string) => {
  const parts = parseQuery(text)
  coerceUrlParts({
    properties: {
      refs: { type: 'array' },
      page: { type: 'integer' },
      deep: { type: 'boolean' },
      name: { type: 'string' },
    },
  })(parts)
  return { ...parts }
}

test('a list is the same comma separated, repeated, with brackets, and mixed', () => {
  for (const text of ['refs=a:1,a:2', 'refs=a:1&refs=a:2', 'refs[]=a:1&refs[]=a:2', 'refs%5B%5D=a:1&refs=a:2']) {
    assert.deepEqual(read(text), { refs: ['a:1', 'a:2'] }, text)
  }
  assert.deepEqual(read('refs=a:1'), { refs: ['a:1'] })
})

test('booleans are only true or false; integers are only digits', () => {
  assert.deepEqual(read('deep=true&page=12'), { deep: true, page: 12 })
  assert.deepEqual(read('deep=false'), { deep: false })
  for (const deep of ['1', 'TRUE', 'yes', '']) assert.deepEqual(read(`deep=${deep}`), { deep })
  for (const page of ['1e2', '0x10', '1.0', '', '+1'])
    assert.deepEqual(read(`page=${encodeURIComponent(page)}`), { page })
})

test('of a repeated single value the last counts, and plus is a space', () => {
  assert.deepEqual(read('name=a&name=b+c'), { name: 'b c' })
})

test('names of Object.prototype are ordinary names', () => {
  const parts = parseQuery('__proto__=x&constructor=y')
  assert.deepEqual(Object.keys(parts), ['__proto__', 'constructor'])
  assert.equal(Object.getPrototypeOf(parts), null)
})
