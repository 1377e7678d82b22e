import { progress } from '../../bench/harness.ts'

/** Requests that come at a rate of their own, whether those before were answered or not. */
export interface LoadPlan {
  /** Each request goes to the next. */
  ports: number[]
  /** Whole requests as they go over the wire, one after the other, over and over. */
  requests: string[]
  rate: number
  seconds: number
  connections?: number
  /** Connections that have been used before, as programs that talk all day have them. A flood of new ones waits to be accepted. */
  warmConnections?: number
}

export interface LoadResult {
  sent: number
  statuses: Record<string, number>
  /** Successes a second that came within a second of when they were due. */
  goodput: number
  /** Milliseconds from when a request was due to its success. */
  p50: number
  p99: number
  /** Connections that ended with a request under way. */
  resets: number
  /** Sent, and without an answer at the end. */
  unanswered: number
  /** Never sent, because all connections waited for answers. */
  unsent: number
  /** Milliseconds by which this program itself was late with a request, at its p99: what a busy machine adds. */
  generatorLateMs: number
  /** Refusals without Retry-After or without a JSON object with a message; the first of them. */
  malformed: number
  malformedExample?: string | undefined
}

/** Whether every request was served: a refusal, a cut connection or silence is harm, whatever the latency of the others. */
export const isServed = ({ statuses, resets, unanswered, unsent }: LoadResult): boolean =>
  Object.keys(statuses).every((status) => status[0] === '2') && resets === 0 && unanswered === 0 && unsent === 0

/** The most that a node serves in time: more and more a second, until it does not keep up. */
export async function findPeakRate(
  at: (rate: number, seconds: number) => Promise<LoadResult>,
  isQuick: boolean,
): Promise<number> {
  let peak = 0
  // A bad round may be another program's; three in a row are the end.
  for (let rate = 400, bad = 0; bad < 3 && rate < 50_000; rate = Math.ceil(rate * 1.25)) {
    const { goodput, p99, generatorLateMs } = await at(rate, isQuick ? 2 : 4)
    progress(
      `  ${rate} a second: ${goodput.toFixed(0)} served, p99 ${p99.toFixed(0)} ms, load late by ${generatorLateMs.toFixed(0)} ms`,
    )
    peak = Math.max(peak, goodput)
    bad = goodput < rate * 0.85 ? bad + 1 : 0
  }
  return peak
}
