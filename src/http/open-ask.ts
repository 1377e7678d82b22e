/** A request that waits for a store waits no longer than this. */
const patienceMilliseconds = 500

/**
 * Something asked of a store. It is open until the store has answered or has failed, however long that takes: what was
 * sent may yet be carried out, and whoever asked again would be counted twice. Only those who wait for it lose patience.
 */
export class OpenAsk {
  /** Nobody waits for it any more. */
  isLate = false
  /** Both are never rejected. */
  readonly answered: Promise<void>
  readonly awaited: Promise<void>

  /** `work` is told when patience ends: what has not been sent by then is withdrawn. */
  constructor(work: (withdraw: AbortSignal) => Promise<void>) {
    const patience = new AbortController()
    this.answered = work(patience.signal)
    this.awaited = new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.isLate = true
        patience.abort(new Error('the counts of requests come too late'))
        resolve()
      }, patienceMilliseconds)
      this.answered.then(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}
