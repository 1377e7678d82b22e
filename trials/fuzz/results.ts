import { describeRequest, type HttpRequest } from '../lib/transport.ts'

export interface Bug {
  operation: string
  kind: string
  reason: string
  request: string
  /** The command that reproduces it. */
  command: string
}

/** Counts of requests and statuses, and the bugs found. */
export class Results {
  readonly #statuses = new Map<string, Map<number, number>>()
  readonly #kinds = new Map<string, number>()
  readonly bugs: Bug[] = []
  total = 0
  overSocket = 0

  count(operation: string, kind: string, status: number): void {
    const statuses = this.#statuses.get(operation) ?? new Map<number, number>()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    this.#statuses.set(operation, statuses)
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1)
    this.total++
  }

  addBug(operation: string, kind: string, reason: string, request: HttpRequest, command: string): void {
    this.bugs.push({ operation, kind, reason, request: describeRequest(request), command })
  }

  get operations(): [name: string, statuses: Map<number, number>][] {
    return [...this.#statuses]
  }

  get kinds(): [kind: string, count: number][] {
    return [...this.#kinds].sort(([, a], [, b]) => b - a)
  }

  /** Responses by status. */
  get statuses(): [status: number, count: number][] {
    const all = new Map<number, number>()
    for (const statuses of this.#statuses.values())
      for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count)
    return [...all].sort(([a], [b]) => a - b)
  }

  /** Operations without a successful response: nothing behind their validation was tested. */
  neverAccepted(names: string[]): string[] {
    return names.filter((name) => ![...(this.#statuses.get(name)?.keys() ?? [])].some((status) => status < 300))
  }
}
