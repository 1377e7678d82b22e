import type { Person } from './people.ts'

const founded = { created_at: '2024-11-18T00:00:00.000000Z', updated_at: '2025-07-01T01:30:00.000000Z' }

/** Two shared houses with the people who live and work in them. */
export interface House {
  id: number
  name: string
  address: string
  residents: Person[]
  staff: Person[]
}

export function makeSites(houses: House[], manager: Person): object[] {
  const tags = [['overnight', 'step-free'], ['garden']]
  return houses.map(({ id, name, address, residents, staff }, index) => ({
    id,
    name,
    type: 'SIL',
    status: 'Active',
    address,
    client_capacity: residents.length,
    manager: manager.name,
    tags: tags[index]!,
    participant_ids: residents.map((person) => person.id),
    support_staff_ids: staff.map((person) => person.id),
    admin_staff_ids: [manager.id],
    ...founded,
  }))
}
