import { type Sent, shown } from '../lib/door.ts'

/** What a run saw, and what of it must not be. */
export class Findings {
  readonly wrong: { what: string; reason: string; request: string }[] = []
  requests = 0

  add(what: string, reason: string, sent: Sent): void {
    this.wrong.push({ what, reason, request: shown(sent) })
  }

  /** A part of the trial that is not as it must be for its result to mean anything. */
  harness(what: string, reason: string): void {
    this.wrong.push({ what, reason: `the trial itself: ${reason}`, request: '' })
  }
}
