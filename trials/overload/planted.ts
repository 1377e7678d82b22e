import { progress } from '../../bench/stage.ts'
import type { Arena, Finding } from './arena.ts'
import { counts } from './counts.ts'
import { drips } from './drips.ts'
import { flood } from './flood.ts'
import { neighbour } from './neighbour.ts'
import type { Part } from './options.ts'

/** Faults put in from outside, each with the part that must find it. */
export const faults: { what: string; part: Part; run(arena: Arena): Promise<Finding[]> }[] = [
  { what: 'everybody is let in', part: 'flood', run: (arena) => flood(arena, undefined, { WATTLE_MAX_WAITING: '0' }) },
  { what: 'refusals without Retry-After', part: 'flood', run: (arena) => flood(arena, 'no-retry-after') },
  { what: 'connections cut in place of an answer', part: 'flood', run: (arena) => flood(arena, 'cut-off') },
  {
    what: 'no limit for the noisy organisation',
    part: 'neighbour',
    run: (arena) => neighbour(arena, undefined, { WATTLE_RATE_LIMIT: '0' }),
  },
  { what: 'no time limits', part: 'drips', run: (arena) => drips(arena, 'no-time-limits') },
  { what: 'each node counts for itself', part: 'counts', run: (arena) => counts(arena, 'alone') },
]

/** Fails unless each is found. */
export async function plantFaults(arena: Arena): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { what, run } of faults.filter(({ part }) => arena.options.only.includes(part))) {
    progress(`Planted: ${what}`)
    const broken = (await run(arena)).filter(({ holds }) => !holds)
    const measured = broken.map(({ what, measured }) => `${what}: ${measured}`).join('; ') || 'nothing was found'
    found.push({ what: `planted: ${what}`, measured, promised: 'found', holds: broken.length > 0 })
  }
  return found
}
