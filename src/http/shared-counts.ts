import type pg from 'pg'
import { statement } from '../db/statement.ts'

/** What a node tells the store of one token, and what it would like to have. */
export interface Ask {
  orgId: number
  tokenId: number
  quota: number
  /** The window that the node's counts belong to; 0 when it knows none. */
  known: number
  /** The node has seen the minute of that window pass. */
  ended: boolean
  /** Spent without asking. */
  owed: number
  /** Of the last portion, given back. */
  unspent: number
  wanted: number
}

export interface Grant {
  /** The window that runs. */
  started: number
  /** By all nodes together: spent, or held to be spent. */
  used: number
  granted: number
  /** Milliseconds since it began, by the store's clock. */
  elapsed: number
}

/** Where nodes count together. A store that fails is never in the way: each node then counts for itself. */
export interface SharedCounts {
  lease(ask: Ask): Promise<Grant>
  /** Takes away what no window needs any more. */
  sweep(): Promise<void>
  close(): Promise<void>
}

type Columns = [
  orgs: number[],
  tokens: number[],
  quotas: number[],
  known: number[],
  ended: boolean[],
  owed: number[],
  unspent: number[],
  wanted: number[],
]

/** For several organisations at once; in one order, so that two nodes never wait for each other. */
const lease = statement<Columns, Grant>(
  'limits.lease',
  `select l.started, l.used, l.granted, l.elapsed
   from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::boolean[], $6::bigint[], $7::bigint[],
               $8::bigint[]) with ordinality a (org, token, quota, known, ended, owed, unspent, wanted, place),
        lateral rate_lease(a.org, a.token, a.quota, a.known, a.ended, a.owed, a.unspent, a.wanted) l
   order by a.place`,
)

/** For all organisations. */
const sweep = statement<[], object>(
  'limits.sweep',
  `delete from rate_window where started < floor(extract(epoch from clock_timestamp()) * 1000) - 300000`,
)

interface Waiting {
  ask: Ask
  resolve(grant: Grant): void
  reject(error: unknown): void
}

/** A statement at a time: what is asked meanwhile goes together in the next. */
const mostAtOnce = 500

/** Counts in PostgreSQL, without a write for each request. */
export function databaseCounts(db: pg.Pool): SharedCounts {
  let waiting: Waiting[] = []
  let isAsking = false

  async function askAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostAtOnce)
      batch.sort((a, b) => a.ask.orgId - b.ask.orgId || a.ask.tokenId - b.ask.tokenId)
      const column = <Name extends keyof Ask>(name: Name) => batch.map(({ ask }) => ask[name])
      try {
        const grants = await lease.rows(
          db,
          column('orgId'),
          column('tokenId'),
          column('quota'),
          column('known'),
          column('ended'),
          column('owed'),
          column('unspent'),
          column('wanted'),
        )
        for (const [place, { resolve }] of batch.entries()) resolve(grants[place]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isAsking = false
  }

  return {
    lease: (ask) =>
      new Promise((resolve, reject) => {
        waiting.push({ ask, resolve, reject })
        if (isAsking) return
        isAsking = true
        setImmediate(askAll) // after everything that came in this turn
      }),
    sweep: async () => {
      await sweep.rows(db)
    },
    close: async () => {
      waiting = []
    },
  }
}

/** A request that waits for a store waits no longer than this; what is told too late is as good as not told. */
const patienceMilliseconds = 500

export function patient(counts: SharedCounts): SharedCounts {
  const lease = async (ask: Ask): Promise<Grant> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the counts of requests come too late')), patienceMilliseconds)
    })
    return Promise.race([counts.lease(ask), late]).finally(() => clearTimeout(timer))
  }
  return { ...counts, lease }
}
