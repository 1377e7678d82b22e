import { request } from '../../bench/cases/case.ts'
import { progress } from '../../bench/harness.ts'
import { median } from '../../bench/measure.ts'
import { isServed } from '../lib/load.ts'
import { portOf, startNode, type Way } from '../lib/node.ts'
import { type Environment, type Finding, staffOf } from './environment.ts'
import type { TrialOptions } from './flood.ts'

const limit = 15_000
const factor = 10
const maxP99Ratio: Record<Way, number> = { direct: 2, 'behind nginx': 1.5 }
/** The rates of deploy/nginx.conf, scaled from 600 requests per minute to this limit. */
const scaled: [RegExp, string][] = [
  [/rate=20r\/s/, `rate=${limit / 30}r/s`],
  [/rate=200r\/s/, `rate=${limit / 3}r/s`],
  [/burst=1200/, `burst=${limit * 2}`],
  [/burst=6000/, `burst=${limit * 10}`],
]

/** One organisation sends ten times its limit. Another one, below its limit, must not be affected. */
export async function neighbour(
  environment: Environment,
  { way = 'direct', planted, env = {}, changes = [] }: TrialOptions = {},
): Promise<Finding[]> {
  const { harness, options, url, busy, quiet, quietLoad, sendLoad } = environment
  const node = await startNode(harness, { DATABASE_URL: url, WATTLE_RATE_LIMIT: String(limit), ...env }, planted)
  const staff = await staffOf(environment, quiet)
  const reads = staff.map((id) => request('GET', `/staff/${id}`, quiet.token))
  const searches = ['an', 'el', 'ri', 'ha'].map((text) =>
    request('GET', `/staff?query=${text}&per_page=100`, busy.token),
  )
  const ports = [await portOf(harness, node, way, [...scaled, ...changes])]
  const seconds = options.quick ? 4 : 6
  const sendNoisy = (duration: number) =>
    sendLoad({ ports, requests: searches, rate: (limit / 60) * factor, seconds: duration })
  const sendQuiet = (duration: number) => sendLoad({ ports, requests: reads, rate: 60, seconds: duration }, quietLoad)

  // First the noisy organisation uses up its limit, so that it is above it while the neighbour is measured.
  // nginx admits at most twice the limit, so this takes half a minute behind nginx.
  const exhaustQuota = async () => {
    for (let tries = 0; tries < 12; tries++) {
      const { sent, statuses } = await sendNoisy(3)
      progress(`  using up its limit: ${JSON.stringify(statuses)}`)
      if ((statuses['429'] ?? 0) > sent * 0.99) return true
    }
    return false
  }
  await sendQuiet(2)
  const [aloneP99, besideP99]: number[][] = [[], []]
  let rejected = 0
  let allServed = true
  let isExhausted = true
  for (let round = 0; round < 5; round++) {
    const before = await sendQuiet(seconds)
    aloneP99!.push(before.p99)
    isExhausted = (await exhaustQuota()) && isExhausted
    const [noisyResult, measured] = await Promise.all([sendNoisy(seconds), sendQuiet(seconds)])
    besideP99!.push(measured.p99)
    allServed &&= isServed(before) && isServed(measured)
    rejected += noisyResult.statuses['429'] ?? 0
    progress(
      `  p99 alone ${aloneP99!.at(-1)!.toFixed(1)} ms, with the noisy one ${measured.p99.toFixed(1)} ms; noisy statuses ${JSON.stringify(noisyResult.statuses)}`,
    )
  }
  await node.stop()
  const ratio = median(besideP99!) / median(aloneP99!)
  return [
    {
      what: `${way}: p99 of an organisation while another one sends ${factor} times its limit`,
      measured: `${median(besideP99!).toFixed(1)} ms against ${median(aloneP99!).toFixed(1)} ms alone: ${ratio.toFixed(2)} times`,
      target: `at most ${maxP99Ratio[way]} times`,
      isMet: ratio <= maxP99Ratio[way],
    },
    {
      what: `${way}: the neighbour is served, and requests above the limit are rejected with 429`,
      measured: `${allServed ? 'all of its requests' : 'NOT all of its requests'}; ${rejected} rejected`,
      target: 'all of its requests; some rejected',
      isMet: allServed && isExhausted && rejected > 0,
    },
  ]
}
