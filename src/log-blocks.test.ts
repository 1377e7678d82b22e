import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LogBlocks } from './log-blocks.ts'

/** Takes blocks as told: whole, in part, later or not at all. */
function outlet() {
  const answers: (number | string)[] = []
  const out = { text: '', answers, settle: () => {} }
  const take = (block: Buffer) => {
    const answer = answers.shift() ?? block.length
    if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer })
    out.text += block.subarray(0, answer)
    return Math.min(answer, block.length)
  }
  const write = (block: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void) => {
    out.settle = () => {
      try {
        const written = take(block)
        done(null, written)
      } catch (error) {
        done(error as Error, 0)
      }
    }
  }
  return { out, blocks: new LogBlocks({ write, writeSync: take }) }
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.replace(/"(time|pid)":\d+,/g, ''))

test('lines are gathered and written in order, in parts where it must be', () => {
  const { out, blocks } = outlet()
  blocks.write('one\n')
  blocks.write('two\n')
  assert.equal(out.text, '')
  out.answers.push(2)
  blocks.flush()
  blocks.write('three\n')
  out.settle()
  out.settle()
  blocks.flushSync()
  assert.equal(out.text, 'one\ntwo\nthree\n')
})

test('a full disk costs its lines, and they are counted when there is space again', () => {
  const { out, blocks } = outlet()
  blocks.write('one\ntwo\n')
  out.answers.push(6, 'ENOSPC')
  blocks.flush()
  out.settle()
  out.settle()
  blocks.write('three\n')
  blocks.flushSync()
  const [one, half, three, told] = lines(out.text)
  assert.deepEqual([one, half, three], ['one', 'tw', 'three'])
  assert.match(told!, /"level":40,.*ENOSPC\): 1 lines are lost/)
})

test('a slow reader gets every line, and one that is gone holds up nothing', () => {
  const { out, blocks } = outlet()
  blocks.write('one\n')
  out.answers.push('EAGAIN')
  blocks.flush()
  out.settle()
  out.answers.push('EAGAIN')
  blocks.write('two\n')
  blocks.flushSync()
  assert.equal(out.text, 'one\ntwo\n')
  blocks.write('three\n')
  out.answers.push('EPIPE')
  blocks.flushSync()
  assert.equal(out.text, 'one\ntwo\n')
})

test('what nobody takes does not fill the memory', () => {
  const { out, blocks } = outlet()
  const line = `${'x'.repeat(999)}\n`
  for (let n = 0; n < 10_000; n++) blocks.write(line)
  out.settle()
  out.settle()
  assert.ok(out.text.length < 4_100_000, String(out.text.length))
  assert.ok(/nobody takes it\): 5\d{3} lines are lost/.test(out.text))
})
