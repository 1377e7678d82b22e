import type { Random } from './random.ts'

/** The houses that the demo organisation runs: name, address, places, and how many of them are taken. */
const houses = [
  { name: 'Banksia House', type: 'SIL', address: '14 Dunmore Street, Westmead NSW 2145', client_capacity: 5, taken: 5 },
  { name: 'Grevillea House', type: 'SIL', address: '3 Park Road, Rockdale NSW 2216', client_capacity: 4, taken: 3 },
  {
    name: 'Jacaranda Court',
    type: 'SIL',
    address: '61 Hunter Street, Mayfield NSW 2304',
    client_capacity: 6,
    taken: 5,
  },
  { name: 'Lachlan Place', type: 'STA', address: '8 Lachlan Place, Figtree NSW 2525', client_capacity: 3, taken: 1 },
  {
    name: 'Waratah Day Centre',
    type: 'Day program',
    address: '120 Church Street, Parramatta NSW 2150',
    client_capacity: 24,
    taken: 18,
  },
] as const

interface Person {
  id: number
  first_name: string
  last_name: string
  status: string
  supplier?: boolean
  client_type?: string
}

export function makeSites(random: Random, staff: Person[], clients: Person[], dated: object): object[] {
  const workers = shuffled(
    random,
    staff.filter(({ status, supplier }) => status === 'Active' && !supplier),
  )
  const residents = shuffled(
    random,
    clients.filter(({ status, client_type }) => status === 'Active' && client_type === 'NDIS'),
  )
  return houses.map(({ taken, ...house }, place) => {
    const [manager, ...team] = workers.splice(0, 6) as [Person, ...Person[]]
    return {
      ...{ id: place + 1, name: house.name, type: house.type, status: 'Active', address: house.address },
      ...{ client_capacity: house.client_capacity, manager: `${manager.first_name} ${manager.last_name}` },
      tags: house.type === 'STA' ? ['respite'] : [],
      participant_ids: residents.splice(0, taken).map(({ id }) => id),
      support_staff_ids: team.map(({ id }) => id),
      admin_staff_ids: [manager.id],
      ...dated,
    }
  })
}

const shuffled = <T>(random: Random, values: T[]): T[] =>
  random.deal(
    values.map((value) => [value, 1] as const),
    values.length,
  )

/** Codes and prices in the form that providers know them; the figures are made up. */
const prices = [
  ['01_011_0107_1_1', 'Self-care, weekday daytime', 'hour', 67.56, 'NDIS', ['Standard', 'Cancellation']],
  ['01_015_0107_1_1', 'Self-care, weekday evening', 'hour', 74.44, 'NDIS', ['Standard', 'Cancellation']],
  ['01_013_0107_1_1', 'Self-care, Saturday', 'hour', 95.07, 'NDIS', ['Standard', 'Cancellation']],
  ['01_014_0107_1_1', 'Self-care, Sunday', 'hour', 122.59, 'NDIS', ['Standard', 'Cancellation']],
  [
    '04_104_0125_6_1',
    'Community access, weekday daytime',
    'hour',
    67.56,
    'NDIS',
    ['Standard', 'Cancellation', 'Travel'],
  ],
  ['01_799_0115_1_1', 'Provider travel', 'km', 0.99, 'NDIS', ['Travel']],
  ['HCP-PC', 'Personal care', 'hour', 72.5, 'HCP', ['Standard', 'Cancellation']],
  ['SAH-CL', 'Cleaning and household tasks', 'hour', 61, 'SaH', ['Standard']],
  ['PRIV-1', 'Private support', 'hour', 70, null, ['Standard', 'Cancellation', 'Travel']],
] as const

export const makePriceCodes = (dated: object): object[] =>
  prices.map(([code, name, unit, price, funding_type, claim_types], place) => ({
    ...{ id: place + 1, code, name, unit, price, funding_type, claim_types: [...claim_types] },
    ...{ effective_from: '2026-07-01', effective_to: null },
    ...dated,
  }))
