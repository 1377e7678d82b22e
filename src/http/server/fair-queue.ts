interface Entry<Item> {
  item: Item
  since: number
}

/**
 * A bounded queue that is fair between owners: round robin between them, in order within each. When it is full, an
 * owner with fewer items displaces the newest item of the owner with most. So no owner can fill it for the others.
 */
export class FairQueue<Item> {
  readonly #maxSize: number
  /** In the order in which they are served. */
  readonly #owners = new Map<string, Entry<Item>[]>()
  #size = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get size(): number {
    return this.#size
  }

  /** Adds an item. Returns the displaced item: none, this one, or the newest of the owner with most. */
  add(owner: string, item: Item, now: number): Item | undefined {
    const own = this.#owners.get(owner)
    let displaced: Item | undefined
    if (this.#size >= this.#maxSize) {
      const most = this.#largest()
      if (!most || most.length <= (own?.length ?? 0) + 1) return item
      displaced = most.pop()!.item
      this.#size--
    }
    if (own) own.push({ item, since: now })
    else this.#owners.set(owner, [{ item, since: now }])
    this.#size++
    return displaced
  }

  /** Takes the first item of the first owner for which there is room. That owner then comes last. */
  take(hasRoom: (item: Item) => boolean): Item | undefined {
    for (const [owner, entries] of this.#owners) {
      if (!hasRoom(entries[0]!.item)) continue
      const { item } = entries.shift()!
      this.#size--
      this.#owners.delete(owner)
      if (entries.length > 0) this.#owners.set(owner, entries)
      return item
    }
    return undefined
  }

  /** Takes all items that were added at this time or before. */
  takeOlder(then: number): Item[] {
    const items: Item[] = []
    for (const [owner, entries] of this.#owners) {
      while (entries.length > 0 && entries[0]!.since <= then) items.push(entries.shift()!.item)
      if (entries.length === 0) this.#owners.delete(owner)
    }
    this.#size -= items.length
    return items
  }

  #largest(): Entry<Item>[] | undefined {
    let most: Entry<Item>[] | undefined
    for (const entries of this.#owners.values()) if (entries.length > (most?.length ?? 0)) most = entries
    return most
  }
}
