import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Reads } from '../db/reads.ts'
import { Admission, type AdmissionOptions, tooMuch } from './admission.ts'
import { type Asked, type Refusal, type Refuses, Turnstile } from './turnstile.ts'

/** What all the lines before a server come to. */
export interface Doors {
  waiting(): number
  sentAway(): Admission['sentAway']
  /** A request was refused on it: the next ones like it can be refused before they are read. */
  watch(socket: Socket): void
}

const isReading = ({ method }: Asked) => method === 'GET' || method === 'HEAD'

/**
 * One line for all requests where they share their connections. Where reading has its own, reading and writing each have a
 * line, so that writes that wait for a lost replica do not keep those from reading who could.
 */
export function openDoors(
  server: Server,
  db: pg.Pool,
  reads: Reads,
  given: Omit<AdmissionOptions, 'pools' | 'isFor' | 'sentAwayOn'>,
  refusesOtherwise: Refuses,
): Doors {
  const options = { ...given, sentAwayOn: (socket: Socket) => turnstile.watch(socket) }
  const lines = reads.pools.every((pool) => pool === db)
    ? [new Admission({ ...options, pools: [db] })]
    : [
        new Admission({ ...options, pools: [db], isFor: (request) => !isReading(request) }),
        new Admission({ ...options, pools: reads.pools, isFor: isReading }),
      ]
  const sent: Refusal = { error: tooMuch }
  const turnstile = new Turnstile(
    (asked) => refusesOtherwise(asked) ?? (lines.some((line) => line.refuses(asked)) ? sent : undefined),
  )
  for (const line of [...lines, turnstile]) line.guard(server)
  const sum = (count: (line: Admission) => number) => lines.reduce((all, line) => all + count(line), 0)
  return {
    waiting: () => sum(({ waiting }) => waiting),
    sentAway: () => ({ full: sum(({ sentAway }) => sentAway.full), late: sum(({ sentAway }) => sentAway.late) }),
    watch: (socket) => turnstile.watch(socket),
  }
}
