import type { IncomingMessage, Server } from 'node:http'
import type pg from 'pg'
import type { Reads } from '../db/reads.ts'
import { Admission, type AdmissionOptions } from './admission.ts'

/** What all the lines before a server come to. */
export interface Doors {
  waiting(): number
  sentAway(): Admission['sentAway']
}

const isReading = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/**
 * One line for all requests where they share their connections. Where reading has its own, reading and writing each have a
 * line, so that writes that wait for a lost replica do not keep those from reading who could.
 */
export function openDoors(
  server: Server,
  db: pg.Pool,
  reads: Reads,
  options: Omit<AdmissionOptions, 'pools' | 'isFor'>,
): Doors {
  const lines = reads.pools.every((pool) => pool === db)
    ? [new Admission({ ...options, pools: [db] })]
    : [
        new Admission({ ...options, pools: [db], isFor: (request) => !isReading(request) }),
        new Admission({ ...options, pools: reads.pools, isFor: isReading }),
      ]
  for (const line of lines) line.guard(server)
  const sum = (count: (line: Admission) => number) => lines.reduce((all, line) => all + count(line), 0)
  return {
    waiting: () => sum(({ waiting }) => waiting),
    sentAway: () => ({ full: sum(({ sentAway }) => sentAway.full), late: sum(({ sentAway }) => sentAway.late) }),
  }
}
