import { setImmediate as nextTick } from 'node:timers/promises'
import type pg from 'pg'
import { queueOf } from '../../../src/reports/engine/queue.ts'

/** The queue of a pool's reports, which a test fills and empties. */
export function reportQueueOf(db: pg.Pool) {
  const queue = queueOf(db)
  return {
    /** Takes the four slots, and adds `waiting` reports to the queue. */
    fill(orgId: number, waiting = 0) {
      let open = () => {}
      const gate = new Promise<void>((resolve) => {
        open = resolve
      })
      const all = Array.from({ length: 4 + waiting }, () => queue.run(orgId, () => gate))
      return {
        empty: async () => {
          open()
          await Promise.all(all)
        },
      }
    },
    /** Resolves when `count` reports are waiting. */
    async waits(count: number) {
      while (queue.waiting !== count) await nextTick()
    },
  }
}
