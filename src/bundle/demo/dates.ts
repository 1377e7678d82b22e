import type { Random } from './random.ts'

/** The demo's two years are fixed, so that the data is the same every time. */
const first = Date.UTC(2024, 10, 18)
const days = 720 // up to 8 November 2026
const day = 86_400_000

/** When a record was made, `share` of the way through the two years, and when it was last changed, if ever. */
export function stamps(random: Random, share: number, isChanged: boolean): { created_at: string; updated_at: string } {
  const created_at = workday(random, share)
  const changed = workday(random, share + random.next() * (1 - share))
  const never = !isChanged && random.chance(0.35)
  if (changed > created_at) return { created_at, updated_at: never ? created_at : changed }
  // Both fell on one day, the wrong way round.
  return isChanged ? { created_at: changed, updated_at: created_at } : { created_at, updated_at: created_at }
}

function workday(random: Random, share: number): string {
  let at = first + Math.floor(share * days) * day
  while ([0, 6].includes(new Date(at).getUTCDay())) at -= day
  // From midnight to 06:00 UTC it is daytime in Sydney, in summer and in winter.
  const second = random.between(0, 6 * 3600 - 1)
  const microseconds = String(random.between(0, 999_999)).padStart(6, '0')
  return `${new Date(at + second * 1000).toISOString().slice(0, 19)}.${microseconds}Z`
}

/** An instant as a bundle's created_at and updated_at have it. */
export const stamped = (at: number) => new Date(at).toISOString().replace('Z', '000Z')
