import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { statement } from '../../db/statement.ts'
import type { Clock } from '../../process/clock.ts'
import { type RateLimitResult, secondsLeft, type TokenKey, Windows, windowHasEnded } from './rate-limit.ts'

/** A portion is this fraction of what the node has spent, so a node with little traffic leases little. */
const partOfSpent = 8
/** It is at least this fraction of the quota, so that tokens with little traffic cost few writes. */
const partOfQuota = 200
/** Requests do not wait longer than this for a statement. */
const timeoutMilliseconds = 500
/** Within this time after a failure, requests do not wait for a statement. */
const retryMilliseconds = 1000
/** After this time without requests, a token's unspent portion is returned if other nodes may need it. */
const idleMilliseconds = 1000
const reportMilliseconds = 60_000
const never = Number.NEGATIVE_INFINITY

/** A node's state of a token's minute; `past` is the last minute that it has seen end. */
const newLease = (key: TokenKey, now: number, past: number) => ({
  key,
  past,
  /** PostgreSQL's number of the minute; 0 before its first response. */
  name: 0,
  /** By this node's clock. */
  startedAt: now,
  usedAt: now,
  spent: 0,
  /** The requests that PostgreSQL has recorded for this node, and for all others. */
  share: 0,
  others: 0,
  /** In the queue, or sent without a response. */
  isQueued: false,
  /** Requests that wait for the response. */
  waiting: [] as (() => void)[],
})
type Lease = ReturnType<typeof newLease>

type LeaseRow = Pick<Lease, 'share' | 'others'> & { started: number; elapsed: number }

/** Leases for several organisations, always in the same order, so that two nodes cannot deadlock. */
const lease = statement<[leases: string, quota: number, node: string], LeaseRow>(
  'limits.lease',
  `select l.started, l.share, l.others, l.elapsed
   from rows from (jsonb_to_recordset($1::jsonb)
          as (org bigint, token bigint, known bigint, past bigint, had bigint, wanted bigint)) with ordinality
          a (org, token, known, past, had, wanted, position),
        lateral rate_lease(a.org, a.token, $2::bigint, $3::text, a.known, a.past, a.had, a.wanted) l
   order by a.position`,
)

/**
 * A quota per minute for each token over all nodes (docs/decisions/0004-request-leases.md). A node leases portions of
 * the quota from PostgreSQL and spends them in memory; it fetches the next while it spends the last. A portion belongs
 * to one node, so only the first request of a minute on each node, which does not wait, can exceed the quota. While
 * PostgreSQL fails or is slow, a node counts alone. Each statement has the node's total, so the next one corrects a
 * lost one. `report` gets failures of PostgreSQL, at most once a minute.
 */
export function sharedRateLimit(quota: number, clock: Clock, db: pg.Pool, report: (error: unknown) => void) {
  const node = randomUUID()
  const leases = new Windows<number, Lease>()
  const queue = new Set<Lease>()
  let isWorking = false
  let isTimedOut = false
  let [failedAt, reportedAt] = [never, never]

  const left = ({ others, spent }: Lease) => quota - others - spent
  const unspent = ({ share, spent }: Lease) => share - spent
  const portion = ({ spent }: Lease) => Math.max(Math.ceil(quota / partOfQuota), Math.floor(spent / partOfSpent))
  const isIdle = ({ usedAt }: Lease, now: number) => now - usedAt >= idleMilliseconds

  /** A promise only when a lease is needed first; it never rejects. An amount of 0 spends nothing. */
  function take(key: TokenKey, amount = 1): RateLimitResult | Promise<RateLimitResult> {
    const now = clock.now()
    let one = leases.get(key.tokenId)
    if (!one || windowHasEnded(one, now))
      one = leases.start(key.tokenId, newLease(key, now, one?.name || one?.past || 0))
    const allowed = left(one) >= amount
    if (amount > 0) one.usedAt = now
    if (allowed && amount > 0) {
      const isFirst = one.name === 0 && one.spent === 0
      const isAlone = isTimedOut || Math.abs(now - failedAt) < retryMilliseconds
      if (unspent(one) < amount && !isFirst && !isAlone) return takeAfterLease(one, amount)
      one.spent += amount
      const isLow = unspent(one) * 2 < portion(one) && one.share + one.others < quota
      if (isLow && !isAlone) enqueue(one)
    }
    return { allowed, remaining: Math.max(0, left(one)), resetSeconds: secondsLeft(one, now) }
  }

  async function takeAfterLease(one: Lease, amount: number): Promise<RateLimitResult> {
    const leased = new Promise<void>((resolve) => one.waiting.push(resolve))
    enqueue(one)
    await leased
    return take(one.key, amount)
  }

  /** Runs every second. A token over its limit gets what other nodes have returned meanwhile. */
  async function refresh(): Promise<void> {
    const now = clock.now()
    for (const one of leases.values()) {
      const isNeededElsewhere = unspent(one) * 100 >= quota || (unspent(one) > 0 && left(one) * 2 < quota)
      if ((isIdle(one, now) ? isNeededElsewhere : left(one) <= 0) && !windowHasEnded(one, now)) enqueue(one)
    }
  }

  function enqueue(one: Lease): void {
    if (one.isQueued) return
    one.isQueued = true
    queue.add(one)
    if (!isWorking) setImmediate(work) // after all requests of this iteration of the event loop
    isWorking = true
  }

  /** One statement at a time; leases that are queued meanwhile share the next. */
  async function work(): Promise<void> {
    while (queue.size > 0) {
      const batch = [...queue].sort((a, b) => a.key.orgId - b.key.orgId || a.key.tokenId - b.key.tokenId)
      queue.clear()
      const timer = setTimeout(() => {
        isTimedOut = true
        reportFailure(new Error('PostgreSQL takes too long to count requests'))
        wake([...batch, ...queue])
      }, timeoutMilliseconds)
      await send(batch).catch((error) => {
        failedAt = clock.now()
        reportFailure(error)
      })
      clearTimeout(timer)
      isTimedOut = false
      for (const one of batch) one.isQueued = false
      wake(batch)
    }
    isWorking = false
  }

  async function send(batch: Lease[]): Promise<void> {
    const client = await db.connect()
    try {
      const now = clock.now()
      // A minute that has ended in the queue would be counted in the next.
      const current = batch.filter((one) => !windowHasEnded(one, now))
      const requests = current.map((one) => requestOf(one, isIdle(one, now)))
      const spent = current.map((one) => one.spent)
      const rows = await lease.rows(client, JSON.stringify(requests), quota, node)
      for (const [index, one] of current.entries()) settle(one, rows[index]!, spent[index]!)
      client.release()
    } catch (error) {
      client.release((error as { severity?: string }).severity !== 'ERROR')
      throw error
    }
  }

  function requestOf(one: Lease, isReturning: boolean) {
    const { key, name: known, past, spent, waiting } = one
    // At once, so that nothing is spent that is being returned.
    one.share = isReturning ? spent : Math.max(spent, one.share)
    const wanted = isReturning ? 0 : portion(one) + waiting.length
    return { org: key.orgId, token: key.tokenId, known, past, had: one.share, wanted }
  }

  function settle(one: Lease, { started, share, others, elapsed }: LeaseRow, spentBefore: number): void {
    // PostgreSQL is in a later minute than this node was: what was spent before belongs to the earlier minute.
    if (one.name !== 0 && one.name !== started) one.spent -= spentBefore
    if (one.name !== started && elapsed > 0) one.startedAt = clock.now() - elapsed
    Object.assign(one, { name: started, share, others })
  }

  function reportFailure(error: unknown): void {
    if (Math.abs(clock.now() - reportedAt) < reportMilliseconds) return
    reportedAt = clock.now()
    report(error)
  }

  return { quota, take, refresh }
}

const wake = (all: Lease[]) => all.flatMap(({ waiting }) => waiting.splice(0)).forEach((go) => void go())
