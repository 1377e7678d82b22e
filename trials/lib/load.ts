import { progress } from '../../bench/harness.ts'

/** Open-loop load: requests start at a fixed rate, whether or not earlier ones have been answered. */
export interface LoadPlan {
  /** Used round-robin. */
  ports: number[]
  /** Complete HTTP requests, sent in this order and repeated. */
  requests: string[]
  rate: number
  seconds: number
  connections?: number
  /** Connections that are opened and used once before the load starts. New ones would first wait to be accepted. */
  warmConnections?: number
}

export interface LoadResult {
  sent: number
  statuses: Record<string, number>
  /** Successful responses per second that arrived within a second of their scheduled time. */
  goodput: number
  /** Milliseconds from the scheduled time of a request to its successful response. */
  p50: number
  p99: number
  /** Connections that were closed during a request. */
  resets: number
  /** Requests that were sent and had no response at the end. */
  unanswered: number
  /** Requests that were never sent, because every connection was waiting for a response. */
  unsent: number
  /** p99 of how late the generator itself was with a request, in milliseconds. A busy machine adds this. */
  generatorLateMs: number
  /** Rejections without Retry-After or without a JSON message, and the first of them. */
  malformed: number
  malformedExample?: string | undefined
}

/** Whether every request succeeded: none rejected, reset, unanswered or unsent. */
export const isServed = ({ statuses, resets, unanswered, unsent }: LoadResult): boolean =>
  Object.keys(statuses).every((status) => status[0] === '2') && resets === 0 && unanswered === 0 && unsent === 0

/** The highest rate that a node serves in time. Raises the rate until the node no longer keeps up. */
export async function findPeakRate(
  at: (rate: number, seconds: number) => Promise<LoadResult>,
  isQuick: boolean,
): Promise<number> {
  let peak = 0
  // Another program can cause one bad round. Three in a row are the limit of the node.
  for (let rate = 400, bad = 0; bad < 3 && rate < 50_000; rate = Math.ceil(rate * 1.25)) {
    const { goodput, p99, generatorLateMs } = await at(rate, isQuick ? 2 : 4)
    progress(
      `  ${rate} requests/s: ${goodput.toFixed(0)} served in time, p99 ${p99.toFixed(0)} ms, load generator late by ${generatorLateMs.toFixed(0)} ms`,
    )
    peak = Math.max(peak, goodput)
    bad = goodput < rate * 0.85 ? bad + 1 : 0
  }
  return peak
}
