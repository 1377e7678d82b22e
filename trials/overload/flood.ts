import { progress } from '../../bench/stage.ts'
import { type Arena, type Finding, mixed, staffOf } from './arena.ts'
import type { Outcome } from './arrivals.ts'
import { startNode } from './node.ts'
import { peakOf } from './peak.ts'

const times = 3
const leastGoodput = 0.8
const mostMemory = 400
const recoverySeconds = 5

/** Looks for the most that one node does, sends three times as much, and looks how soon it is itself again. */
export async function flood(arena: Arena, planted?: string, env: Record<string, string> = {}): Promise<Finding[]> {
  const { stage, options, url, busy, quiet, come } = arena
  const node = await startNode(stage, { DATABASE_URL: url, WATTLE_RATE_LIMIT: '0', ...env }, planted)
  const [one, other] = [mixed(busy, await staffOf(arena, busy)), mixed(quiet, await staffOf(arena, quiet))]
  const requests = one.flatMap((text, n) => [text, other[n]!])
  const at = (rate: number, seconds: number) =>
    come({ ports: [node.port], requests, rate, seconds, kept: 1700, connections: 1700 })

  await at(200, 2) // to be warm
  const peak = await peakOf(at, options.quick)
  const calm = await at(peak / 2, 4)
  const seconds = options.quick ? 8 : 20
  progress(`  ${times} × ${peak.toFixed(0)} a second for ${seconds} s`)
  const over = await at(peak * times, seconds)
  const { peak: memory } = node.memory()
  const recovered = await recovery(() => at(peak / 2, 1), calm)
  const after = node.memory().now
  await node.stop()

  const all = Object.values(over.statuses).reduce((sum, count) => sum + count, 0)
  const refused = over.statuses['503'] ?? 0
  const others = Object.keys(over.statuses).filter((status) => status[0] !== '2' && status !== '503')
  const share = over.goodput / peak
  return [
    {
      what: `goodput at ${times} times the most of ${peak.toFixed(0)} requests a second`,
      measured: `${over.goodput.toFixed(0)} a second, ${(share * 100).toFixed(0)} %; p99 of those served ${over.p99.toFixed(0)} ms (the load itself ${over.late.toFixed(0)} ms late)`,
      promised: `at least ${leastGoodput * 100} %`,
      holds: share >= leastGoodput,
    },
    {
      what: 'the others are refused cleanly: 503, Retry-After, a JSON message',
      measured: `${refused} of ${all}, ${over.unclean} unclean, ${others.length === 0 ? 'no other status' : others.join(', ')}`,
      promised: 'all',
      holds: over.unclean === 0 && others.length === 0 && refused > 0,
    },
    {
      what: 'every request gets an answer',
      measured: `${over.resets} connections cut, ${over.unanswered} without an answer`,
      promised: 'none',
      holds: over.resets === 0 && over.unanswered === 0,
    },
    {
      what: 'memory of the node under it',
      measured: `${memory.toFixed(0)} MB at the highest, ${after.toFixed(0)} MB after`,
      promised: `at most ${mostMemory} MB`,
      holds: memory <= mostMemory,
    },
    {
      what: 'after it, latency as before (within twice the p99)',
      measured: recovered === undefined ? 'not in 10 s' : `in second ${recovered}`,
      promised: `within ${recoverySeconds} s`,
      holds: recovered !== undefined && recovered <= recoverySeconds,
    },
  ]
}

/** The second in which half of the load is served as calmly as before. */
async function recovery(second: () => Promise<Outcome>, calm: Outcome): Promise<number | undefined> {
  for (let n = 1; n <= 10; n++) {
    const { p99, statuses } = await second()
    if (p99 <= Math.max(calm.p99, 10) * 2 && statuses['503'] === undefined) return n
  }
  return undefined
}
