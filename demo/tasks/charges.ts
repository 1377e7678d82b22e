import type { Person } from '../people/people.ts'
import type { Random } from '../random.ts'
import type { Errand } from './errands.ts'
import { besides, codes, costOf, type Price, priceOn } from './prices.ts'

export interface Charge {
  id: number
  name: string
  price_code: number
  minutes: number
  total_cost: number
  claim_type: string
  primary: boolean
}
type NewCharge = Omit<Charge, 'id'>

interface Chargeable {
  errand: Errand
  client?: Person | undefined
}

const usualClaim = ({ claim_types }: Price): string =>
  claim_types.length === 0 || claim_types.includes('Standard') ? 'Standard' : claim_types[0]!

/** Only the NDIS has other claim types than the usual one. */
const claimOf = (price: Price, claim?: string): string =>
  claim && price.funding_type === 'NDIS' && (price.claim_types as readonly string[]).includes(claim)
    ? claim
    : usualClaim(price)

/** The price of an errand on a day, if the client's funding pays for it. */
function priceOf(prices: Price[], { errand, client }: Chargeable, day: string): Price | undefined {
  const code = errand.work && client && codes[errand.work][client.client_type!]
  return code ? priceOn(prices, code, day) : undefined
}

/** The billing fields of a series, for the charges of its tasks. */
export function templateOf(prices: Price[], of: Chargeable, day: string) {
  const price = priceOf(prices, of, day)
  const claim_type = price && claimOf(price, of.errand.claim)
  return {
    billable: price !== undefined,
    price_code: price?.id ?? null,
    ...(price && claim_type !== usualClaim(price) && { claim_type }),
  }
}

const charge = (price: Price, minutes: number, claim_type: string, primary = false): NewCharge => ({
  name: price.name,
  price_code: price.id,
  minutes,
  total_cost: costOf(price, minutes),
  claim_type,
  primary,
})

/** The primary charge; completed tasks sometimes have a further one for travel or a report. */
export function chargesOf(
  random: Random,
  prices: Price[],
  of: Chargeable & { date: string; minutes: number; completed: boolean },
): NewCharge[] {
  const { errand, client, date, minutes, completed } = of
  const price = priceOf(prices, of, date)
  if (price === undefined) return []
  const primary = charge(price, minutes, claimOf(price, errand.claim), true)
  if (errand.extra === undefined || !completed || !random.chance(0.6)) return [primary]
  const extra = errand.extra === 'travel' ? random.between(2, 6) * 5 : random.pick([30, 45, 60])
  // The NDIS has no items for these: they are time of the same item with another claim type.
  if (price.funding_type === 'NDIS') {
    return [primary, charge(price, extra, claimOf(price, errand.extra === 'travel' ? 'Travel' : 'Report writing'))]
  }
  const code = besides[errand.extra][client!.client_type!]
  const own = code ? priceOn(prices, code, date) : undefined
  return own ? [primary, charge(own, extra, usualClaim(own))] : [primary]
}
