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

/** An ask was sent and will not be answered. Every other failure means that it was not carried out. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the store of counts was lost before it answered', { cause })
  }
}

/** Where nodes count together. A store that fails is never in the way: each node then counts for itself. */
export interface SharedCounts {
  /** Open for as long as it may yet be carried out; by `withdraw` it fails at once if it has not been sent. */
  lease(ask: Ask, withdraw?: AbortSignal): Promise<Grant>
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
  `delete from rate_window where ctid = any (array(
     select ctid from rate_window
     where started < (extract(epoch from now()) * 1000)::bigint - 300000 order by started limit 5000))`,
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
  const waiting = new Set<Waiting>()
  let isAsking = false

  function next(): Waiting[] {
    const batch = [...waiting].slice(0, mostAtOnce)
    for (const one of batch) waiting.delete(one)
    return batch.sort((a, b) => a.ask.orgId - b.ask.orgId || a.ask.tokenId - b.ask.tokenId)
  }

  async function askAll(): Promise<void> {
    while (waiting.size > 0) {
      try {
        // Where requests hold every connection this takes long, and all that time an ask can be withdrawn.
        await send(await db.connect(), next)
      } catch (error) {
        for (const { reject } of next()) reject(error)
      }
    }
    isAsking = false
  }

  return {
    lease: (ask, withdraw) =>
      new Promise((resolve, reject) => {
        const one = { ask, resolve, reject }
        waiting.add(one)
        withdraw?.addEventListener('abort', () => waiting.delete(one) && reject(withdraw.reason), { once: true })
        if (isAsking) return
        isAsking = true
        setImmediate(askAll) // after everything that came in this turn
      }),
    sweep: async () => {
      await sweep.rows(db)
    },
    close: async () => waiting.clear(),
  }
}

async function send(client: pg.PoolClient, next: () => Waiting[]): Promise<void> {
  const batch = next()
  const column = <Name extends keyof Ask>(name: Name) => batch.map(({ ask }) => ask[name])
  let isBroken = false
  try {
    const grants = await lease.rows(
      client,
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
    // What PostgreSQL itself refuses or ends it has undone. A connection that breaks says nothing of that.
    const { severity } = error as { severity?: string }
    isBroken = severity !== 'ERROR'
    for (const { reject } of batch) reject(severity === undefined ? new OutcomeUnknown(error) : error)
  } finally {
    client.release(isBroken)
  }
}
