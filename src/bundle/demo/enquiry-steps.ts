import { officeTime } from './dates.ts'
import type { Funding } from './enquiries.ts'
import { type Stage, way } from './prospect-options.ts'
import type { Random } from './random.ts'

const [minute, day] = [60_000, 86_400_000]

/** How many days an enquiry is in a stage, from and to. */
const lengths: Record<(typeof way)[number], readonly [number, number]> = {
  New: [1, 4],
  Contacted: [2, 9],
  'Home visit booked': [3, 10],
  'Quote sent': [4, 16],
  'Waiting on funding': [8, 24],
}

export interface Step {
  stage: Stage
  at: number
}

/** The stages on the way to one that was reached at an instant, counted back from there, so that all of it is past. */
export function stepsTo(random: Random, last: Stage, funding: Funding, at: number): Step[] {
  const steps: Step[] = [{ stage: last, at }]
  for (const stage of stagesBefore(random, last, funding).reverse()) {
    const [low, high] = lengths[stage]
    const stayed = random.between(low, high) * day + random.between(0, 300) * minute
    steps.unshift({ stage, at: officeTime(steps[0]!.at - stayed) })
  }
  return steps
}

function stagesBefore(random: Random, last: Stage, funding: Funding): (typeof way)[number][] {
  if (last === 'Lost') return way.slice(0, random.between(1, 4))
  if (last !== 'Won') return way.slice(0, way.indexOf(last))
  return way.slice(0, funding !== 'Private' && random.chance(0.5) ? 5 : 4)
}
