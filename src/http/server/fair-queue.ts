interface Entry<Item> {
  item: Item
  since: number
}

/**
 * A bounded queue, fair between owners: they take turns, and the items of one owner keep their order. When it is full, the
 * owner with most items gives up the newest of them to an owner with fewer. So no owner fills it for the others.
 */
export class FairQueue<Item> {
  readonly #longest: number
  /** In the order of their turns. */
  readonly #owners = new Map<string, Entry<Item>[]>()
  #size = 0

  constructor(longest: number) {
    this.#longest = longest
  }

  get size(): number {
    return this.#size
  }

  /** Adds an item. Returns the item that has no place now: none, this one, or the newest of the owner with most. */
  add(owner: string, item: Item, now: number): Item | undefined {
    const own = this.#owners.get(owner)
    let out: Item | undefined
    if (this.#size >= this.#longest) {
      const most = this.#most()
      if (!most || most.length <= (own?.length ?? 0) + 1) return item
      out = most.pop()!.item
      this.#size--
    }
    if (own) own.push({ item, since: now })
    else this.#owners.set(owner, [{ item, since: now }])
    this.#size++
    return out
  }

  /** Takes the first item of the first owner for whom there is room. This owner then goes behind the others. */
  take(hasRoom: (item: Item) => boolean): Item | undefined {
    for (const [owner, places] of this.#owners) {
      if (!hasRoom(places[0]!.item)) continue
      const { item } = places.shift()!
      this.#size--
      this.#owners.delete(owner)
      if (places.length > 0) this.#owners.set(owner, places)
      return item
    }
    return undefined
  }

  /** Takes all items that were added at this time or before. */
  takeOlder(then: number): Item[] {
    const out: Item[] = []
    for (const [owner, places] of this.#owners) {
      while (places.length > 0 && places[0]!.since <= then) out.push(places.shift()!.item)
      if (places.length === 0) this.#owners.delete(owner)
    }
    this.#size -= out.length
    return out
  }

  #most(): Entry<Item>[] | undefined {
    let most: Entry<Item>[] | undefined
    for (const places of this.#owners.values()) if (places.length > (most?.length ?? 0)) most = places
    return most
  }
}
