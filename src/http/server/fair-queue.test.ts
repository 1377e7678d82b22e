import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FairQueue } from './fair-queue.ts'

const always = () => true
/** Takes all items for which there is room, in order. */
function drain(queue: FairQueue<string>, hasRoom: (item: string) => boolean = always): string[] {
  const taken: string[] = []
  for (let item = queue.take(hasRoom); item !== undefined; item = queue.take(hasRoom)) taken.push(item)
  return taken
}

describe('a fair queue', () => {
  test('serves owners round robin, and the items of each in order', () => {
    const queue = new FairQueue<string>(10)
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item[0]!, item, 0)
    assert.deepEqual(drain(queue), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
    assert.equal(queue.size, 0)
  })

  test('when full, displaces the newest item of the owner with most, or rejects that owner’s new item', () => {
    const queue = new FairQueue<string>(4)
    for (const item of ['a1', 'a2', 'a3', 'a4']) assert.equal(queue.add('a', item, 0), undefined)
    assert.equal(queue.add('a', 'a5', 0), 'a5')
    assert.equal(queue.add('b', 'b1', 0), 'a4')
    assert.equal(queue.add('b', 'b2', 0), 'a3')
    assert.equal(queue.add('b', 'b3', 0), 'b3', 'both have as many')
    assert.equal(queue.add('c', 'c1', 0), 'a2')
    assert.deepEqual(drain(queue), ['a1', 'b1', 'c1', 'b2'])
  })

  test('skips owners without room, and they stay first', () => {
    const queue = new FairQueue<string>(10)
    for (const item of ['a1', 'b1', 'b2', 'c1']) queue.add(item[0]!, item, 0)
    assert.deepEqual(
      drain(queue, (item) => !item.startsWith('a')),
      ['b1', 'c1', 'b2'],
    )
    queue.add('b', 'b3', 0)
    assert.deepEqual(drain(queue), ['a1', 'b3'])
  })

  test('takes the items added at a time or before', () => {
    const queue = new FairQueue<string>(10)
    for (const [at, item] of ['a1', 'b1', 'a2', 'b2'].entries()) queue.add(item[0]!, item, at)
    assert.deepEqual(queue.takeOlder(1), ['a1', 'b1'])
    assert.equal(queue.size, 2)
    assert.deepEqual(queue.takeOlder(0), [])
    assert.deepEqual(drain(queue), ['a2', 'b2'])
  })
})
