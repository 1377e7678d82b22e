import { dateOf, instantOf, localOf } from '../../src/time/local-time.ts'
import { officeTime } from '../dates.ts'
import type { Random } from '../random.ts'
import type { Funding } from './enquiries.ts'
import { openStages, type Stage } from './options.ts'

const zone = 'Australia/Sydney'
const [minute, day] = [60_000, 86_400_000]

/** The minimum and maximum days in a stage. */
const lengths: Record<(typeof openStages)[number], readonly [number, number]> = {
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

/** The stages before one that was reached at an instant, computed backwards, so that all are in the past. */
export function stepsTo(random: Random, last: Stage, funding: Funding, at: number): Step[] {
  const steps: Step[] = [{ stage: last, at }]
  for (const stage of stagesBefore(random, last, funding).reverse()) {
    const [low, high] = lengths[stage]
    const stayed = random.between(low, high) * day + random.between(0, 300) * minute
    steps.unshift({ stage, at: officeTime(steps[0]!.at - stayed) })
  }
  return steps
}

/** Urgent enquiries are contacted on the same day. */
export function withSameDayContact(random: Random, steps: Step[]): Step[] {
  const [enquired, contacted, ...others] = steps
  if (!contacted) return steps
  const opened = Date.parse(instantOf(`${dateOf(localOf(contacted.at, zone))} 08:30:00`, zone))
  const waited = Math.floor((contacted.at - opened) * (0.2 + 0.7 * random.next()))
  return [{ ...enquired!, at: contacted.at - waited }, contacted, ...others]
}

function stagesBefore(random: Random, last: Stage, funding: Funding): (typeof openStages)[number][] {
  if (last === 'Lost') return openStages.slice(0, random.between(1, 4))
  if (last !== 'Won') return openStages.slice(0, openStages.indexOf(last))
  return openStages.slice(0, funding !== 'Private' && random.chance(0.5) ? 5 : 4)
}
