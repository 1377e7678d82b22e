/** One time series: the count up to each bound, the total count and the sum, for one set of labels. */
export interface Series {
  labels: string
  upTo: number[]
  count: number
  sum: number
}

/**
 * A histogram for Prometheus. prom-client's own finds the labels and the bucket by text for each value, which takes
 * longer than everything else after a response. Here it is one lookup in a map.
 */
export class DurationHistogram {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, Series>()

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#bounds = bounds
  }

  /** `key` identifies the labels. `labels` is called only for a new key. */
  observe(key: string, seconds: number, labels: () => Record<string, string>): void {
    let series = this.#series.get(key)
    if (!series) {
      series = { labels: labelText(labels()), upTo: this.#bounds.map(() => 0), count: 0, sum: 0 }
      this.#series.set(key, series)
    }
    series.count++
    series.sum += seconds
    for (let n = this.#bounds.length - 1; n >= 0 && seconds <= this.#bounds[n]!; n--) series.upTo[n]!++
  }

  series(): Series[] {
    return [...this.#series.values()]
  }

  /** Adds the series of another process, which has the same bounds. */
  add(series: readonly Series[]): void {
    for (const { labels, upTo, count, sum } of series) {
      const own = this.#series.get(labels)
      if (!own) this.#series.set(labels, { labels, upTo: [...upTo], count, sum })
      else {
        own.upTo = own.upTo.map((before, n) => before + upTo[n]!)
        own.count += count
        own.sum += sum
      }
    }
  }

  /** The text format of Prometheus. */
  text(): string {
    const name = this.#name
    const lines = [`# HELP ${name} ${this.#help}`, `# TYPE ${name} histogram`]
    for (const { labels, upTo, count, sum } of this.#series.values()) {
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
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (character) => escapes[character]!)}"`)
    .join(',')
