import type pg from 'pg'
import type { Access } from '../../access/areas.ts'
import { accessCall, accessIn } from '../../access/connection-access.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import { type EventType, eventRecord } from '../../events/catalogue.ts'
import { readableTypes } from '../../events/filter.ts'
import type { Clock } from '../../process/clock.ts'
import { bodyBytes, messageId } from '../bodies.ts'
import type { Attempt, Outbound } from '../outbound/outbound.ts'
import { signedHeaders, webhookSecret } from '../outbound/signing.ts'
import type { DisabledReason } from '../webhooks.schema.ts'
import * as webhooks from '../webhooks.sql.ts'
import * as sql from './dispatcher.sql.ts'
import { concernsReceiver, failuresBeforeRest, type RetryTimes, restSeconds, secondsBeforeAttempt } from './retry.ts'
import type { Slots } from './slots.ts'

/** Events that are read at once, and that wait in memory when more are read. */
const page = 256
const waitingBeforeRead = 64
/** Requests at once for a webhook. It begins with few, so that a receiver that hangs does not take the places of others. */
const inFlight = { first: 2, most: 8 }
/** Results are stored after so long or so many, and the lease is renewed after so long without one. */
const flushAfter = { milliseconds: 50, results: 100 }
const renewMilliseconds = 5_000
/** On a stop requests have so long to be answered. Then they are forgotten, and sent again by another process. */
const stopMilliseconds = 2_000
/** After so long a webhook gives its place to others that have events too. */
const turnMilliseconds = 10_000
/** Earlier attempts that the log of a delivery shows. */
const maxEarlier = 20

const notAllowed = "The webhook's connection may no longer read events of this type."
const notKept = 'The event is no longer kept.'

export interface RunOptions {
  db: pg.Pool
  clock: Clock
  outbound: Outbound
  slots: Slots
  times: RetryTimes
  /** This process, as leases name it. */
  by: string
  onDisabled(orgId: number, webhookId: number, reason: DisabledReason): void
}

/** An event to send. */
interface Item {
  event: sql.NewEvent
  /** The delivery of an event that was tried or has waited. Without one it is after the position. */
  delivery: sql.DueDelivery | undefined
  chain: string
  /** What became of it is stored with the next flush. */
  isDecided: boolean
}

/** A time by the clock of `performance`. Null is never. */
const timeIn = (seconds: number | null): number =>
  seconds === null ? Number.POSITIVE_INFINITY : performance.now() + seconds * 1000

/** Another process may have the webhook, or it was changed. */
class LeaseLost extends Error {}

/**
 * Sends the events of one webhook while this process has its lease, and ends when there is nothing more to send.
 * Events of one record are sent one after the other, those of different records at the same time.
 */
export class Run {
  readonly orgId: number
  readonly #webhook: sql.LeasedWebhook
  readonly #options: RunOptions
  readonly #secrets: { all: string[]; current: string[]; oldUntil: number }
  readonly #turnUntil = performance.now() + turnMilliseconds
  /** The types that it gets at present. Undefined: none, because no token of its connection is valid. */
  #types: ReadonlySet<EventType> | undefined

  /** Events up to this number are read. Those of them that have no result yet, or one that is not stored. */
  #read: number
  #new: Item[] = []
  /** Events that wait or are under way, by their record, and the first ones of records that can be sent. */
  #chains = new Map<string, Item[]>()
  #ready: Item[] = []
  #waiting = 0
  #dueInMemory = 0
  #inFlight = 0
  #mostInFlight = inFlight.first
  #mayHaveMore = true
  /** When a delivery is due, by the clock of `performance`. */
  #dueAt: number
  /** Seconds that events of a record have to wait, while the database may not tell so yet. */
  #blocked = new Map<string, number>()
  /** An ordered webhook waits for the next attempt of an event. */
  #isOrderBlocked = false

  /** For the next flush. */
  #results: sql.AttemptResult[] = []
  #postponed: sql.Postponed[] = []
  #givenUp: { event_id: number; error: string }[] = []
  #mustSetNext = false
  #hasSucceeded = false
  #isFailing = false
  #flushedAt = performance.now()

  #failures: number
  /** At the start; 0 after a success. */
  #failingSeconds: number
  #restStep: number
  #rest: number | undefined
  #disabling: DisabledReason | undefined
  #error: unknown
  #stopsAt = Number.POSITIVE_INFINITY
  #isOver = false
  #signal: () => void = () => {}

  constructor(orgId: number, webhook: sql.LeasedWebhook, access: Access | undefined, options: RunOptions) {
    const {
      id,
      position,
      failures,
      failing_seconds,
      rest_step,
      next_seconds,
      signing_key,
      generation,
      old_generation,
      old_seconds,
    } = webhook
    this.orgId = orgId
    this.#webhook = webhook
    this.#options = options
    this.#setAccess(access)
    this.#read = position
    this.#failures = failures
    this.#failingSeconds = failing_seconds ?? 0
    this.#restStep = rest_step
    this.#dueAt = timeIn(next_seconds)
    const current = [webhookSecret(signing_key, id, generation)]
    const old = old_generation === null ? [] : [webhookSecret(signing_key, id, old_generation)]
    this.#secrets = { current, all: [...current, ...old], oldUntil: performance.now() + (old_seconds ?? 0) * 1000 }
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
    return this.#mayHaveMore && this.#rest === undefined && this.#disabling === undefined && this.#types !== undefined
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
    while (this.#maySend && this.#ready.length > 0 && this.#inFlight < this.#mostAtOnce) {
      const item = this.#ready[0]!
      const isAllowed = this.#types!.has(item.event.type)
      if (isAllowed && !this.#options.slots.take(this)) return
      this.#ready.shift()
      if (isAllowed) this.#attempt(item).catch((error) => this.#fail(error))
      else this.#drop(item)
    }
  }

  async #loop(): Promise<void> {
    for (;;) {
      if (this.#readsDue || this.#readsNew) await this.#readMore()
      this.send()
      if (this.#error) throw this.#error
      if (!this.#isBusy) break
      const passed = performance.now() - this.#flushedAt
      const results = this.#results.length + this.#postponed.length
      const flushesAfter = results > 0 ? flushAfter.milliseconds : renewMilliseconds
      if (passed >= flushesAfter || results >= flushAfter.results) await this.#flush(true)
      else await this.#change(flushesAfter - passed)
    }
    await this.#flush(false)
  }

  get #isStopping(): boolean {
    return this.#stopsAt !== Number.POSITIVE_INFINITY
  }
  get #maySend(): boolean {
    const isHalted = this.#rest !== undefined || this.#disabling !== undefined || this.#isOrderBlocked
    return !this.#isOver && !this.#isStopping && !isHalted && this.#types !== undefined
  }
  /** After a rest one event shows whether the receiver works again. */
  get #isProbing(): boolean {
    return this.#restStep > 0
  }
  get #mostAtOnce(): number {
    return this.#isProbing || this.#webhook.ordered ? 1 : this.#mostInFlight
  }
  get #mayRead(): boolean {
    return this.#maySend && performance.now() < this.#turnUntil
  }
  get #readsDue(): boolean {
    return this.#mayRead && this.#dueInMemory === 0 && performance.now() >= this.#dueAt
  }
  get #readsNew(): boolean {
    const isOrdered = !this.#webhook.ordered || (this.#dueInMemory === 0 && performance.now() < this.#dueAt)
    return this.#mayRead && this.#mayHaveMore && this.#waiting < waitingBeforeRead && isOrdered
  }
  get #isBusy(): boolean {
    if (this.#inFlight > 0) return performance.now() < this.#stopsAt
    return (this.#maySend && this.#ready.length > 0) || this.#readsDue || this.#readsNew
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

  async #readMore(): Promise<void> {
    const { id, connection_id, ordered } = this.#webhook
    // What is not stored yet would be read as due again, or as nothing that later events wait for.
    if (this.#mustSetNext) await this.#flush(true)
    if (!this.#mustSetNext) this.#blocked.clear()
    const [readsDue, readsNew] = [this.#readsDue, this.#readsNew]
    if (!readsDue && !readsNew) return
    if (readsNew) this.#mayHaveMore = false
    const types = [...this.#types!]
    const [due, rows] = await pipeline(this.#options.db, () =>
      sendLast(
        readsDue ? sql.readDue.call(this.orgId, id, ordered, page) : undefined,
        readsNew ? sql.readNew.call(this.orgId, id, this.#read, types, connection_id, page) : undefined,
      ),
    )
    if (readsDue) this.#addDue(due)
    if (readsNew) this.#addNew(rows)
  }

  #addDue(rows: sql.DueDelivery[]): void {
    this.#dueAt = rows.length < page ? Number.POSITIVE_INFINITY : 0
    if (rows.length === 0) this.#mustSetNext = true
    for (const row of rows) {
      const item: Item = { event: row, delivery: row, chain: this.#chainOf(row), isDecided: false }
      if (!row.is_kept) this.#giveUp(row.id, notKept)
      else if (row.blocked_seconds !== null) this.#postpone(row, row.blocked_seconds)
      else {
        this.#dueInMemory++
        this.#add(item)
      }
    }
  }

  #addNew(rows: Awaited<ReturnType<typeof sql.readNew.rows>>): void {
    const [first] = rows
    // Without a feed the organisation was deleted. An ordered webhook goes on when nothing is pending.
    if (!first || (this.#webhook.ordered && first.has_pending)) return
    const events = rows.filter(({ id }) => id !== null) as sql.NewEvent[]
    const { head } = first
    this.#read = events.length === page ? events.at(-1)!.id : Math.min(head, this.#read + sql.maxRead)
    this.#mayHaveMore ||= this.#read < head
    for (const event of events) {
      const chain = this.#chainOf(event)
      // Of those that it waits for, the ones in memory are before it in its chain.
      const hasEarlier = this.#chains.get(chain)?.some(({ delivery }) => delivery && !delivery.is_replay)
      const blockedSeconds = this.#blocked.get(chain) ?? (hasEarlier ? null : event.blocked_seconds)
      if (blockedSeconds !== null) this.#postpone(event, blockedSeconds)
      else {
        const item: Item = { event, delivery: undefined, chain, isDecided: false }
        this.#new.push(item)
        this.#add(item)
      }
    }
  }

  /** Events of a chain are sent one after the other. Notes of two kinds may have the same id. */
  #chainOf({ type, subject_id, ref }: sql.NewEvent): string {
    if (this.#webhook.ordered) return ''
    const subject = type.slice(0, type.indexOf('.'))
    return subject === 'note' ? `note/${ref}` : `${subject}/${subject_id}`
  }

  #add(item: Item): void {
    const chain = this.#chains.get(item.chain)
    this.#waiting++
    if (chain) chain.push(item)
    else {
      this.#chains.set(item.chain, [item])
      this.#ready.push(item)
    }
  }

  async #attempt(item: Item): Promise<void> {
    const { outbound, clock, slots } = this.#options
    const { event, delivery } = item
    const isProbe = this.#isProbing
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
    const isReplay = item.delivery?.is_replay ?? false
    if (attempt.ok) this.#recover()
    else if (!attempt.abort) this.#countFailure(attempt, isReplay, isProbe)
    // A probe that fails is no attempt of its event, which stays where it was.
    if (!attempt.ok && !attempt.abort && isProbe) return
    const attempts = (item.delivery?.attempts ?? 0) + 1
    const wait = attempt.ok || attempt.abort ? undefined : secondsBeforeAttempt(this.#options.times, attempts)
    this.#record(item, attempt, attempts, wait)
    const isBlocking = this.#webhook.ordered || (!isReplay && attempts < sql.attemptsInOrder)
    if (wait !== undefined && isBlocking) this.#block(item, wait)
    else this.#sendNext(item)
  }

  #recover(): void {
    this.#failures = 0
    this.#failingSeconds = 0
    this.#restStep = 0
    this.#rest = undefined
    this.#hasSucceeded = true
    this.#isFailing = false
    this.#mostInFlight = Math.min(inFlight.most, this.#mostInFlight * 2)
  }

  /** A replay that fails says nothing new about the webhook, unless many do. */
  #countFailure(attempt: Attempt, isReplay: boolean, isProbe: boolean): void {
    const { times } = this.#options
    this.#failures++
    this.#isFailing ||= !isReplay || isProbe
    this.#mostInFlight = 1
    if (attempt.status_code === 410) this.#disabling = 'gone'
    else if (this.#isFailing && this.#failingSeconds >= times.failing) this.#disabling = 'failing'
    const mustRest = isProbe || this.#failures >= failuresBeforeRest || (!isReplay && concernsReceiver(attempt))
    if (!mustRest || this.#rest !== undefined) return
    this.#rest = restSeconds(times, this.#restStep, attempt)
    this.#restStep++
  }

  #record(item: Item, attempt: Attempt, attempts: number, wait: number | undefined): void {
    const { event, delivery } = item
    const { ok, status_code, duration_ms, error, response } = attempt
    const status = ok ? 'delivered' : wait === undefined ? 'failed' : 'pending'
    const earlier = delivery && delivery.attempts > 0 ? [...(delivery.earlier ?? []), delivery.last] : null
    this.#results.push({
      ...{ event_id: event.id, type: event.type, subject_id: event.subject_id, ref: event.ref },
      ...{ status, attempts, wait: wait ?? null, status_code, duration_ms, error, response },
      earlier: earlier?.slice(-maxEarlier) ?? null,
    })
    this.#mustSetNext ||= delivery !== undefined || status === 'pending'
    this.#settle(item)
  }

  #settle(item: Item): void {
    item.isDecided = true
    this.#waiting--
    if (item.delivery) this.#dueInMemory--
  }

  /** The next event of the same record can be sent. */
  #sendNext({ chain: name }: Item): void {
    const chain = this.#chains.get(name)!
    chain.shift()
    if (chain.length > 0) this.#ready.push(chain[0]!)
    else this.#chains.delete(name)
  }

  /** Later events of the same record wait until the next attempt. */
  #block({ chain: name }: Item, seconds: number): void {
    const later = this.#chains.get(name)!.slice(1)
    this.#chains.delete(name)
    if (this.#webhook.ordered) {
      this.#forget(later)
      return
    }
    this.#blocked.set(name, seconds)
    for (const item of later) {
      this.#postpone(item.event, seconds)
      this.#settle(item)
    }
  }

  /** An ordered webhook reads later events again, and no row is written for them meanwhile. */
  #forget(items: Item[]): void {
    this.#isOrderBlocked = true
    for (const item of items) this.#settle(item)
    const firstNew = items.find(({ delivery }) => !delivery)
    if (!firstNew) return
    this.#read = firstNew.event.id - 1
    this.#new = this.#new.filter(({ event }) => event.id <= this.#read)
  }

  #postpone({ id: event_id, type, subject_id, ref }: sql.NewEvent, wait: number): void {
    this.#postponed.push({ event_id, type, subject_id, ref, wait })
    this.#mustSetNext = true
  }

  /** The connection may no longer read an event. A new one passes by. */
  #drop(item: Item): void {
    if (item.delivery) this.#giveUp(item.event.id, notAllowed)
    this.#settle(item)
    this.#sendNext(item)
  }

  #giveUp(event_id: number, error: string): void {
    this.#givenUp.push({ event_id, error })
    this.#mustSetNext = true
  }

  /** Every event up to this number has a result, or passed by. */
  get #position(): number {
    const undecided = this.#new.find(({ isDecided }) => !isDecided)
    return undecided ? undecided.event.id - 1 : this.#read
  }

  /** Stores what is known, and keeps the lease or gives it back. */
  async #flush(keepsLease: boolean): Promise<void> {
    const { db, clock, by, onDisabled } = this.#options
    const { orgId } = this
    const { id, connection_id } = this.#webhook
    const isKept = keepsLease && this.#disabling === undefined
    const move = sql.move.call(
      ...([orgId, id, by, this.#position, this.#failures, this.#hasSucceeded, this.#isFailing] as const),
      ...([this.#rest ?? null, this.#restStep, isKept] as const),
    )
    const [results, postponed, givenUp] = [this.#results, this.#postponed, this.#givenUp]
    const [setsNext, disabling] = [this.#mustSetNext, this.#disabling]
    const stored = this.#new.filter(({ isDecided }) => isDecided)
    this.#results = []
    this.#postponed = []
    this.#givenUp = []
    this.#mustSetNext = false
    this.#hasSucceeded = false
    this.#isFailing = false
    this.#flushedAt = performance.now()
    const [next, access] = await pipeline(db, function* () {
      const [moved] = yield* send(move)
      if (moved.length === 0) throw new LeaseLost()
      const [, , , [next], access] = yield* sendLast(
        results.length > 0 ? sql.record.call(orgId, id, JSON.stringify(results)) : undefined,
        postponed.length > 0 ? sql.postpone.call(orgId, id, JSON.stringify(postponed)) : undefined,
        givenUp.length > 0 ? sql.giveUp.call(orgId, id, JSON.stringify(givenUp)) : undefined,
        setsNext ? sql.setNextAttempt.call(orgId, id) : undefined,
        isKept ? accessCall(orgId, [connection_id], clock.now()) : undefined,
        disabling ? webhooks.disable.call(orgId, id, disabling, new Date(clock.now()).toISOString()) : undefined,
      )
      return [next, access]
    })
    const isStored = new Set(stored)
    this.#new = this.#new.filter((item) => !isStored.has(item))
    if (isKept) this.#setAccess(accessIn(access).get(connection_id))
    if (next) this.#dueAt = timeIn(next.seconds)
    if (disabling) onDisabled(orgId, id, disabling)
  }
}
