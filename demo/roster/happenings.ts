import { localOf } from '../../src/time/local-time.ts'
import type { Random } from '../random.ts'
import type { Pattern } from './patterns.ts'

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

/** Most cancellations are a day or two before the shift, some are weeks ahead. */
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

/** Remarks that fit any service, client and time of day. The notes about clients have the details. */
const remarks = [
  'Supports delivered as per the care plan.',
  'No concerns today.',
  'Nothing to report.',
  'All went to plan. Communication book is up to date.',
  'No changes since the last shift.',
  'Everything on the care plan done.',
  'Care plan followed, no incidents.',
  'Nothing out of the ordinary.',
] as const
const every = 223

/** The routine note at the end of a few shifts. */
export const notesOf = (random: Random, { staff }: Pattern, shift: number, count: { note: number }, end: number) =>
  shift % every === 0
    ? [
        {
          id: ++count.note,
          staff_id: staff[0]!.id,
          notes: remarks[count.note % remarks.length]!,
          created_at: localOf(end - random.between(1, 20) * 60_000, zone),
        },
      ]
    : []
