import { request } from '../../bench/cases/case.ts'
import { progress } from '../../bench/harness.ts'
import { withoutRates } from '../../test/cluster/nginx.ts'
import { isServed, type Outcome, peakOf } from '../lib/load.ts'
import { portOf, startNode, type Way } from '../lib/node.ts'
import { type Arena, type Finding, mixed, staffOf } from './environment.ts'

const times = 3
/** As many requests can be under way; the others are not sent. Fewer than may wait, so most of the flood waits in the queue. */
const connections = 1700
const leastGoodput: Record<Way, number> = { direct: 0.4, 'behind nginx': 0.7 }
const mostMemory = 400
const recoverySeconds = 5
/** Of another organisation, in milliseconds. */
const mostMedian = 200

/** How requests reach the node, and what is wrong on purpose. */
export interface Trouble {
  way?: Way
  planted?: string
  env?: Record<string, string>
  /** Of deploy/nginx.conf. */
  changes?: [RegExp, string][]
}

/**
 * Looks for the most that one node does for an organisation, sends three times as much beside a few requests of another,
 * and looks how soon it is itself again.
 */
export async function flood(
  arena: Arena,
  { way = 'direct', planted, env = {}, changes = [] }: Trouble = {},
): Promise<Finding[]> {
  const { stage, options, url, busy, quiet, honest, come } = arena
  // Both programs have one address, which may have half of the connections.
  const settings = {
    DATABASE_URL: url,
    WATTLE_RATE_LIMIT: '0',
    WATTLE_MAX_CONNECTIONS: String((connections + 300) * 2),
  }
  const node = await startNode(stage, { ...settings, ...env }, planted)
  const requests = mixed(busy, await staffOf(arena, busy))
  const reads = (await staffOf(arena, quiet)).map((id) => request('GET', `/staff/${id}`, quiet.token))
  // The limit of the service is off, so the rates of nginx are too; how many requests are under way stays bounded.
  const port = await portOf(stage, node, way, [...withoutRates, ...changes])
  const at = (rate: number, seconds: number) =>
    come({ ports: [port], requests, rate, seconds, kept: connections, connections })

  await at(200, 2) // to be warm
  const peak = await peakOf(at, options.quick)
  const calm = await at(peak / 2, 4)
  const seconds = options.quick ? 8 : 20
  progress(`  ${times} × ${peak.toFixed(0)} a second for ${seconds} s`)
  const few = { ports: [port], requests: reads, rate: 60, seconds, connections: 20, kept: 20 }
  const [over, other] = await Promise.all([at(peak * times, seconds), come(few, honest)])
  const { peak: memory } = node.memory()
  const recovered = await recovery(() => at(peak / 2, 1), calm)
  const after = node.memory().now
  await node.stop()

  const all = Object.values(over.statuses).reduce((sum, count) => sum + count, 0)
  const isRefusal = (status: string) => status === '503' || (way === 'behind nginx' && status === '429')
  const refused = Object.entries(over.statuses).reduce((sum, [status, n]) => sum + (isRefusal(status) ? n : 0), 0)
  const others = Object.keys(over.statuses).filter((status) => status[0] !== '2' && !isRefusal(status))
  const share = over.goodput / peak
  const served = (over.statuses['200'] ?? 0) + (over.statuses['201'] ?? 0)
  return [
    {
      what: `${way}: goodput at ${times} times the most of ${peak.toFixed(0)} requests a second`,
      measured: `${over.goodput.toFixed(0)} a second in time, ${(share * 100).toFixed(0)} %; ${served} served in all, p99 ${over.p99.toFixed(0)} ms (the load itself ${over.late.toFixed(0)} ms late)`,
      promised: `at least ${leastGoodput[way] * 100} %`,
      holds: share >= leastGoodput[way],
    },
    {
      what: `${way}: the others are refused cleanly: ${way === 'direct' ? '503' : '429 or 503'}, Retry-After, a JSON message`,
      measured: `${refused} of ${all}, ${over.unclean} unclean, ${others.length === 0 ? 'no other status' : others.join(', ')}`,
      promised: 'all',
      holds: over.unclean === 0 && others.length === 0,
    },
    {
      what: `${way}: every request that is sent gets an answer`,
      measured: `${over.resets} connections cut, ${over.unanswered} without an answer; ${over.unsent} not sent, because all ${connections} connections waited`,
      promised: 'none',
      holds: over.resets === 0 && over.unanswered === 0,
    },
    {
      what: `${way}: another organisation, with 60 requests a second beside it`,
      measured: `p50 ${other.p50.toFixed(0)} ms, p99 ${other.p99.toFixed(0)} ms; ${isServed(other) ? 'all served' : `NOT all served: ${JSON.stringify(other.statuses)}`}`,
      promised: `p50 at most ${mostMedian} ms, all served`,
      holds: other.p50 <= mostMedian && isServed(other),
    },
    {
      what: `${way}: memory of the node under it`,
      measured: `${memory.toFixed(0)} MB at the highest, ${after.toFixed(0)} MB after`,
      promised: `at most ${mostMemory} MB`,
      holds: memory <= mostMemory,
    },
    {
      what: `${way}: after it, latency as before (within twice the p99)`,
      measured: recovered === undefined ? 'not in 10 s' : `in second ${recovered}`,
      promised: `within ${recoverySeconds} s`,
      holds: recovered !== undefined && recovered <= recoverySeconds,
    },
  ]
}

/** The second in which half of the load is served as calmly as before. */
async function recovery(second: () => Promise<Outcome>, calm: Outcome): Promise<number | undefined> {
  for (let n = 1; n <= 10; n++) {
    const outcome = await second()
    if (outcome.p99 <= Math.max(calm.p99, 10) * 2 && isServed(outcome)) return n
  }
  return undefined
}
