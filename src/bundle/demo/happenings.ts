import { localOf } from '../../time/local-time.ts'
import type { Pattern } from './patterns.ts'
import type { Random } from './random.ts'

const zone = 'Australia/Sydney'
const day = 86_400_000

const reasons = [
  ['client', 'In hospital'],
  ['client', 'Family visiting'],
  ['client', 'Away for the week'],
  ['client', 'Medical appointment at the same time'],
  ['client', 'Not feeling well'],
  ['provider', 'No carer available'],
  ['staff', 'Carer sick'],
] as const

/** Most cancel a day or two before, some weeks ahead. */
export function cancellationOf(random: Random, start: number, { now, created }: { now: number; created: number }) {
  const [cancelled_by, reason] = random.pick(reasons)
  const before = random.chance(0.7) ? random.between(2, 60) * 3_600_000 : random.between(7, 25) * day
  const at = Math.max(created, Math.min(start - before, now - random.between(1, 90) * 60_000))
  const short_notice = start - at < 7 * day
  return {
    cancelled_at: new Date(at).toISOString().replace('Z', '000Z'),
    cancelled_by,
    reason,
    ...(random.chance(0.2) && { note: 'Rang the office.' }),
    short_notice,
    charge_client: short_notice && cancelled_by === 'client',
  }
}

const remarks: Record<string, readonly string[]> = {
  'Personal care': [
    'Shower and dressing with one-person assist. In good spirits today.',
    'A little unsteady getting out of the shower; used the rail and took it slowly.',
    'Skin on both heels looks fine. Cream applied as on the chart.',
    'Tired this morning after a poor night. Kept it short and made a cup of tea.',
  ],
  'Domestic assistance': [
    'Bathroom, floors and two loads of washing done.',
    'Changed the bed and cleared the fridge of old food.',
  ],
  'Community access': [
    'Walked to the library and back, with two rests.',
    'Blood test went well. Results to the GP on Thursday.',
  ],
  'Meal preparation': [
    'Soup and toast, ate all of it. Left a plate for tomorrow’s lunch.',
    'Little appetite tonight; drank a full glass of water.',
  ],
  'Medication prompt': [
    'Evening tablets taken from the webster pack at 7.25 pm.',
    'Pack for Thursday was short one tablet; rang the pharmacy.',
  ],
  'Group activity': [
    'Ferry to Manly, fish and chips on the grass. Everyone home by three.',
    'Bowling: a good laugh, and a strike on the second go.',
  ],
  'Daily living': [
    'Everyone up by eight. Washing and shopping list done together.',
    'Quiet day in. Board games after lunch, curry for dinner.',
  ],
  'Overnight support': ['Slept through. Checks at midnight and four.', 'Up twice, settled again with a warm drink.'],
}

/** What a carer writes at the end of a shift. */
export const noteOf = (random: Random, { service, staff }: Pattern, id: number, end: number): object => ({
  id,
  staff_id: staff[0]!.id,
  notes: random.pick(remarks[service]!),
  created_at: localOf(end - random.between(1, 20) * 60_000, zone),
})
