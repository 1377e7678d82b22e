import { request } from '../../bench/cases/case.ts'
import { progress } from '../../bench/harness.ts'
import { withoutRateLimits } from '../../test/cluster/nginx.ts'
import { findPeakRate, isServed, type LoadResult } from '../lib/load.ts'
import { portOf, startNode, type Way } from '../lib/node.ts'
import { type Environment, type Finding, mixed, staffOf } from './environment.ts'

const factor = 3
/** Limits the concurrent requests; further ones are not sent. Below the queue length, so most of the flood waits in the queue. */
const connections = 1700
const minGoodput: Record<Way, number> = { direct: 0.4, 'behind nginx': 0.7 }
const maxMemoryMb = 400
const recoverySeconds = 5
const maxMedianMs = 200

/** How requests reach the node, and the planted fault. */
export interface TrialOptions {
  way?: Way
  planted?: string
  env?: Record<string, string>
  /** Replacements in deploy/nginx.conf. */
  changes?: [RegExp, string][]
}

/**
 * Finds the peak rate of one node and sends three times as much, together with a few requests of another organisation. Then
 * measures how soon latency is normal again.
 */
export async function flood(
  environment: Environment,
  { way = 'direct', planted, env = {}, changes = [] }: TrialOptions = {},
): Promise<Finding[]> {
  const { harness, options, url, busy, quiet, quietLoad, sendLoad } = environment
  // Both generators share one address, which may use half of the connections.
  const settings = {
    DATABASE_URL: url,
    WATTLE_RATE_LIMIT: '0',
    WATTLE_MAX_CONNECTIONS: String((connections + 300) * 2),
  }
  const node = await startNode(harness, { ...settings, ...env }, planted)
  const requests = mixed(busy, await staffOf(environment, busy))
  const reads = (await staffOf(environment, quiet)).map((id) => request('GET', `/staff/${id}`, quiet.token))
  // The rate limits of the service and of nginx are off. The limits on concurrent requests stay.
  const port = await portOf(harness, node, way, [...withoutRateLimits, ...changes])
  const at = (rate: number, seconds: number) =>
    sendLoad({ ports: [port], requests, rate, seconds, warmConnections: connections, connections })

  await at(200, 2) // warm-up
  const peak = await findPeakRate(at, options.quick)
  const reference = await at(peak / 2, 4)
  const seconds = options.quick ? 8 : 20
  progress(`  ${factor} × ${peak.toFixed(0)} requests/s for ${seconds} s`)
  const quietPlan = { ports: [port], requests: reads, rate: 60, seconds, connections: 20, warmConnections: 20 }
  const [flooded, quietResult] = await Promise.all([at(peak * factor, seconds), sendLoad(quietPlan, quietLoad)])
  const { peak: memory } = node.memory()
  const recovered = await secondsToRecover(() => at(peak / 2, 1), reference)
  const after = node.memory().now
  await node.stop()

  const all = Object.values(flooded.statuses).reduce((sum, count) => sum + count, 0)
  const isRejection = (status: string) => status === '503' || (way === 'behind nginx' && status === '429')
  const rejected = Object.entries(flooded.statuses).reduce((sum, [status, n]) => sum + (isRejection(status) ? n : 0), 0)
  const others = Object.keys(flooded.statuses).filter((status) => status[0] !== '2' && !isRejection(status))
  const share = flooded.goodput / peak
  const served = (flooded.statuses['200'] ?? 0) + (flooded.statuses['201'] ?? 0)
  return [
    {
      what: `${way}: goodput at ${factor} times the peak rate of ${peak.toFixed(0)} requests/s`,
      measured: `${flooded.goodput.toFixed(0)} requests/s in time, ${(share * 100).toFixed(0)} %; ${served} served in total, p99 ${flooded.p99.toFixed(0)} ms (load generator ${flooded.generatorLateMs.toFixed(0)} ms late)`,
      target: `at least ${minGoodput[way] * 100} %`,
      isMet: share >= minGoodput[way],
    },
    {
      what: `${way}: the others are rejected properly: ${way === 'direct' ? '503' : '429 or 503'}, Retry-After, a JSON message`,
      measured: `${rejected} of ${all}, ${flooded.malformed} malformed, ${others.length === 0 ? 'no other status' : others.join(', ')}`,
      target: 'all',
      isMet: flooded.malformed === 0 && others.length === 0,
    },
    {
      what: `${way}: every sent request gets a response`,
      measured: `${flooded.resets} connections reset, ${flooded.unanswered} without a response; ${flooded.unsent} not sent, because all ${connections} connections were busy`,
      target: 'none',
      isMet: flooded.resets === 0 && flooded.unanswered === 0,
    },
    {
      what: `${way}: another organisation with 60 requests/s`,
      measured: `p50 ${quietResult.p50.toFixed(0)} ms, p99 ${quietResult.p99.toFixed(0)} ms; ${isServed(quietResult) ? 'all served' : `NOT all served: ${JSON.stringify(quietResult.statuses)}`}`,
      target: `p50 at most ${maxMedianMs} ms, all served`,
      isMet: quietResult.p50 <= maxMedianMs && isServed(quietResult),
    },
    {
      what: `${way}: memory of the node`,
      measured: `${memory.toFixed(0)} MB peak, ${after.toFixed(0)} MB after`,
      target: `at most ${maxMemoryMb} MB`,
      isMet: memory <= maxMemoryMb,
    },
    {
      what: `${way}: recovery (p99 at most twice that before)`,
      measured: recovered === undefined ? 'not in 10 s' : `in second ${recovered}`,
      target: `within ${recoverySeconds} s`,
      isMet: recovered !== undefined && recovered <= recoverySeconds,
    },
  ]
}

/** The first second after the flood in which half of the peak rate has a normal p99. */
async function secondsToRecover(
  sendOneSecond: () => Promise<LoadResult>,
  reference: LoadResult,
): Promise<number | undefined> {
  for (let n = 1; n <= 10; n++) {
    const outcome = await sendOneSecond()
    if (outcome.p99 <= Math.max(reference.p99, 10) * 2 && isServed(outcome)) return n
  }
  return undefined
}
