import type { StoredEvent } from '../../events/catalogue.ts'
import type { Blocker, DueDelivery } from './dispatcher.sql.ts'

/** An event to send. */
export interface Item {
  event: StoredEvent
  /** The delivery of an event that was tried or has waited. Without one it is after the position. */
  delivery: DueDelivery | undefined
  chain: string
  /** What became of it is stored with the next flush, or it passed by. */
  isDecided: boolean
}

/**
 * The events of a webhook that are read and wait or are under way. Those of one record are a chain: they are sent one after
 * the other. All events of an ordered webhook are one chain.
 */
export class Queue {
  readonly #isOrdered: boolean
  /** Events up to this number are read. */
  #read: number
  /** Those of them that had no delivery, until their result is stored. */
  #new: Item[] = []
  readonly #chains = new Map<string, Item[]>()
  /** The first of each chain, unless it is under way. */
  readonly #ready: Item[] = []
  /** By record: the events that are tried again later, and in how many seconds. */
  readonly #blockers = new Map<string, Map<number, number>>()
  /** The numbers of events without a result. */
  readonly #undecided = new Set<number>()
  /** Those of them that are due deliveries. */
  due = 0
  /** An ordered webhook waits for the next attempt of an event. */
  isHalted = false

  constructor(position: number, isOrdered: boolean) {
    this.#read = position
    this.#isOrdered = isOrdered
  }

  /** Events without a result. */
  get waiting(): number {
    return this.#undecided.size
  }

  get read(): number {
    return this.#read
  }

  /** Every event up to this number has a result, or passed by. */
  get position(): number {
    const undecided = this.#new.find(({ isDecided }) => !isDecided)
    return undecided ? undecided.event.id - 1 : this.#read
  }

  /** The event that can be sent next. */
  get first(): Item | undefined {
    return this.#ready[0]
  }

  takeFirst(): Item {
    return this.#ready.shift()!
  }

  addDue(delivery: DueDelivery): void {
    this.due++
    this.#add({ event: delivery, delivery, chain: this.#chainOf(delivery), isDecided: false })
  }

  addNew(event: StoredEvent): void {
    const item: Item = { event, delivery: undefined, chain: this.#chainOf(event), isDecided: false }
    this.#new.push(item)
    this.#add(item)
  }

  /** Events up to this number are read. */
  markRead(number: number): void {
    this.#read = number
  }

  /** Later events of a delivery's record wait for its next attempt. */
  addBlocker({ event_id, seconds, ...subject }: Blocker): void {
    this.#block(this.#chainOf(subject), event_id, seconds)
  }

  /**
   * How long an event has to wait for earlier ones of its record. One that is in memory too is before it in their chain: it
   * waits for those that are not.
   */
  blockedSeconds(event: StoredEvent): number | null {
    let longest: number | null = null
    for (const [id, seconds] of this.#blockers.get(this.#chainOf(event)) ?? [])
      if (id < event.id && !this.#undecided.has(id)) longest = Math.max(seconds, longest ?? seconds)
    return longest
  }

  /** Before they are read again. */
  forgetBlockers(): void {
    this.#blockers.clear()
  }

  /** The event has a result, and the next one of its record can be sent. */
  finish(item: Item): void {
    this.#decide(item)
    // It may have been read as one that later events wait for.
    this.#blockers.get(item.chain)?.delete(item.event.id)
    const chain = this.#chains.get(item.chain)!
    chain.shift()
    if (chain.length > 0) this.#ready.push(chain[0]!)
    else this.#chains.delete(item.chain)
  }

  /** The event is tried again after so long. Returns those that wait for it: all of an ordered webhook, otherwise those in order. */
  block(item: Item, seconds: number): Item[] {
    this.#decide(item)
    const later = this.#chains.get(item.chain)!.slice(1)
    const overtaking = this.#isOrdered ? [] : later.filter(({ delivery }) => delivery?.in_order === false)
    const waiting = later.filter((each) => !overtaking.includes(each))
    if (overtaking.length > 0) {
      this.#chains.set(item.chain, overtaking)
      this.#ready.push(overtaking[0]!)
    } else this.#chains.delete(item.chain)
    for (const each of waiting) this.#decide(each)
    if (this.#isOrdered) {
      this.#readAgain(waiting)
      return []
    }
    this.#block(item.chain, item.event.id, seconds)
    return waiting
  }

  /** The new events whose result is known. */
  get decided(): Item[] {
    return this.#new.filter(({ isDecided }) => isDecided)
  }

  markStored(items: Item[]): void {
    const stored = new Set(items)
    this.#new = this.#new.filter((item) => !stored.has(item))
  }

  #block(chain: string, eventId: number, seconds: number): void {
    const known = this.#blockers.get(chain)
    if (known) known.set(eventId, seconds)
    else this.#blockers.set(chain, new Map([[eventId, seconds]]))
  }

  #add(item: Item): void {
    this.#undecided.add(item.event.id)
    const chain = this.#chains.get(item.chain)
    if (chain) chain.push(item)
    else {
      this.#chains.set(item.chain, [item])
      this.#ready.push(item)
    }
  }

  #decide(item: Item): void {
    item.isDecided = true
    this.#undecided.delete(item.event.id)
    if (item.delivery) this.due--
  }

  /** The later events of an ordered webhook are read again after the attempt. No row is written for them meanwhile. */
  #readAgain(items: Item[]): void {
    this.isHalted = true
    const first = items.find(({ delivery }) => !delivery)
    if (!first) return
    this.#read = first.event.id - 1
    this.#new = this.#new.filter(({ event }) => event.id <= this.#read)
  }

  /** Notes of two kinds may have the same id. */
  #chainOf({ type, subject_id, ref }: Pick<StoredEvent, 'subject_id' | 'ref'> & { type: string }): string {
    if (this.#isOrdered) return ''
    const subject = type.slice(0, type.indexOf('.'))
    return subject === 'note' ? `note/${ref}` : `${subject}/${subject_id}`
  }
}
