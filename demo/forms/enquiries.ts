import { officeTime } from '../dates.ts'
import { plain } from '../people/people.ts'
import { landlines } from '../prospects/enquirers.ts'
import type { Random } from '../random.ts'
import { makePeople } from '../records.ts'
import { type HistoryEntry, historyOf, type Status, type SubmissionDraft, wholeSecond } from './answers.ts'
import { agreed, askers, firstIntake, heard, intake, levels, managers, movedOver, supportAtHome } from './intake.ts'
import { early, voiceOf } from './voices.ts'

const day = 86_400_000

/** The fields of the demo's prospects that submissions use. */
export interface Prospect {
  id: number
  first_name: string
  last_name: string
  email: string | null
  phone: string
  suburb: string | null
  stage: string
  source: string
  funding_type: string
  initial_comments: string | null
  attributes: Record<string, unknown>
  stage_history: { stage: string; by: string; at: string }[]
  created_at: string
}

interface Office {
  owner: number
  desk: string
  taken: Set<string>
}

/** Prospects from the website came through the form. Earlier enquiries used its first version, which created no prospects. */
export function enquiries(random: Random, now: number, prospects: Prospect[], office: Office) {
  const ofWebsite = prospects.filter(({ source }) => source === 'Website')
  const first = Math.min(...ofWebsite.map(({ created_at }) => Date.parse(created_at)))
  const mapped = officeTime(first - 4 * day)
  const opened = officeTime(Math.min(mapped - 60 * day, now - 372 * day))
  const numbers = new Set(prospects.map(({ phone }) => phone))
  const phone = landlines(random)
  const freePhone = (): string => {
    const number = phone()
    return numbers.has(number) ? freePhone() : number
  }
  const earlyText = random.deck(early)
  const people = makePeople(random, 'clients', early.length, new Set(office.taken))
  const since = Math.max(opened + day, now - 364 * day)
  return {
    opened,
    mapped,
    freePhone,
    sent: [
      ...people.map((who): SubmissionDraft => {
        const at = wholeSecond(since + Math.floor(random.next() * (mapped - day - since)))
        const email = random.chance(0.6) ? `${plain(who.first_name)}.${plain(who.last_name)}@example.com` : undefined
        const name = `${who.first_name} ${who.last_name}`
        return {
          ...{ form_id: 1, form_version: 1, type: 'form', source: 'page', assignee_id: office.owner },
          ...{ submitter: name, ...(email && { email }), at, steps: firstIntake.steps },
          values: { name, phone: freePhone(), ...(email && { email }), about: earlyText() },
          history: historyOf(random, now, at, random.pick(earlyPaths), office.desk),
        }
      }),
      ...ofWebsite.map((prospect) => enquiryOf(random, prospect, office, people)),
    ],
  }
}

const earlyPaths: readonly (readonly (readonly [Status, string?])[])[] = [
  [['In review'], ['Approved', 'Rang back, visit agreed.'], ['Closed']],
  [['In review', 'Left a message.'], ['Approved'], ['Closed', 'Passed on to the coordinator of the area.']],
  [
    ['In review'],
    ['Changes requested', 'Number does not answer, tried four times.'],
    ['Closed', 'Nothing heard for three weeks.'],
  ],
  [['In review'], ['Archived', 'Outside of our area, gave two other names.']],
]

function enquiryOf(
  random: Random,
  prospect: Prospect,
  office: Office,
  others: { first_name: string; last_name: string }[],
): SubmissionDraft {
  const { id, first_name, last_name, email, phone, suburb, funding_type, initial_comments, attributes } = prospect
  const voice = initial_comments === null ? undefined : voiceOf(initial_comments)
  const by = voice?.by ?? 'myself'
  const asker = random.pick(others)
  const their = { first: asker.first_name, last: by === 'family' ? last_name : asker.last_name }
  const name = by === 'myself' ? undefined : `${their.first} ${their.last}`
  const theirEmail =
    by !== 'myself' && random.chance(0.6) ? `${plain(their.first)}.${plain(their.last)}@example.com` : undefined
  const address = theirEmail ?? email
  const isAged = funding_type === 'HCP'
  const at = wholeSecond(Date.parse(prospect.created_at))
  const chosen = (key: string) => (attributes[key] === undefined ? {} : { [key]: attributes[key] })
  return {
    ...{
      form_id: 1,
      form_version: 2,
      type: 'prospect',
      source: 'page',
      assignee_id: office.owner,
      prospect_id: id,
      at,
    },
    ...{ submitter: name ?? `${first_name} ${last_name}`, ...(address && { email: address }), steps: intake.steps },
    values: {
      asking_for: askers[by],
      ...(name && { your_name: name }),
      ...(theirEmail && { your_email: theirEmail }),
      ...(by === 'family' && {
        relationship: random.pick(['We are family', 'Family, and next-door neighbours', 'Cousins']),
      }),
      ...(by === 'professional' && { organisation: random.pick(['Support coordination', 'Hospital social work']) }),
      ...{ first_name, last_name, phone, funding: isAged ? supportAtHome : funding_type },
      ...(email !== null && { email }),
      ...(suburb !== null && { suburb }),
      ...(funding_type === 'NDIS' && { plan_managed: random.pick(managers), ...chosen('plan_end_date') }),
      ...(isAged && { classification: /package/.test(voice?.text ?? '') ? movedOver : random.pick(levels) }),
      wishes: voice?.wishes ?? ['Cleaning and laundry'],
      ...(voice && { about: voice.text.replaceAll('NAME', first_name) }),
      ...chosen('mobility'),
      ...chosen('preferred_times'),
      ...chosen('has_pets'),
      heard: random.pick(heard),
      ...(random.chance(0.5) && { ring_at: random.pick(['09:30', '10:00', '14:00', '16:30']) }),
      consent: agreed,
    },
    history: historyFrom(random, prospect),
  }
}

/** The history of a submission follows the stages of its prospect. */
function historyFrom(random: Random, { stage, stage_history }: Prospect): HistoryEntry[] {
  const [, contacted, ...later] = stage_history
  if (!contacted) return []
  const line = (status: Status, { at, by }: { at: string; by: string }, note?: string): HistoryEntry => ({
    ...{ status, at: wholeSecond(Date.parse(at)), by },
    ...(note !== undefined && { note }),
  })
  if (stage === 'Lost') {
    const last = later.at(-1)
    return last
      ? [line('In review', contacted), line('Archived', last, 'See the prospect for the reason.')]
      : [line('Archived', contacted)]
  }
  const [approved, ...rest] = later
  return [
    line('In review', contacted),
    ...(approved ? [line('Approved', approved, random.pick([undefined, 'All we need is there.', undefined]))] : []),
    ...(stage === 'Won' && rest.length > 0 ? [line('Closed', rest.at(-1)!, 'Agreement signed.')] : []),
  ]
}
