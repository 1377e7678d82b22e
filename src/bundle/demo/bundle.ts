import { makePriceCodes, makeSites } from './houses.ts'
import { offices } from './places.ts'
import { Random } from './random.ts'
import { makeClients, makeStaff } from './records.ts'

const seed = 2026
const founded = { created_at: '2024-11-18T00:00:00.000000Z', updated_at: '2024-11-18T00:00:00.000000Z' }
const priced = { created_at: '2026-06-29T00:00:00.000000Z', updated_at: '2026-06-29T00:00:00.000000Z' }

export interface DemoBundle {
  organisation: { name: string; timezone: string; owner_id: number }
  business_locations: object[]
  staff: object[]
  clients: object[]
  sites: object[]
  price_codes: object[]
  shift_series: object[]
  shifts: object[]
}

/** A provider that could be real, and whose people are not: the same bytes every time. */
export function demoBundle(): DemoBundle {
  const random = new Random(seed)
  const staff = makeStaff(random, 60, 101)
  const clients = makeClients(random, 240, 2001)
  return {
    organisation: { name: 'Banksia Community Care', timezone: 'Australia/Sydney', owner_id: 101 },
    business_locations: offices.map(({ name }, place) => ({ id: place + 1, name, ...founded })),
    staff,
    clients,
    sites: makeSites(random, staff as never, clients as never, founded),
    price_codes: makePriceCodes(priced),
    shift_series: [],
    shifts: [],
  }
}
