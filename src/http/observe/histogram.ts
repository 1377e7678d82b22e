/** What took how long, by its labels: so many up to each bound, and all of it together. */
interface Series {
  labels: string
  upTo: number[]
  count: number
  sum: number
}

/**
 * A histogram for Prometheus. prom-client's own looks the labels and the bucket up by text for each value, which takes
 * longer than all else that is done when a request has been answered; here it is a look into one map.
 */
export class DurationHistogram {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #counted = new Map<string, Series>()

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#bounds = bounds
  }

  /** `key` stands for the labels, which are asked for only where they are new. */
  observe(key: string, seconds: number, labels: () => Record<string, string>): void {
    let counted = this.#counted.get(key)
    if (!counted) {
      counted = { labels: labelText(labels()), upTo: this.#bounds.map(() => 0), count: 0, sum: 0 }
      this.#counted.set(key, counted)
    }
    counted.count++
    counted.sum += seconds
    for (let n = this.#bounds.length - 1; n >= 0 && seconds <= this.#bounds[n]!; n--) counted.upTo[n]!++
  }

  /** In the text format of Prometheus. */
  text(): string {
    const name = this.#name
    const lines = [`# HELP ${name} ${this.#help}`, `# TYPE ${name} histogram`]
    for (const { labels, upTo, count, sum } of this.#counted.values()) {
      for (const [n, bound] of this.#bounds.entries()) lines.push(`${name}_bucket{le="${bound}",${labels}} ${upTo[n]}`)
      lines.push(`${name}_bucket{le="+Inf",${labels}} ${count}`)
      lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}

const escapes: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }
const labelText = (labels: Record<string, string>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (found) => escapes[found]!)}"`)
    .join(',')
