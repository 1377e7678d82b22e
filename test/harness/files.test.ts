import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectTests, testFiles } from './files.ts'

test('npm test without an argument runs all test files', () => {
  assert.deepEqual(selectTests([]), { files: testFiles(), unmatched: [] })
})

test('npm test with a folder runs the test files below it, once each; a file beside it is added', () => {
  const below = testFiles().filter((file) => file.startsWith('src/prospects/'))
  assert.ok(below.length > 3)
  for (const folder of ['src/prospects', 'src/prospects/', './src/prospects'])
    assert.deepEqual(selectTests([folder]), { files: below, unmatched: [] })
  const file = 'src/staff/staff.test.ts'
  assert.deepEqual(selectTests(['src/prospects', below[0]!, file]), { files: [...below, file], unmatched: [] })
})

test('npm test names each argument without a test, also the beginning of a name', () => {
  const wrong = ['src/prospect', 'src/nothing.test.ts', 'src/process/config.ts']
  assert.deepEqual(selectTests(wrong), { files: [], unmatched: wrong })
})
