/** Whose request waits: an organisation, or 0 for whoever is not known. */
export type Owner = number

interface Place<Item> {
  item: Item
  since: number
}

/**
 * A line with so many places in which owners take turns; the requests of one owner keep their order. When it is full,
 * whoever has most places gives one up for somebody who has fewer, so that one owner alone never fills it for the others.
 */
export class FairLine<Item> {
  /** Places; where there are fewer than are taken, nobody has to leave for it. */
  most: number
  readonly #lines = new Map<Owner, Place<Item>[]>()
  #size = 0

  constructor(most: number) {
    this.most = most
  }

  get size(): number {
    return this.#size
  }

  /** Gives the item that has no place now: none, the new one, or the newest of the owner who has most. */
  join(owner: Owner, item: Item, now: number): Item | undefined {
    const line = this.#lines.get(owner)
    let out: Item | undefined
    if (this.#size >= this.most) {
      const [longest, places] = this.#longest()
      if (!places || places.length <= (line?.length ?? 0) + 1) return item
      out = places.pop()!.item
      this.#size--
      if (places.length === 0) this.#lines.delete(longest)
    }
    if (line) line.push({ item, since: now })
    else this.#lines.set(owner, [{ item, since: now }])
    this.#size++
    return out
  }

  /** The first of the owner whose turn it is, who then goes behind the others. */
  next(): Item | undefined {
    const [turn] = this.#lines
    if (!turn) return undefined
    const [owner, line] = turn
    const { item } = line.shift()!
    this.#size--
    this.#lines.delete(owner)
    if (line.length > 0) this.#lines.set(owner, line)
    return item
  }

  /** Takes out all that have waited since then or longer. */
  leaveSince(then: number): Item[] {
    const out: Item[] = []
    for (const [owner, line] of this.#lines) {
      while (line.length > 0 && line[0]!.since <= then) out.push(line.shift()!.item)
      if (line.length === 0) this.#lines.delete(owner)
    }
    this.#size -= out.length
    return out
  }

  #longest(): [Owner, Place<Item>[] | undefined] {
    let found: [Owner, Place<Item>[] | undefined] = [0, undefined]
    for (const [owner, line] of this.#lines) if (line.length > (found[1]?.length ?? 0)) found = [owner, line]
    return found
  }
}
