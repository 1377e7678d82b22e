import type { ApiRequest, ApiResponse } from './caller.ts'
import type { CreatedRecord } from './writes.ts'

/** Statuses that are allowed during a disruption. Any other error is a fault of the service. */
const expectedStatuses = new Set([503, 409])

/** The writes of one round, which of them were acknowledged, and the problems found. */
export class Ledger {
  sent = 0
  acknowledged = 0
  /** Requests without a response. */
  unanswered = 0
  rejected = 0
  unavailable = 0
  readonly records: CreatedRecord[] = []
  readonly keyed: { request: ApiRequest; response: ApiResponse }[] = []
  readonly problems: string[] = []

  acknowledge(request: ApiRequest, response: ApiResponse): void {
    this.acknowledged++
    if (request.key !== undefined) this.keyed.push({ request, response })
  }

  /** Counts a write without a successful response. Returns whether a retry makes sense. */
  recordFailure({ method, path }: ApiRequest, response: ApiResponse | undefined): boolean {
    if (!response) {
      this.unanswered++
      return true
    }
    if (!expectedStatuses.has(response.status)) {
      this.problem(`${method} ${path} returned ${response.status}: ${response.text.slice(0, 300)}`)
      return false
    }
    this.rejected++
    if (response.status === 503) this.unavailable++
    if (response.headers['retry-after'] === undefined) {
      this.problem(`${method} ${path} returned ${response.status} without Retry-After`)
    }
    return true
  }

  problem(text: string): void {
    this.problems.push(text)
  }
}
