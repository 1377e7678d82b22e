import type pg from 'pg'
import type { Reads } from '../db/reads.ts'
import { Admission, type AdmissionOptions, type Asked } from './admission.ts'
import type { Handle } from './server/connection.ts'

/** What all the lines before a server come to. */
export interface Doors {
  before(handle: Handle): Handle
  stop(): void
  waiting(): number
  sentAway(): Admission['sentAway']
}

const isReading = ({ method }: Asked) => method === 'GET' || method === 'HEAD'

/**
 * One line for all requests where they share their connections. Where reading has its own, reading and writing each have a
 * line, so that writes that wait for a lost replica do not keep those from reading who could.
 */
export function openDoors(db: pg.Pool, reads: Reads, options: Omit<AdmissionOptions, 'pools' | 'isFor'>): Doors {
  const lines = reads.pools.every((pool) => pool === db)
    ? [new Admission({ ...options, pools: [db] })]
    : [
        new Admission({ ...options, pools: [db], isFor: (request) => !isReading(request) }),
        new Admission({ ...options, pools: reads.pools, isFor: isReading }),
      ]
  const sum = (count: (line: Admission) => number) => lines.reduce((all, line) => all + count(line), 0)
  return {
    before: (handle) => lines.reduce((next, line) => line.before(next), handle),
    stop: () => {
      for (const line of lines) line.stop()
    },
    waiting: () => sum(({ waiting }) => waiting),
    sentAway: () => ({ full: sum(({ sentAway }) => sentAway.full), late: sum(({ sentAway }) => sentAway.late) }),
  }
}
