import { addDays, dateOf, localOf, todayIn } from '../../src/time/local-time.ts'
import { nearestWorkday, nextWorkday, officeTime, stamped } from '../dates.ts'
import { firstId } from '../examples/ids.ts'
import type { Random } from '../random.ts'
import { attributesOf } from './attributes.ts'
import { type Client, type Contacts, converted, type Enquirer, isRecent, landlines, strangers } from './enquirers.ts'
import type { Need } from './enquiries.ts'
import { type Step, stepsTo, withSameDayContact } from './enquiry-steps.ts'
import { EnquiryTexts, isUrgent } from './enquiry-texts.ts'
import { prospectOptionsOf, type Stage } from './options.ts'

const zone = 'Australia/Sydney'
const [minute, day] = [60_000, 86_400_000]
const [convertedCount, wonCount, lostCount, openCount] = [19, 4, 23, 46]
const namesakeCount = 2
/** Stages of open prospects, and the maximum days in that stage. */
const openShares: readonly (readonly [{ stage: Stage; days: number }, share: number])[] = [
  [{ stage: 'New', days: 5 }, 12],
  [{ stage: 'Contacted', days: 14 }, 13],
  [{ stage: 'Home visit booked', days: 9 }, 8],
  [{ stage: 'Quote sent', days: 18 }, 8],
  [{ stage: 'Waiting on funding', days: 30 }, 5],
]

interface Enquiry {
  who: Enquirer
  steps: Step[]
  need: Need
}
interface People {
  consultants: string[]
  clients: Client[]
  others: Pick<Contacts, 'taken' | 'emails'>
}

/** Enquiries of nine months: a quarter won, a quarter lost, and the others open and mostly recent. */
export function makeProspects(random: Random, now: number, { consultants, clients, others }: People) {
  const daysBack = (low: number, high: number) =>
    officeTime(now - random.between(low * 24 * 60, high * 24 * 60) * minute)
  const contacts = { ...others, phone: landlines(random) }
  const became = converted(random, convertedCount, now, clients, contacts)
  const namesakes = clients.filter((client) => !became.some((who) => who.client === client)).slice(0, namesakeCount)
  const unknown = strangers(random, wonCount + lostCount + openCount, contacts, namesakes)
  const [won, rest] = [unknown.slice(0, wonCount), unknown.slice(wonCount)]
  const stages = random.deal(openShares, openCount)
  const reached: Omit<Enquiry, 'need'>[] = [
    ...became.map((who) => {
      const at = isRecent(now, who.client!) ? Date.parse(who.client!.created_at) : daysBack(2, 190)
      return { who, steps: stepsTo(random, 'Won', who.funding, at) }
    }),
    ...won.map((who) => ({ who, steps: stepsTo(random, 'Won', who.funding, daysBack(0, 6)) })),
    ...rest.slice(0, lostCount).map((who) => ({ who, steps: stepsTo(random, 'Lost', who.funding, daysBack(2, 200)) })),
    ...rest.slice(lostCount).map((who, index) => {
      const { stage, days } = stages[index]!
      // Private clients do not wait for funding.
      const last = stage === 'Waiting on funding' && who.funding === 'Private' ? 'Quote sent' : stage
      return { who, steps: stepsTo(random, last, who.funding, daysBack(0, days)) }
    }),
  ]
  const texts = new EnquiryTexts(random)
  const enquiries = reached.map(({ who, steps }): Enquiry => {
    const need = texts.need(who.funding, steps.length === 1 && steps[0]!.at < now - day)
    return { who, need, steps: isUrgent(need) ? withSameDayContact(random, steps) : steps }
  })
  enquiries.sort((a, b) => a.steps[0]!.at - b.steps[0]!.at)
  const ids = { step: 0, note: 0 }
  return {
    prospect_options: prospectOptionsOf(consultants),
    prospects: enquiries.map((one, index) =>
      prospectOf(random, now, firstId.prospect + index, one, consultants[index % consultants.length]!, texts, ids),
    ),
  }
}

function prospectOf(
  random: Random,
  now: number,
  id: number,
  { who, steps, need }: Enquiry,
  assigned: string,
  texts: EnquiryTexts,
  ids: { step: number; note: number },
): object {
  const { source, funding, client, language, ...contact } = who
  const [first, last] = [steps[0]!, steps.at(-1)!]
  const isNew = steps.length === 1
  // Some new prospects have no consultant yet.
  const consultant = isNew && random.chance(0.5) ? null : assigned
  const entered = source.by ?? consultant ?? 'Front desk'
  const entry = dateOf(localOf(first.at, zone))
  // A referral that is not urgent may have arrived in the portal on the evening before.
  const lead = source.name === 'My Aged Care' && !isUrgent(need) && random.chance(0.4) ? addDays(entry, -1) : entry
  const attributes = attributesOf(random, who, need, steps, lead)
  const earlierNotes: string[] = []
  const notes = steps.flatMap(({ stage, at }) => {
    const remark = texts.remark(stage, { funding, times: attributes.preferred_times ?? need.times, earlierNotes })
    if (remark) earlierNotes.push(remark[1])
    const writtenAt = Math.min(at + random.between(1, 25) * minute, now)
    return remark ? [{ type: remark[0], text: remark[1], at: writtenAt }] : []
  })
  const updated = Math.max(last.at, notes.at(-1)?.at ?? 0)
  const isOpen = last.stage !== 'Won' && last.stage !== 'Lost'
  return {
    id,
    ...contact,
    date_of_lead: lead,
    stage: last.stage,
    tags: [...need.tags, ...(language ? [`${language} speaker`] : [])],
    source: source.name,
    consultant,
    funding_type: funding,
    followup_date: isOpen && random.chance(0.85) ? followUp(random, now, dateOf(localOf(updated, zone))) : null,
    initial_comments: random.chance(0.06) ? null : texts.comment(source, need),
    attributes,
    client_id: client?.id ?? null,
    ...(client && { conversion: isRecent(now, client) ? 'created' : 'linked' }),
    stage_history: steps.map(({ stage, at }) => ({
      id: ++ids.step,
      stage,
      by: stage === 'New' ? entered : assigned,
      at: stamped(at),
    })),
    ...(notes.length > 0 && {
      notes: notes.map(({ type, text, at }) => ({
        id: ++ids.note,
        note_type: type,
        notes: text,
        by: assigned,
        created_at: stamped(at),
      })),
    }),
    created_at: stamped(first.at),
    updated_at: stamped(updated),
  }
}

/** A workday around today and after the last event; some are overdue. */
function followUp(random: Random, now: number, after: string): string {
  const date = nearestWorkday(addDays(todayIn(now, zone), random.between(-6, 12)))
  return date > after ? date : nextWorkday(after)
}
