import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Paint, terminalLine } from './terminal.ts'

const plain: Paint = (_, text) => text
const marked: Paint = (style, text) => (style === 'dim' ? text : `<${style}>${text}</>`)
/** In the time zone of this machine, as the line has it. */
const time = new Date(2026, 10, 16, 12, 35, 44).getTime()
const request = (fields: object) => ({ level: 30, time, pid: 7, msg: 'request', method: 'GET', ...fields })
const line = (fields: object, paint = plain) => terminalLine({ level: 30, time, ...fields }, paint)

test('a request is one line with local time, path, status, duration and organisation', () => {
  const fields = request({ path: '/shifts', status: 200, ms: 1.6612, org: 'demo' })
  assert.equal(line(fields), '12:35:44 GET /shifts 200 1.7 ms demo\n')
  assert.equal(line(request({ path: '/nothing', status: 404, ms: 1234.5 })), '12:35:44 GET /nothing 404 1235 ms\n')
})

test('4xx and 5xx have their own colours', () => {
  for (const [status, colour] of [
    [200, 'green'],
    [308, 'green'],
    [404, 'yellow'],
    [503, 'red'],
  ] as const)
    assert.equal(line(request({ path: '/', status, ms: 1 }), marked), `12:35:44 GET / <${colour}>${status}</> 1.0 ms\n`)
})

test('control characters of a path are escaped, and a long path is shortened', () => {
  const path = `/\u001b[31m\u009b\u202e${'x'.repeat(500)}`
  assert.equal(
    line(request({ path, status: 404, ms: 1 })),
    `12:35:44 GET ${`/\\x1b[31m\\x9b\\u202e${'x'.repeat(500)}`.slice(0, 120)}… 404 1.0 ms\n`,
  )
})

test('another line has its fields after the message, and a warning and an error say so', () => {
  assert.equal(line({ pid: 7, msg: 'schema migrated', applied: 28 }), '12:35:44 schema migrated applied=28\n')
  assert.equal(line({ level: 40, msg: 'slow' }, marked), '12:35:44 <yellow>warning</> slow\n')
  assert.equal(
    line({ level: 50, msg: 'failed', err: { type: 'Error', message: 'no\u001b', code: '42P01', stack: '    at x' } }),
    '12:35:44 error failed\n    Error: no\\x1b code=42P01\n    at x\n',
  )
})
