import { request } from '../../bench/cases/case.ts'
import { progress } from '../../bench/harness.ts'
import { median } from '../../bench/measure.ts'
import { isServed } from '../lib/load.ts'
import { portOf, startNode, type Way } from '../lib/node.ts'
import { type Arena, type Finding, staffOf } from './environment.ts'
import type { Trouble } from './flood.ts'

const limit = 15_000
const times = 10
const mostLonger: Record<Way, number> = { direct: 2, 'behind nginx': 1.5 }
/** What deploy/nginx.conf has for 600 requests a minute, for those of this limit. */
const scaled: [RegExp, string][] = [
  [/rate=20r\/s/, `rate=${limit / 30}r/s`],
  [/rate=200r\/s/, `rate=${limit / 3}r/s`],
  [/burst=1200/, `burst=${limit * 2}`],
  [/burst=6000/, `burst=${limit * 10}`],
]

/** One organisation sends ten times what it may; another, well below its own limit, should not feel it. */
export async function neighbour(
  arena: Arena,
  { way = 'direct', planted, env = {}, changes = [] }: Trouble = {},
): Promise<Finding[]> {
  const { stage, options, url, busy, quiet, honest, come } = arena
  const node = await startNode(stage, { DATABASE_URL: url, WATTLE_RATE_LIMIT: String(limit), ...env }, planted)
  const staff = await staffOf(arena, quiet)
  const reads = staff.map((id) => request('GET', `/staff/${id}`, quiet.token))
  const searches = ['an', 'el', 'ri', 'ha'].map((text) =>
    request('GET', `/staff?query=${text}&per_page=100`, busy.token),
  )
  const ports = [await portOf(stage, node, way, [...scaled, ...changes])]
  const seconds = options.quick ? 4 : 6
  const noise = (lasts: number) => come({ ports, requests: searches, rate: (limit / 60) * times, seconds: lasts })
  const calm = (lasts: number) => come({ ports, requests: reads, rate: 60, seconds: lasts }, honest)

  // What it may send in a minute is used up first, and again when the next minute begins; from there on it is over its limit.
  // nginx lets through at most twice the limit, so that takes half a minute behind it.
  const spend = async () => {
    for (let tries = 0; tries < 12; tries++) {
      const { sent, statuses } = await noise(3)
      progress(`  it spends its minute: ${JSON.stringify(statuses)}`)
      if ((statuses['429'] ?? 0) > sent * 0.99) return true
    }
    return false
  }
  await calm(2)
  const [without, beside]: number[][] = [[], []]
  let refused = 0
  let allServed = true
  let isOver = true
  for (let round = 0; round < 5; round++) {
    const before = await calm(seconds)
    without!.push(before.p99)
    isOver = (await spend()) && isOver
    const [noisy, measured] = await Promise.all([noise(seconds), calm(seconds)])
    beside!.push(measured.p99)
    allServed &&= isServed(before) && isServed(measured)
    refused += noisy.statuses['429'] ?? 0
    progress(
      `  p99 alone ${without!.at(-1)!.toFixed(1)} ms, beside it ${measured.p99.toFixed(1)} ms; it had ${JSON.stringify(noisy.statuses)}`,
    )
  }
  await node.stop()
  const ratio = median(beside!) / median(without!)
  return [
    {
      what: `${way}: p99 of one organisation beside another that sends ${times} times its limit`,
      measured: `${median(beside!).toFixed(1)} ms against ${median(without!).toFixed(1)} ms alone: ${ratio.toFixed(2)} times`,
      promised: `at most ${mostLonger[way]} times`,
      holds: ratio <= mostLonger[way],
    },
    {
      what: `${way}: the neighbour is served, and what is over the limit is refused with 429`,
      measured: `${allServed ? 'all of its requests' : 'NOT all of its requests'}; ${refused} refused`,
      promised: 'all of its requests; some refused',
      holds: allServed && isOver && refused > 0,
    },
  ]
}
