import { addDays } from '../../src/time/local-time.ts'
import type { Random } from '../random.ts'
import type { Enquirer } from './enquirers.ts'
import type { Need } from './enquiries.ts'
import type { Step } from './enquiry-steps.ts'
import { intake, type Stage } from './options.ts'

/** The number of completed intake steps by stage. */
const done: Partial<Record<Stage, number>> = {
  'Home visit booked': 1,
  'Quote sent': 3,
  'Waiting on funding': 4,
  Won: 5,
}

interface Attributes {
  preferred_times?: string[]
}

/** The known attributes of an enquiry; later stages have more. */
export function attributesOf(random: Random, who: Enquirer, need: Need, steps: Step[], lead: string): Attributes {
  const { funding, source } = who
  const isKnown = steps.length > 1
  const preferred = need.times.filter(() => random.chance(0.6))
  const ticked = Math.max(...steps.map(({ stage }) => done[stage] ?? 0))
  const referrer = source.referrers && random.pick(source.referrers)
  return {
    ...(isKnown && preferred.length > 0 && { preferred_times: preferred }),
    ...(random.chance(isKnown ? 0.8 : 0.4) && { mobility: random.pick(need.mobility) }),
    ...(isKnown && random.chance(0.5) && { has_pets: random.chance(0.4) }),
    ...(funding === 'NDIS' && random.chance(0.7) && { plan_end_date: addDays(lead, random.between(120, 360)) }),
    ...(isKnown &&
      ['HCP', 'Private'].includes(funding) &&
      random.chance(0.6) && { budget: random.between(4, 32) * 25 }),
    ...(ticked > 0 && { intake_checklist: intake.slice(0, ticked) }),
    ...(referrer !== undefined && random.chance(0.8) && { referrer }),
  }
}
