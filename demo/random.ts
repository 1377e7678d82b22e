/** A deterministic pseudo-random generator (mulberry32): the same numbers in every run and on every machine. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)]!
  }

  /** `count` different values in random order, or all of them if there are fewer. */
  sample<T>(values: readonly T[], count: number): T[] {
    const left = [...values]
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.between(0, left.length - 1), 1)[0]!,
    )
  }

  /** Returns the values one after the other in random order, and then again in the same order. */
  deck<T>(values: readonly T[]): () => T {
    const order = this.deal(
      values.map((value) => [value, 1] as const),
      values.length,
    )
    let next = 0
    return () => order[next++ % order.length]!
  }

  /** `count` values in random order, each as often as its share. The first value fills what rounding leaves. */
  deal<T>(shares: readonly (readonly [value: T, share: number])[], count: number): T[] {
    const whole = shares.reduce((sum, [, share]) => sum + share, 0)
    const dealt = shares.slice(1).flatMap(([value, share]) => Array<T>(Math.round((share / whole) * count)).fill(value))
    while (dealt.length < count) dealt.push(shares[0]![0])
    for (let i = dealt.length - 1; i > 0; i--) {
      const j = this.between(0, i)
      const swapped = dealt[i]!
      dealt[i] = dealt[j]!
      dealt[j] = swapped
    }
    return dealt
  }
}
