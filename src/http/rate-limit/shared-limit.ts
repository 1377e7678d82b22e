import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { statement } from '../../db/statement.ts'
import type { Clock } from '../../process/clock.ts'
import { type RateLimitResult, secondsLeft, type TokenKey, Windows, windowHasEnded } from './rate-limit.ts'

/** A portion is this part of what the node has spent, so a node with little traffic holds little. */
const partOfSpent = 8
/** And at least this part of the quota, so that tokens with little traffic cost few writes. */
const partOfQuota = 200
/** Requests do not wait for a statement that takes longer. */
const patienceMilliseconds = 500
/** Nor for any statement so soon after a failure. */
const retryMilliseconds = 1000
/** What is held for a token without requests for so long is given back, where it could be missed. */
const silenceMilliseconds = 1000
const reportMilliseconds = 60_000
const never = Number.NEGATIVE_INFINITY

/** What a node knows of a token's minute; `past` is the last minute that it has seen end. */
const newLease = (key: TokenKey, now: number, past: number) => ({
  key,
  past,
  /** PostgreSQL's name for the minute; 0 until it has answered. */
  name: 0,
  /** By this node's clock. */
  startedAt: now,
  usedAt: now,
  spent: 0,
  /** What PostgreSQL has recorded for this node, and for all others. */
  share: 0,
  others: 0,
  /** In the queue, or sent and not answered. */
  isCalled: false,
  /** Requests that wait for the answer. */
  waiting: [] as (() => void)[],
})
type Lease = ReturnType<typeof newLease>

type Answer = Pick<Lease, 'share' | 'others'> & { started: number; elapsed: number }

/** For several organisations at once, in one order, so that two nodes never wait for each other. */
const lease = statement<[leases: string, quota: number, node: string], Answer>(
  'limits.lease',
  `select l.started, l.share, l.others, l.elapsed
   from rows from (jsonb_to_recordset($1::jsonb)
          as (org bigint, token bigint, known bigint, past bigint, had bigint, wanted bigint)) with ordinality
          a (org, token, known, past, had, wanted, place),
        lateral rate_lease(a.org, a.token, $2::bigint, $3::text, a.known, a.past, a.had, a.wanted) l
   order by a.place`,
)

/**
 * So many requests a minute for each token over all nodes together (docs/decisions/0004-request-leases.md). A node leases
 * portions of the quota from PostgreSQL and spends them from memory; it fetches the next while it spends the last. A
 * portion belongs to one node, so only the first request of a minute on each node, which does not wait, can exceed the
 * quota. While PostgreSQL fails or is slow, a node counts for itself. Each statement says what the node has in all, so
 * the next one corrects whatever became of the last. `report` gets a failure of PostgreSQL, once a minute at the most.
 */
export function sharedRateLimit(quota: number, clock: Clock, db: pg.Pool, report: (error: unknown) => void) {
  const node = randomUUID()
  const leases = new Windows<number, Lease>()
  const queue = new Set<Lease>()
  let isWorking = false
  let isLate = false
  let [failedAt, reportedAt] = [never, never]

  const left = ({ others, spent }: Lease) => quota - others - spent
  const held = ({ share, spent }: Lease) => share - spent
  const portion = ({ spent }: Lease) => Math.max(Math.ceil(quota / partOfQuota), Math.floor(spent / partOfSpent))
  const isSilent = ({ usedAt }: Lease, now: number) => now - usedAt >= silenceMilliseconds

  /** A promise only when PostgreSQL must answer first; it is never rejected. An amount of 0 spends nothing. */
  function take(key: TokenKey, amount = 1): RateLimitResult | Promise<RateLimitResult> {
    const now = clock.now()
    let one = leases.get(key.tokenId)
    if (!one || windowHasEnded(one, now))
      one = leases.start(key.tokenId, newLease(key, now, one?.name || one?.past || 0))
    const allowed = left(one) >= amount
    if (amount > 0) one.usedAt = now
    if (allowed && amount > 0) {
      const isFirst = one.name === 0 && one.spent === 0
      const isAlone = isLate || Math.abs(now - failedAt) < retryMilliseconds
      if (held(one) < amount && !isFirst && !isAlone) return takeLater(one, amount)
      one.spent += amount
      const isLow = held(one) * 2 < portion(one) && one.share + one.others < quota
      if (isLow && !isAlone) call(one)
    }
    return { allowed, remaining: Math.max(0, left(one)), resetSeconds: secondsLeft(one, now) }
  }

  async function takeLater(one: Lease, amount: number): Promise<RateLimitResult> {
    const answered = new Promise<void>((resolve) => one.waiting.push(resolve))
    call(one)
    await answered
    return take(one.key, amount)
  }

  /** The service calls it every second. A token over its limit gets what other nodes have given back meanwhile. */
  async function refresh(): Promise<void> {
    const now = clock.now()
    for (const one of leases.values()) {
      const couldBeMissed = held(one) * 100 >= quota || (held(one) > 0 && left(one) * 2 < quota)
      if ((isSilent(one, now) ? couldBeMissed : left(one) <= 0) && !windowHasEnded(one, now)) call(one)
    }
  }

  function call(one: Lease): void {
    if (one.isCalled) return
    one.isCalled = true
    queue.add(one)
    if (!isWorking) setImmediate(work) // after everything that came in this turn
    isWorking = true
  }

  /** One statement at a time; what comes meanwhile goes together in the next. */
  async function work(): Promise<void> {
    while (queue.size > 0) {
      const batch = [...queue].sort((a, b) => a.key.orgId - b.key.orgId || a.key.tokenId - b.key.tokenId)
      queue.clear()
      const patience = setTimeout(() => {
        isLate = true
        fail(new Error('PostgreSQL takes too long to count requests'))
        wake([...batch, ...queue])
      }, patienceMilliseconds)
      await send(batch).catch((error) => {
        failedAt = clock.now()
        fail(error)
      })
      clearTimeout(patience)
      isLate = false
      for (const one of batch) one.isCalled = false
      wake(batch)
    }
    isWorking = false
  }

  async function send(batch: Lease[]): Promise<void> {
    const client = await db.connect()
    try {
      const now = clock.now()
      // A minute that ended while it waited would be counted in the next.
      const sent = batch.filter((one) => !windowHasEnded(one, now))
      const requests = sent.map((one) => requestOf(one, isSilent(one, now)))
      const spent = sent.map((one) => one.spent)
      const answers = await lease.rows(client, JSON.stringify(requests), quota, node)
      for (const [place, one] of sent.entries()) settle(one, answers[place]!, spent[place]!)
      client.release()
    } catch (error) {
      client.release((error as { severity?: string }).severity !== 'ERROR')
      throw error
    }
  }

  function requestOf(one: Lease, isGivingBack: boolean) {
    const { key, name: known, past, spent, waiting } = one
    // From here on, so that nothing is spent that is being given back.
    one.share = isGivingBack ? spent : Math.max(spent, one.share)
    const wanted = isGivingBack ? 0 : portion(one) + waiting.length
    return { org: key.orgId, token: key.tokenId, known, past, had: one.share, wanted }
  }

  function settle(one: Lease, { started, share, others, elapsed }: Answer, spentBefore: number): void {
    // PostgreSQL is in a later minute than this node was: what was spent before belongs to the earlier one.
    if (one.name !== 0 && one.name !== started) one.spent -= spentBefore
    if (one.name !== started && elapsed > 0) one.startedAt = clock.now() - elapsed
    Object.assign(one, { name: started, share, others })
  }

  function fail(error: unknown): void {
    if (Math.abs(clock.now() - reportedAt) < reportMilliseconds) return
    reportedAt = clock.now()
    report(error)
  }

  return { quota, take, refresh }
}

const wake = (all: Lease[]) => all.flatMap(({ waiting }) => waiting.splice(0)).forEach((go) => void go())
