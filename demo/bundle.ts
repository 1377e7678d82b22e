import { brand } from './brand.ts'
import { withExamples } from './examples/examples.ts'
import type { Prospect } from './forms/enquiries.ts'
import { makeForms } from './forms/forms.ts'
import type { Shift as FormShift, Note } from './forms/incidents.ts'
import { makeClientNotes } from './notes/client-notes.ts'
import type { Shift as NotedShift, Task as NotedTask } from './notes/drafts.ts'
import { type House, makeSites } from './people/houses.ts'
import type { Person } from './people/people.ts'
import { businesses } from './people/places.ts'
import { makeProspects } from './prospects/prospects.ts'
import { Random } from './random.ts'
import { makeClients, makeStaff } from './records.ts'
import { makeReports } from './reports/reports.ts'
import { housePatterns, outingPatterns, visitPatterns } from './roster/patterns.ts'
import { makeRoster } from './roster/roster.ts'
import { makeBillables } from './tasks/billing.ts'
import { makePrices } from './tasks/prices.ts'
import { makeTasks } from './tasks/tasks.ts'

const seed = 2026
const founded = { created_at: '2024-11-18T00:00:00.000000Z', updated_at: '2024-11-18T00:00:00.000000Z' }

/** The demo organisation: a fictional provider, with the records that examples of the API name. */
export const demoBundle = (now: number) => withExamples(providerBundle(now), now)

/** A fictional provider. Its people are always the same; its roster, tasks and prospects are around now. */
export function providerBundle(now: number) {
  const random = new Random(seed)
  const staff = makeStaff(random, 60, 101)
  const clients = makeClients(random, 240, 2001)
  const [atWork, active] = [staff.filter(isAtWork).map(person), clients.filter(isActive).map(person)]
  const { sites, ...roster } = makeSitesAndRoster(random, now, atWork, active)
  const price_codes = makePrices(now)
  // Coordinators and registered nurses are staff without shifts.
  const office = { coordinators: atWork.slice(23, 28), nurses: atWork.slice(28, 30) }
  const { tasks, task_series } = makeTasks(random, now, price_codes, office, active)
  const pipeline = makeProspects(new Random(seed + 1), now, {
    consultants: office.coordinators.slice(0, 4).map(({ name }) => name),
    clients: clients.filter(isActive),
    others: {
      taken: new Set([...staff, ...clients].map(({ first_name, last_name }) => `${first_name} ${last_name}`)),
      emails: new Set(clients.map(({ primary_contact_email }) => primary_contact_email)),
    },
  })
  const clientNotes = makeClientNotes(new Random(seed + 2), now, {
    shifts: roster.shifts as NotedShift[],
    tasks: tasks as unknown as NotedTask[],
    clients,
    office,
  })
  return {
    organisation: { ...brand, timezone: 'Australia/Sydney', owner_id: 101 },
    business_locations: businesses.map((business, index) => ({ id: index + 1, ...business, ...founded })),
    staff,
    clients,
    sites,
    price_codes,
    ...roster,
    task_series,
    tasks,
    billables: makeBillables(random, now, tasks, price_codes),
    ...pipeline,
    ...clientNotes,
    ...makeForms(new Random(seed + 3), now, {
      prospects: pipeline.prospects as Prospect[],
      shifts: roster.shifts as FormShift[],
      notes: clientNotes.notes as Note[],
      clients,
      staff,
      coordinators: office.coordinators.map(({ id }) => staff.find((one) => one.id === id)!),
    }),
    ...makeReports(now),
  }
}

interface DemoPerson {
  id: number
  first_name: string
  last_name: string
  status: string
  supplier?: boolean
  address?: string | null
  client_type?: string
}
const isActive = ({ status }: DemoPerson) => status === 'Active'
const isAtWork = ({ status, supplier }: DemoPerson) => status === 'Active' && !supplier
const person = ({ id, first_name, last_name, address = null, client_type }: DemoPerson): Person => ({
  id,
  name: `${first_name} ${last_name}`,
  address,
  ...(client_type !== undefined && { client_type }),
})

/** Assigns the staff: first the manager, then the staff of two houses, of outings, and the visiting carers. */
function makeSitesAndRoster(random: Random, now: number, staff: Person[], clients: Person[]) {
  const [manager, ...others] = staff as [Person, ...Person[]]
  const residents = clients.filter(({ client_type }) => client_type === 'NDIS').slice(0, 7)
  const visited = clients.filter((client) => !residents.includes(client))
  const houses: House[] = [
    {
      id: 1,
      name: 'Grevillea House',
      address: '18 Grevillea Crescent, Westmead NSW 2145',
      residents: residents.slice(0, 4),
      staff: others.slice(0, 6),
    },
    {
      id: 2,
      name: 'Jacaranda House',
      address: '5 Jacaranda Drive, Kogarah NSW 2217',
      residents: residents.slice(4, 7),
      staff: others.slice(6, 12),
    },
  ]
  const groups = [
    { title: 'Saturday outing', clients: visited.slice(0, 5), staff: others.slice(12, 14) },
    { title: 'Walking group', clients: visited.slice(5, 9), staff: others.slice(14, 15) },
  ]
  const patterns = [
    ...visitPatterns(random, others.slice(15, 22), visited.slice(9, 55)),
    ...outingPatterns(groups),
    ...houses.flatMap(housePatterns),
  ]
  return { sites: makeSites(houses, manager), ...makeRoster(random, now, patterns) }
}
