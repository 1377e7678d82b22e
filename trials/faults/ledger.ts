import type { Answer, Sent } from './caller.ts'
import type { Made } from './writes.ts'

/** What callers may meet while something is broken; every other refusal is a fault of the service. */
const excused = new Set([503, 409])

/** What was sent and acknowledged in one round, and what was wrong. */
export class Ledger {
  sent = 0
  acknowledged = 0
  /** Without an answer, or with a 503: what callers felt of the trouble. */
  unanswered = 0
  refused = 0
  unavailable = 0
  readonly records: Made[] = []
  readonly keyed: { sent: Sent; answer: Answer }[] = []
  readonly problems: string[] = []

  acknowledge(sent: Sent, answer: Answer): void {
    this.acknowledged++
    if (sent.key !== undefined) this.keyed.push({ sent, answer })
  }

  /** No answer, or another one than success; gives whether sending it again makes sense. */
  meet({ method, path }: Sent, answer: Answer | undefined): boolean {
    if (!answer) {
      this.unanswered++
      return true
    }
    if (!excused.has(answer.status)) {
      this.problem(`${method} ${path} was answered ${answer.status}: ${answer.text.slice(0, 300)}`)
      return false
    }
    this.refused++
    if (answer.status === 503) this.unavailable++
    if (answer.headers['retry-after'] === undefined) {
      this.problem(`${method} ${path} was answered ${answer.status} without Retry-After`)
    }
    return true
  }

  problem(text: string): void {
    this.problems.push(text)
  }
}
