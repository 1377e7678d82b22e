import { stamps } from './dates.ts'
import { type Background, backgrounds, plain } from './people/people.ts'
import { numbersForFiction, offices, streets, suppliers } from './people/places.ts'
import type { Random } from './random.ts'

const staffStatuses = [
  ['Active', 78],
  ['Inactive', 8],
  ['Non-compliant', 5],
  ['Archived', 9],
] as const
const clientTypes = [
  ['SaH', 29],
  ['NDIS', 32],
  ['HCP', 20],
  ['Private', 9],
  ['THCP', 5],
  ['GHCP', 5],
] as const
const clientStatuses = [
  ['Active', 88],
  ['Archived', 12],
] as const

export function makeStaff(random: Random, count: number, firstId: number) {
  const people = makePeople(random, 'staff', count)
  const statuses = random.deal(staffStatuses, count)
  return people.map(({ first_name, last_name }, index) => {
    const id = firstId + index
    // Some records are suppliers; the first person is the owner; the last five are pending.
    const supplier = index % 14 === 9 ? suppliers[(index - 9) / 14] : undefined
    const status = index === 0 || supplier ? 'Active' : index >= count - 5 ? 'Pending' : statuses[index]!
    const name = supplier
      ? { first_name: supplier[0], last_name: supplier[1], email: supplier[2] }
      : { first_name, last_name, email: `${plain(first_name)}.${plain(last_name)}@banksiacare.example` }
    const phone = index % 19 === 18 ? null : `0400 000 ${id}`
    const dated = stamps(random, index / count, status === 'Inactive' || status === 'Archived')
    return { id, ...name, phone, status, supplier: supplier !== undefined, ...dated }
  })
}

export function makeClients(random: Random, count: number, firstId: number) {
  const types = random.deal(clientTypes, count)
  const statuses = random.deal(clientStatuses, count)
  const places = random.deal(
    offices.map((office) => [office, office.share] as const),
    count,
  )
  return makePeople(random, 'clients', count).map(({ first_name, last_name, background }, index) => ({
    id: firstId + index,
    first_name,
    last_name,
    client_type: types[index]!,
    business_id: offices.indexOf(places[index]!) + 1,
    // Many people with another language use English with their carers.
    language: random.chance(0.35) ? 'English' : background.language,
    address: random.chance(0.03) ? null : makeAddress(random, places[index]!.suburbs),
    ...makeContact(random, last_name, background),
    status: statuses[index]!,
    ...stamps(random, index / count, statuses[index] === 'Archived'),
  }))
}

/** People with unique full names. */
export function makePeople(random: Random, group: 'staff' | 'clients', count: number, taken = new Set<string>()) {
  const shares = backgrounds.map((background) => [background, background[group]] as const)
  return random.deal(shares, count).map((background) => {
    for (;;) {
      const first_name = random.pick(background.first)
      const last_name = random.pick(background.last).replace('-', ' ')
      if (taken.has(`${first_name} ${last_name}`)) continue
      taken.add(`${first_name} ${last_name}`)
      return { first_name, last_name, background }
    }
  })
}

function makeAddress(random: Random, suburbs: readonly (readonly [string, number])[]): string {
  const [suburb, postcode] = random.pick(suburbs)
  const unit = random.chance(0.25) ? `${random.between(1, 24)}/` : ''
  return `${unit}${random.between(1, 180)} ${random.pick(streets)}, ${suburb} NSW ${postcode}`
}

/** A relative with the same family name. */
function makeContact(random: Random, lastName: string, { first }: Background) {
  const email = `${plain(random.pick(first))}.${plain(lastName)}@example.com`
  return {
    primary_contact_email: random.chance(0.35) ? null : email,
    primary_contact_number: random.chance(0.12) ? null : random.pick(numbersForFiction),
  }
}
