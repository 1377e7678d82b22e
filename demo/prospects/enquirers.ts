import { plain } from '../people/people.ts'
import { offices } from '../people/places.ts'
import type { Random } from '../random.ts'
import { makePeople } from '../records.ts'
import { type Funding, type Source, sources } from './enquiries.ts'

const day = 86_400_000

/** Who asks: somebody who is a client today, or somebody else. */
export interface Enquirer {
  first_name: string
  last_name: string
  email: string | null
  phone: string
  suburb: string | null
  source: Source
  funding: Funding
  /** A language they speak with us besides English. */
  language?: string
  client?: Client
}

export interface Client {
  id: number
  first_name: string
  last_name: string
  client_type: string
  address: string | null
  primary_contact_email: string | null
  created_at: string
}

/** Landlines that are kept free for fiction, where no client is, and each of them one time: who shares a number looks like the same person. */
export function landlines(random: Random): () => string {
  const [first, step] = [random.between(0, 9_999), 2_741]
  let count = 0
  return () => {
    const line = (first + step * count++) % 10_000
    return `02 ${count % 2 ? '5550' : '7010'} ${String(line).padStart(4, '0')}`
  }
}

/** An address of one's own name, where it is not that of a client's relative already. */
const emailOf = ({ first_name, last_name }: { first_name: string; last_name: string }, others: Set<string | null>) => {
  const email = `${plain(first_name)}.${plain(last_name)}@example.com`
  return others.has(email) ? null : email
}

const suburbs = offices.flatMap((office) => office.suburbs.map(([name]) => name))

/** What others have, and numbers that nobody has. */
export interface Contacts {
  /** Full names of clients and staff. */
  taken: Set<string>
  emails: Set<string | null>
  phone: () => string
}

/**
 * People whose names are not those of clients and staff, but for the last ones, who share the name of a client: the user who
 * converts them is asked whether it is the same person.
 */
export function strangers(random: Random, count: number, contacts: Contacts, namesakes: Client[]): Enquirer[] {
  const { taken, emails, phone } = contacts
  const from = random.deal(
    sources.map((source) => [source, source.share] as const),
    count,
  )
  return makePeople(random, 'clients', count, taken).map((person, index) => {
    const { background } = person
    const { first_name, last_name } = namesakes[count - 1 - index] ?? person
    return {
      first_name,
      last_name,
      email: random.chance(0.2) ? null : emailOf({ first_name, last_name }, emails),
      phone: phone(),
      suburb: random.pick(suburbs),
      source: from[index]!,
      funding: random.pick(from[index]!.funding),
      ...(background.language !== 'English' && random.chance(0.4) && { language: background.language }),
    }
  })
}

const fundingOf = ({ client_type }: Client): Funding =>
  client_type === 'NDIS' || client_type === 'Private' ? client_type : 'HCP'

/**
 * Clients who asked before they were clients: those of the last half year, as far as they go, spread over it. The demo's
 * clients are the same every time, so later there are only old ones, who come back. They asked with an address and a number of their own; a relative's
 * are what we have since they are clients.
 */
export function converted(
  random: Random,
  count: number,
  now: number,
  clients: Client[],
  contacts: Contacts,
): Enquirer[] {
  const age = ({ created_at }: Client) => now - Date.parse(created_at)
  const recent = clients.filter((client) => isRecent(now, client))
  const old = clients.filter((client) => age(client) > 300 * day)
  const some = (from: Client[], most: number) =>
    from.filter(
      (_, index) => Math.floor((index * most) / from.length) !== Math.floor(((index - 1) * most) / from.length),
    )
  const chosen = recent.length > count ? some(recent, count) : recent
  return [...chosen, ...some(old, Math.min(count - chosen.length, old.length))].map((client) => {
    const funding = fundingOf(client)
    return {
      first_name: client.first_name,
      last_name: client.last_name,
      email: client.primary_contact_email && emailOf(client, contacts.emails),
      phone: contacts.phone(),
      suburb: /, (.+) NSW/.exec(client.address ?? '')?.[1] ?? null,
      source: random.pick(sources.filter((source) => source.funding.includes(funding))),
      funding,
      client,
    }
  })
}

/** Whether a client became one in the time of the demo's prospects. */
export function isRecent(now: number, { created_at }: Client): boolean {
  const age = now - Date.parse(created_at)
  return age > 2 * day && age < 190 * day
}
