import type { claimTypes, clientTypes } from '../../src/clients/funding.ts'
import { todayIn } from '../../src/time/local-time.ts'

type ClaimType = (typeof claimTypes)[number]
type Funding = (typeof clientTypes)[number] | null

/**
 * A price list in the forms that providers know: support item numbers of the NDIS, service ids of Support at Home, numbers
 * of the organisation's own. It is an example, which every name says: the figures are nobody's.
 */
interface Item {
  code: string
  name: string
  unit: 'hour' | 'each'
  /** The prices of the last and of the current financial year. */
  prices: readonly [before: number, now: number]
  funding_type: Funding
  claim_types: readonly ClaimType[]
}

const remote = ['Standard', 'Cancellation', 'Report writing', 'Travel', 'Non-face-to-face', 'Telehealth'] as const
const item = (
  code: string,
  name: string,
  funding_type: Funding,
  prices: Item['prices'],
  claim_types: readonly ClaimType[] = [],
  unit: Item['unit'] = 'hour',
): Item => ({ code, name: `${name} (example)`, unit, prices, funding_type, claim_types })

export type Work = 'coordination' | 'nursing' | 'equipment'
type CodeByClient = Readonly<Record<string, string>>
const management = { HCP: 'HCP-CM', THCP: 'THCP-CM', GHCP: 'GHCP-CM', Private: 'PRV-COORD' }

/** The price code of a kind of work by client type. It is missing where the funding does not pay for it separately. */
export const codes: Record<Work, CodeByClient> = {
  coordination: { NDIS: '07_002_0106_8_3', SaH: 'SERV-0063', ...management },
  nursing: { NDIS: '15_406_0114_1_3', SaH: 'SERV-0021', HCP: 'HCP-RN' },
  equipment: { NDIS: '07_001_0106_8_3', SaH: 'SERV-0088', ...management },
}

/** The price codes of further charges. For the NDIS they are claim types of the same item. */
export const besides: Record<'travel' | 'report', CodeByClient> = {
  travel: { SaH: 'SERV-0094', HCP: 'HCP-TRAVEL', Private: 'PRV-TRAVEL' },
  report: { Private: 'PRV-REPORT' },
}

const items: Item[] = [
  item('01_011_0107_1_1', 'Self-care, weekday daytime', 'NDIS', [69.1, 71.3], ['Standard', 'Cancellation']),
  item('07_001_0106_8_3', 'Support connection', 'NDIS', [78.4, 80.9], remote),
  item('07_002_0106_8_3', 'Coordination of supports', 'NDIS', [101.2, 104.4], remote),
  item('15_406_0114_1_3', 'Nursing assessment, weekday', 'NDIS', [126.5, 130.7], remote),
  item('01_799_0106_1_1', 'Parking and tolls', 'NDIS', [11.5, 12], ['Travel'], 'each'),
  item('SERV-0021', 'Registered nurse', 'SaH', [141.75, 146.4], ['Standard']),
  item('SERV-0063', 'Care management', 'SaH', [117.6, 121.35], ['Standard']),
  item('SERV-0088', 'Equipment assessment', 'SaH', [164.2, 169.5], ['Standard']),
  item('SERV-0094', 'Staff travel', 'SaH', [58.3, 60.2], ['Standard']),
  item('HCP-CM', 'Package care management', 'HCP', [103.3, 106.9]),
  item('HCP-RN', 'Package nursing', 'HCP', [133.9, 138.25]),
  item('HCP-TRAVEL', 'Package staff travel', 'HCP', [57.8, 59.65]),
  item('THCP-CM', 'Transitioned package care management', 'THCP', [105.1, 108.6]),
  item('GHCP-CM', 'Grandfathered package care management', 'GHCP', [103.3, 106.9]),
  item('PRV-COORD', 'Private coordination', 'Private', [96, 99.5]),
  item('PRV-REPORT', 'Written report', 'Private', [182, 189], [], 'each'),
  item('PRV-TRAVEL', 'Private staff travel', 'Private', [54, 56]),
]

export interface Price extends Omit<Item, 'prices'> {
  id: number
  price: number
  effective_from: string
  effective_to: string | null
}

/** Two prices for each code: before and after the latest 1 July. */
export function makePrices(now: number): Price[] {
  const today = todayIn(now, 'Australia/Sydney')
  const year = Number(today.slice(0, 4)) - (today.slice(5) < '07-01' ? 1 : 0)
  return items.flatMap(({ prices, ...one }, index) =>
    [0, 1].map((n) => {
      const announced = `${year - 1 + n}-06-2${n}T02:15:00.000000Z`
      return {
        id: 2 * index + n + 1,
        ...one,
        price: prices[n]!,
        effective_from: `${year - 1 + n}-07-01`,
        effective_to: n === 0 ? `${year}-06-30` : null,
        created_at: announced,
        updated_at: announced,
      }
    }),
  )
}

/** The price of a code on a day; the earliest one for earlier days. */
export const priceOn = (prices: Price[], code: string, day: string): Price =>
  prices.findLast((price) => price.code === code && price.effective_from <= day) ??
  prices.find((price) => price.code === code)!

/** The cost rounded to cents (half up), computed with integers. */
export function costOf({ unit, price }: Price, minutes: number): number {
  const cents = Math.round(price * 100)
  return (unit === 'hour' ? Math.floor((2 * cents * minutes + 60) / 120) : cents) / 100
}
