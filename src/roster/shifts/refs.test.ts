import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRef, refOf } from './refs.ts'

test('a ref is a: or g: with an id up to the largest safe integer', () => {
  assert.deepEqual(parseRef('a:880'), { isAppointment: true, id: 880 })
  assert.deepEqual(parseRef('g:101'), { isAppointment: false, id: 101 })
  assert.deepEqual(parseRef('g:9007199254740991'), { isAppointment: false, id: 9007199254740991 })
})

test('other texts are no refs', () => {
  const texts = [
    '',
    'a',
    'a:',
    ':1',
    '1',
    'b:1',
    'A:1',
    'a:0',
    'a:01',
    'a:-1',
    'a:+1',
    'a:1.5',
    'a:1e3',
    'a: 1',
    ' a:1',
  ]
  const others = [
    'a:1 ',
    'a:1\n',
    'a:1,a:2',
    'aa:1',
    'a:x',
    'a:١',
    'a:9007199254740992',
    'a:99999999999999999',
    'a:1:2',
  ]
  for (const text of [...texts, ...others]) assert.equal(parseRef(text), undefined, JSON.stringify(text))
})

test('the ref of a single shift is its lowest appointment, of others their own id', () => {
  assert.equal(refOf({ type: 'single', id: 7, first_appointment: 90 }), 'a:90')
  assert.equal(refOf({ type: 'group', id: 7, first_appointment: 90 }), 'g:7')
  assert.equal(refOf({ type: 'site', id: 7, first_appointment: 90 }), 'g:7')
})
