import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { isReportError } from './errors.ts'
import { maxRunningOn, queueOf, ReportQueue } from './queue.ts'

/** Work that a test completes. */
function work(queue: ReportQueue, orgId: number, name: string, log: string[], signal?: AbortSignal) {
  let end!: (error?: Error) => void
  const completion = new Promise<string>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve(name))
  })
  const done = queue.run(
    orgId,
    () => {
      log.push(name)
      return completion
    },
    signal,
  )
  return { end, done }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a limited number runs at once, the others as slots become free', async () => {
  const [queue, log] = [new ReportQueue(2, 10), [] as string[]]
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => work(queue, 1, name, log)) as [Work, Work, Work, Work]
  assert.deepEqual(log, ['a', 'b'])
  b.end()
  assert.equal(await b.done, 'b')
  await settled()
  assert.deepEqual(log, ['a', 'b', 'c'])
  c.end(new Error('broken'))
  await assert.rejects(c.done, /broken/)
  await settled()
  assert.deepEqual(log, ['a', 'b', 'c', 'd'])
  for (const one of [a, d]) one.end()
  await Promise.all([a.done, d.done])
  const again = work(queue, 1, 'e', log)
  again.end()
  assert.equal(await again.done, 'e')
})
type Work = ReturnType<typeof work>

test('organisations take turns, and each is first in, first out', async () => {
  const [queue, log] = [new ReportQueue(1, 10), [] as string[]]
  const names = [
    ...(['a1', 'a2', 'a3', 'a4'] as const).map((name) => [1, name] as const),
    ...(['b1', 'b2'] as const).map((name) => [2, name] as const),
    [3, 'c1'] as const,
  ]
  const all = names.map(([orgId, name]) => work(queue, orgId, name, log))
  for (const one of all) one.end()
  await Promise.all(all.map(({ done }) => done))
  assert.deepEqual(log, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('the queue of one organisation is limited and leaves room for others', async () => {
  const [queue, log] = [new ReportQueue(1, 10, 2), [] as string[]]
  const all = ['a1', 'a2', 'a3'].map((name) => work(queue, 1, name, log))
  await assert.rejects(work(queue, 1, 'a4', log).done, isReportError)
  all.push(work(queue, 2, 'b1', log))
  for (const one of all) one.end()
  await Promise.all(all.map(({ done }) => done))
  assert.deepEqual(log, ['a1', 'a2', 'b1', 'a3'])
  const again = ['a5', 'a6', 'a7'].map((name) => work(queue, 1, name, log))
  for (const one of again) one.end()
  await Promise.all(again.map(({ done }) => done))
})

test('an aborted report leaves the queue and frees its slot; a running one continues', async () => {
  const [queue, log] = [new ReportQueue(1, 3, 2), [] as string[]]
  const [running, first, second] = [new AbortController(), new AbortController(), new AbortController()]
  const a1 = work(queue, 1, 'a1', log, running.signal)
  const gone = [work(queue, 1, 'a2', log, first.signal), work(queue, 2, 'b1', log, second.signal)]
  const a3 = work(queue, 1, 'a3', log)
  for (const one of [running, first, second]) one.abort()
  for (const { done } of gone) await assert.rejects(done, isReportError)
  const later = [work(queue, 1, 'a4', log), work(queue, 3, 'c1', log)]
  for (const one of [a1, a3, ...later]) one.end()
  await Promise.all([a1, a3, ...later].map(({ done }) => done))
  assert.deepEqual(log, ['a1', 'a3', 'c1', 'a4'])
})

test('nothing starts for an aborted signal, and listeners are removed once work starts', async () => {
  const [queue, log] = [new ReportQueue(1, 1), [] as string[]]
  await assert.rejects(work(queue, 1, 'a1', log, AbortSignal.abort()).done, isReportError)
  const leaving = new AbortController()
  const all = [work(queue, 1, 'a2', log), work(queue, 1, 'a3', log, leaving.signal)]
  for (const one of all) one.end()
  await Promise.all(all.map(({ done }) => done))
  leaving.abort()
  const again = ['a4', 'a5'].map((name) => work(queue, 1, name, log))
  await assert.rejects(work(queue, 1, 'a6', log).done, isReportError)
  for (const one of again) one.end()
  await Promise.all(again.map(({ done }) => done))
  assert.deepEqual(log, ['a2', 'a3', 'a4', 'a5'])
})

test('a report beyond the limit is rejected with Retry-After, and the others complete', async () => {
  const [queue, log] = [new ReportQueue(1, 2), [] as string[]]
  const all = ['a', 'b', 'c'].map((name) => work(queue, 1, name, log))
  await assert.rejects(work(queue, 2, 'd', log).done, (error: unknown) => {
    assert.ok(isReportError(error))
    assert.equal(error.status, 503)
    assert.equal(error.message, 'The service is busy with reports. Try again in a few seconds.')
    assert.deepEqual(error.headers, { 'retry-after': '5' })
    return true
  })
  for (const one of all) one.end()
  await Promise.all(all.map(({ done }) => done))
  assert.deepEqual(log, ['a', 'b', 'c'])
})

test('reports take at most half of the connections, and at most four', async () => {
  const sizes = [1, 2, 3, 4, 7, 8, 10, 1000]
  assert.deepEqual(sizes.map(maxRunningOn), [1, 1, 1, 2, 3, 4, 4, 4])
  const [queue, log] = [queueOf(new pg.Pool({ max: 2 })), [] as string[]]
  const [a, b] = [work(queue, 1, 'a', log), work(queue, 1, 'b', log)]
  assert.deepEqual(log, ['a'])
  a.end()
  await a.done
  b.end()
  await b.done
})
