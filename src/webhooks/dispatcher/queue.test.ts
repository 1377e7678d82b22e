import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DueDelivery } from './dispatcher.sql.ts'
import { Queue } from './queue.ts'

const event = (id: number) =>
  ({ id, type: 'client.updated', subject_id: 7, ref: null, is_replay: false, in_order: true }) as unknown as DueDelivery

test('a later event of a record follows the one in memory, and does not wait for a due delivery that has succeeded', () => {
  const queue = new Queue(2, false)
  queue.addBlocker({ event_id: 2, type: 'client.updated', subject_id: 7, ref: null, seconds: -30 })
  queue.addDue(event(2))
  queue.addNew(event(3))
  assert.equal(queue.blockedSeconds(event(4)), null, 'it follows 2 and 3')
  const due = queue.takeFirst()
  queue.finish(due)
  assert.equal(queue.blockedSeconds(event(4)), null, 'it follows 3')
  queue.block(queue.takeFirst(), 5)
  assert.equal(queue.blockedSeconds(event(4)), 5, 'it waits for the next attempt of 3')
})
