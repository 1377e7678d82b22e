import type { MetricObject } from 'prom-client'
import { countersOf, type MetricsSnapshot, metricsText } from '../http/observe/metrics.ts'

/**
 * Adds up the metrics of the processes of a node. Of a worker that does not respond in time, the last known ones count.
 * Those of a worker that has ended are added to the counters of the others. So no counter goes down while the node runs.
 */
export class NodeMetrics {
  readonly #last = new Map<number, MetricsSnapshot>()
  #ended: MetricsSnapshot = { requests: [], others: [] }
  #replaced = 0

  set(worker: number, snapshot: MetricsSnapshot): void {
    this.#last.set(worker, snapshot)
  }

  end(worker: number): void {
    const last = this.#last.get(worker)
    this.#last.delete(worker)
    if (last) this.#ended = countersOf([this.#ended, last])
  }

  replace(): void {
    this.#replaced++
  }

  /** The text of all workers, and of the process that started them. */
  text(own: MetricsSnapshot, listening: number): Promise<string> {
    const workers = [
      figure('wattle_workers', 'gauge', 'Workers that accept requests', listening),
      figure('wattle_workers_replaced_total', 'counter', 'Workers started for one that had ended', this.#replaced),
    ]
    return metricsText([own, { requests: [], others: workers }, this.#ended, ...this.#last.values()])
  }
}

const figure = (name: string, type: 'gauge' | 'counter', help: string, value: number) =>
  ({ name, type, help, aggregator: 'sum', values: [{ value, labels: {} }] }) as unknown as MetricObject
