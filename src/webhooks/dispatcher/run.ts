import type pg from 'pg'
import type { Access } from '../../access/areas.ts'
import { accessCall, accessIn } from '../../access/connection-access.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import { type EventType, eventRecord, type StoredEvent } from '../../events/catalogue.ts'
import { matchingTypes, readableTypes } from '../../events/filter.ts'
import type { Clock } from '../../process/clock.ts'
import { bodyBytes, messageId } from '../bodies.ts'
import type { Attempt, Outbound } from '../outbound/outbound.ts'
import { signedHeaders, webhookSecret } from '../outbound/signing.ts'
import type { DisabledReason } from '../webhooks.schema.ts'
import * as webhooks from '../webhooks.sql.ts'
import * as sql from './dispatcher.sql.ts'
import { Health } from './health.ts'
import { type Item, Queue } from './queue.ts'
import { mayConcernEvent, type RetryTimes, secondsBeforeAttempt } from './retry.ts'
import type { Slots } from './slots.ts'

/** Events that are read at once, and that wait in memory when more are read. */
const page = 256
const waitingBeforeRead = 256
/**
 * Results are stored after so long or so many. Without one the lease is renewed after so long, and what the connection may read
 * is asked again.
 */
const flushAfter = { milliseconds: 50, results: 100 }
const renewMilliseconds = 1_000
/** Nothing is sent if the lease and the rights were confirmed longer ago. */
const confirmedMilliseconds = 2_000
/** On a stop requests have so long to be answered. Then they are forgotten, and sent again by another process. */
const stopMilliseconds = 2_000
/** After so long a webhook sends no further request, and gives its place to others that have events too. */
const defaultTurnMilliseconds = 10_000
/** Earlier attempts that the log of a delivery shows. */
const maxEarlier = 20
/** As many as the column counts. An event can be resent without end. */
const maxAttempts = 32_767

const notAllowed = "The webhook's connection may no longer read events of this type."
const notKept = 'The event is no longer kept.'

export interface RunOptions {
  db: pg.Pool
  clock: Clock
  outbound: Outbound
  slots: Slots
  times: RetryTimes
  turnMilliseconds?: number
  onDisabled(orgId: number, webhookId: number, reason: DisabledReason): void
}

type NewEvent = sql.NewEventRow & StoredEvent

/** A time by the clock of `performance`. Null is never. */
const timeIn = (seconds: number | null): number =>
  seconds === null ? Number.POSITIVE_INFINITY : performance.now() + seconds * 1000

/** Another process may have the webhook, or it was changed. */
class LeaseLost extends Error {}

/** Sends the events of one webhook while this process has its lease, and ends when there is nothing more to send. */
export class Run {
  readonly orgId: number
  readonly #webhook: sql.LeasedWebhook
  readonly #leaseId: string
  readonly #options: RunOptions
  readonly #queue: Queue
  readonly #health: Health
  readonly #secrets: { all: string[]; current: string[]; oldUntil: number }
  readonly #turnUntil: number
  /** One that has waited for a place all the time still sends. */
  #hasSent = false
  /** The types that it gets at present. Undefined: none, because no token of its connection is valid. */
  #types: ReadonlySet<EventType> | undefined
  #mayHaveMore = true
  /** Events after the position that had a delivery when the webhook was leased. */
  #decidedBefore: Set<number> | undefined
  /** When a delivery is due, by the clock of `performance`. */
  #dueAt: number
  #inFlight = 0
  #stopsAt = Number.POSITIVE_INFINITY
  #isOver = false
  #error: unknown
  #signal: () => void = () => {}

  /** For the next flush. */
  #results: sql.AttemptResult[] = []
  #postponed: sql.Postponed[] = []
  #givenUp: sql.GivenUp[] = []
  #mustSetNext = false
  #flushedAt = performance.now()
  #confirmedAt: number

  /** `leasedAt` is the time before the lease was asked for, by the clock of `performance`. */
  constructor(
    orgId: number,
    webhook: sql.LeasedWebhook,
    leaseId: string,
    access: Access | undefined,
    leasedAt: number,
    options: RunOptions,
  ) {
    const { id, position, ordered, next_seconds, signing_key, generation, old_generation, old_seconds } = webhook
    this.orgId = orgId
    this.#webhook = webhook
    this.#leaseId = leaseId
    this.#options = options
    this.#turnUntil = performance.now() + (options.turnMilliseconds ?? defaultTurnMilliseconds)
    this.#queue = new Queue(position, ordered)
    this.#health = new Health(webhook, options.times)
    this.#setAccess(access)
    this.#confirmedAt = leasedAt
    this.#dueAt = timeIn(next_seconds)
    const current = [webhookSecret(signing_key, id, generation)]
    const old = old_generation === null ? [] : [webhookSecret(signing_key, id, old_generation)]
    this.#secrets = { current, all: [...current, ...old], oldUntil: timeIn(old_seconds ?? 0) }
  }

  /** Ends when nothing is left to send, or the lease is lost. After an error of the database the lease runs out. */
  async finish(): Promise<void> {
    try {
      await this.#loop()
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
    } finally {
      this.#isOver = true
      // So that this process does not send the same events again at the same moment.
      while (this.#inFlight > 0 && performance.now() < this.#stopsAt) await this.#change(renewMilliseconds)
    }
  }

  /** Whether it ended before all events were read. */
  get hasMore(): boolean {
    const hasEvents = this.#mayHaveMore || this.#queue.first !== undefined
    return hasEvents && !this.#health.isHalted && this.#types !== undefined
  }

  /** Events were numbered. */
  wake(): void {
    this.#mayHaveMore = true
    this.#signal()
  }

  stop(): void {
    this.#stopsAt = performance.now() + stopMilliseconds
    this.#signal()
  }

  /** Starts as many requests as there is room for. */
  send(): void {
    const mostInFlight = this.#webhook.ordered ? 1 : this.#health.mostInFlight
    for (let item = this.#queue.first; item; item = this.#queue.first) {
      if (!this.#maySend || this.#inFlight >= mostInFlight) return
      const isAllowed = this.#types!.has(item.event.type)
      if (isAllowed && !this.#options.slots.take(this)) return
      this.#queue.takeFirst()
      this.#hasSent ||= isAllowed
      if (isAllowed) this.#attempt(item).catch((error) => this.#fail(error))
      else this.#drop(item)
    }
  }

  async #loop(): Promise<void> {
    for (;;) {
      if (this.#readsDue || this.#readsNew) await this.#read()
      this.send()
      if (this.#error) throw this.#error
      if (!this.#isBusy) break
      const passed = performance.now() - this.#flushedAt
      const results = this.#results.length + this.#postponed.length
      const flushesAfter = results > 0 ? flushAfter.milliseconds : renewMilliseconds
      if (passed >= flushesAfter || results >= flushAfter.results) await this.#flush(true)
      else if (!this.#readsDue && !this.#readsNew) await this.#change(flushesAfter - passed)
    }
    await this.#flush(false)
  }

  /** Whether it goes on, if there are events. */
  get #isOpen(): boolean {
    const isTurnOver = this.#hasSent && performance.now() >= this.#turnUntil
    const isEnding = this.#isOver || isTurnOver || this.#stopsAt !== Number.POSITIVE_INFINITY
    const isHalted = this.#health.isHalted || this.#queue.isHalted
    return !isEnding && !isHalted && this.#types !== undefined
  }
  /** If not confirmed, the process was stopped or the database is slow: another may have the webhook, and rights may be others. */
  get #maySend(): boolean {
    return this.#isOpen && performance.now() - this.#confirmedAt < confirmedMilliseconds
  }
  get #mayRead(): boolean {
    return this.#isOpen && performance.now() < this.#turnUntil
  }
  get #isDue(): boolean {
    return performance.now() >= this.#dueAt
  }
  get #readsDue(): boolean {
    return this.#mayRead && this.#isDue && this.#queue.due === 0
  }
  get #readsNew(): boolean {
    const mayFollow = !this.#webhook.ordered || (!this.#isDue && this.#queue.due === 0)
    return this.#mayRead && this.#mayHaveMore && mayFollow && this.#queue.waiting < waitingBeforeRead
  }
  get #isBusy(): boolean {
    if (this.#inFlight > 0) return performance.now() < this.#stopsAt
    return (this.#isOpen && this.#queue.first !== undefined) || this.#readsDue || this.#readsNew
  }

  /** Waits for a result, new events or a place, at most so long. */
  async #change(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#signal = resolve
      timer = setTimeout(resolve, Math.max(1, Math.min(milliseconds, this.#stopsAt - performance.now())))
    })
    clearTimeout(timer)
  }

  #fail(error: unknown): void {
    this.#error ??= error
    this.#signal()
  }

  #setAccess(access: Access | undefined): void {
    this.#types = access && new Set(readableTypes(access, this.#webhook.types))
  }

  async #read(): Promise<void> {
    const { id, connection_id, ordered } = this.#webhook
    // What is not stored yet would be read as due again, or as nothing that later events wait for.
    if (this.#mustSetNext) await this.#flush(true)
    if (!this.#mustSetNext) this.#queue.forgetBlockers()
    const [readsDue, readsNew] = [this.#readsDue, this.#readsNew]
    if (!readsDue && !readsNew) return
    if (readsNew) this.#mayHaveMore = false
    const types = matchingTypes(this.#webhook.types)
    const [due, rows, decided, access] = await pipeline(this.#options.db, () =>
      sendLast(
        readsDue ? sql.readDue.call(this.orgId, id, page) : undefined,
        readsNew ? sql.readNew.call(this.orgId, id, this.#queue.read, types, connection_id, page) : undefined,
        readsNew && !this.#decidedBefore ? sql.readDecided.call(this.orgId, id, this.#webhook.position) : undefined,
        // After the events: one that follows a right in time does not pass by with the rights of before.
        readsNew ? accessCall(this.orgId, [connection_id], this.#options.clock.now()) : undefined,
      ),
    )
    if (readsNew) {
      this.#decidedBefore ??= new Set(decided.map(({ event_id }) => event_id))
      this.#setAccess(accessIn(access).get(connection_id))
    }
    const events = rows.filter((row): row is NewEvent => row.id !== null)
    if (due.length > 0 || rows[0]?.has_pending) {
      const subjects = [...new Set([...due, ...events].map(({ subject_id }) => subject_id))]
      const blockers = ordered
        ? await sql.readOrderBlocker.rows(
            this.#options.db,
            this.orgId,
            id,
            due.map((row) => row.id),
          )
        : await sql.readBlockers.rows(this.#options.db, this.orgId, id, subjects)
      const decided = this.#decidedSinceFlush
      for (const blocker of blockers) if (!decided.has(blocker.event_id)) this.#queue.addBlocker(blocker)
    }
    if (readsDue) this.#addDue(due)
    if (readsNew) this.#addNew(rows[0], events)
  }

  /**
   * Deliveries whose rows are not right any more: an attempt may end while others are read. A later event that waited for such a
   * row would get one of its own before those of its record that wait in memory, and be sent before them by the next run.
   */
  get #decidedSinceFlush(): Set<number> {
    return new Set([...this.#results, ...this.#givenUp].map(({ event_id }) => event_id))
  }

  #addDue(rows: sql.DueDelivery[]): void {
    this.#dueAt = rows.length < page ? Number.POSITIVE_INFINITY : 0
    // The time of the next attempt is not right, then.
    if (rows.length === 0) this.#mustSetNext = true
    const decided = this.#decidedSinceFlush
    for (const { event_id } of this.#postponed) decided.add(event_id)
    for (const row of rows.toSorted((a, b) => a.id - b.id)) {
      if (decided.has(row.id)) continue
      if (!row.is_kept) this.#giveUp(row.id, notKept)
      else {
        const blockedSeconds = row.in_order || this.#webhook.ordered ? this.#queue.blockedSeconds(row) : null
        if (blockedSeconds !== null) this.#postpone(row, blockedSeconds, row.is_replay)
        else this.#queue.addDue(row)
      }
    }
  }

  #addNew(first: sql.NewEventRow | undefined, events: NewEvent[]): void {
    // Without a feed the organisation was deleted. An ordered webhook goes on when nothing is pending: an attempt may have
    // failed while these were read, and the events between are read again.
    const mustWait = this.#queue.isHalted || (this.#webhook.ordered && first?.has_pending)
    if (!first || mustWait || !this.#types) return
    const { head } = first
    const read = events.length === page ? events.at(-1)!.id : Math.min(head, this.#queue.read + sql.maxRead)
    this.#queue.markRead(read)
    this.#mayHaveMore ||= read < head
    for (const event of events) {
      if (this.#decidedBefore!.has(event.id) || !this.#types.has(event.type)) continue
      const blockedSeconds = this.#queue.blockedSeconds(event)
      if (blockedSeconds !== null) this.#postpone(event, blockedSeconds)
      else this.#queue.addNew(event)
    }
  }

  async #attempt(item: Item): Promise<void> {
    const { outbound, clock, slots } = this.#options
    const { event, delivery } = item
    const isProbe = this.#health.isProbing
    this.#inFlight++
    try {
      const body = bodyBytes(eventRecord(event), this.#webhook)
      const { all, current, oldUntil } = this.#secrets
      const headers = signedHeaders({
        id: messageId(this.#webhook, event.id),
        attempt: (delivery?.attempts ?? 0) + 1,
        sentAt: clock.now(),
        body,
        secrets: performance.now() < oldUntil ? all : current,
      })
      const attempt = await outbound.post(this.#webhook.url, headers, body)
      if (!this.#isOver) this.#decide(item, attempt, isProbe)
    } finally {
      this.#inFlight--
      slots.free(this.orgId)
    }
    this.send()
    this.#signal()
  }

  #decide(item: Item, attempt: Attempt, isProbe: boolean): void {
    const { ok, abort } = attempt
    const { is_replay: isReplay, in_order: isInOrder } = item.delivery ?? { is_replay: false, in_order: true }
    if (ok) this.#health.succeed(attempt)
    else if (!abort) this.#health.fail(attempt, isReplay, isProbe)
    // A probe that does not reach the receiver is no attempt of its event, which stays where it was. One that is refused
    // is, or an event that is always refused would be every probe.
    if (!ok && !abort && isProbe && !mayConcernEvent(attempt)) return
    const attempts = Math.min((item.delivery?.attempts ?? 0) + 1, maxAttempts)
    const wait = ok || abort ? undefined : secondsBeforeAttempt(this.#options.times, attempts)
    this.#record(item, attempt, attempts, wait)
    const isBlocking = this.#webhook.ordered || (isInOrder && attempts < sql.attemptsInOrder)
    if (wait === undefined || !isBlocking) this.#queue.finish(item)
    else for (const later of this.#queue.block(item, wait)) this.#postpone(later.event, wait, later.delivery?.is_replay)
  }

  #record({ event, delivery }: Item, attempt: Attempt, attempts: number, wait: number | undefined): void {
    const { ok, status_code, duration_ms, error, response } = attempt
    const status = ok ? 'delivered' : wait === undefined ? 'failed' : 'pending'
    const earlier = delivery && delivery.attempts > 0 ? [...(delivery.earlier ?? []), delivery.last] : undefined
    this.#results.push({
      ...{ event_id: event.id, type: event.type, subject_id: event.subject_id, ref: event.ref },
      is_replay: delivery?.is_replay ?? false,
      ...{ status, attempts, wait: wait ?? null, status_code, duration_ms, error, response },
      earlier: earlier?.slice(-maxEarlier) ?? null,
    })
    this.#mustSetNext ||= delivery !== undefined || status === 'pending'
  }

  /** An event waits for an earlier one of its record. */
  #postpone({ id: event_id, type, subject_id, ref }: StoredEvent, wait: number, is_replay = false): void {
    this.#postponed.push({ event_id, type, subject_id, ref, wait, is_replay })
    this.#mustSetNext = true
  }

  /** The connection may no longer read an event. A new one passes by. */
  #drop(item: Item): void {
    if (item.delivery) this.#giveUp(item.event.id, notAllowed)
    this.#queue.finish(item)
  }

  #giveUp(event_id: number, error: string): void {
    this.#givenUp.push({ event_id, error })
    this.#mustSetNext = true
  }

  /** Stores what is known, and keeps the lease or gives it back. */
  async #flush(keepsLease: boolean): Promise<void> {
    const { db, clock, onDisabled } = this.#options
    const { orgId } = this
    const { id, connection_id } = this.#webhook
    const { disabling } = this.#health
    const now = new Date(clock.now()).toISOString()
    const isKept = keepsLease && !disabling
    const { counts, rest } = this.#health.take()
    const move = sql.move.call(orgId, id, this.#leaseId, this.#queue.position, ...counts, isKept, now)
    const { decided } = this.#queue
    const [results, postponed, givenUp, setsNext] = [this.#results, this.#postponed, this.#givenUp, this.#mustSetNext]
    this.#results = []
    this.#postponed = []
    this.#givenUp = []
    this.#mustSetNext = false
    const flushedAt = performance.now()
    this.#flushedAt = flushedAt
    const [news, access] = await pipeline(db, function* () {
      const [moved] = yield* send(move)
      if (moved.length === 0) throw new LeaseLost()
      const [, , , , , [news], access] = yield* sendLast(
        rest && sql.setRest.call(orgId, id, rest.seconds),
        results.length > 0 ? sql.record.call(orgId, id, JSON.stringify(results)) : undefined,
        postponed.length > 0 ? sql.postpone.call(orgId, id, JSON.stringify(postponed)) : undefined,
        givenUp.length > 0 ? sql.giveUp.call(orgId, id, JSON.stringify(givenUp)) : undefined,
        setsNext ? sql.setNextAttempt.call(orgId, id) : undefined,
        isKept ? sql.readNews.call(orgId, id) : undefined,
        isKept ? accessCall(orgId, [connection_id], clock.now()) : undefined,
        disabling ? webhooks.disable.call(orgId, id, disabling, now) : undefined,
      )
      return [news, access] as const
    })
    this.#queue.markStored(decided)
    this.#confirmedAt = flushedAt
    if (isKept) this.#setAccess(accessIn(access).get(connection_id))
    if (news) {
      this.#dueAt = timeIn(news.seconds)
      this.#mayHaveMore ||= news.head > this.#queue.read
    }
    if (disabling) onDisabled(orgId, id, disabling)
  }
}
