/** What the trial has found: how often, and the first of each kind. */
export class Problems {
  readonly #found = new Map<string, { count: number; first: string }>()

  add(kind: string, text: string): void {
    const found = this.#found.get(kind)
    if (found) found.count++
    else this.#found.set(kind, { count: 1, first: text })
  }

  get isEmpty(): boolean {
    return this.#found.size === 0
  }

  get lines(): string[] {
    return [...this.#found].map(([kind, { count, first }]) => `${kind}: ${count}, such as ${first}`)
  }
}
