import { type Funding, type Source, sources } from './enquiries.ts'
import { plain } from './people.ts'
import { numbersForFiction, offices } from './places.ts'
import type { Random } from './random.ts'
import { makePeople } from './records.ts'

const day = 86_400_000

/** Who asks: somebody who is a client today, or somebody else. */
export interface Enquirer {
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
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
  primary_contact_number: string | null
  created_at: string
}

const suburbs = offices.flatMap((office) => office.suburbs.map(([name]) => name))

/** People whose names are not those of clients and staff. */
export function strangers(random: Random, count: number, taken: Set<string>): Enquirer[] {
  const from = random.deal(
    sources.map((source) => [source, source.share] as const),
    count,
  )
  return makePeople(random, 'clients', count, taken).map(({ first_name, last_name, background }, place) => ({
    first_name,
    last_name,
    email: random.chance(0.2) ? null : `${plain(first_name)}.${plain(last_name)}@example.com`,
    phone: random.pick(numbersForFiction),
    suburb: random.pick(suburbs),
    source: from[place]!,
    funding: random.pick(from[place]!.funding),
    ...(background.language !== 'English' && random.chance(0.4) && { language: background.language }),
  }))
}

const fundingOf = ({ client_type }: Client): Funding =>
  client_type === 'NDIS' || client_type === 'Private' ? client_type : 'HCP'

/**
 * Clients who asked before they were clients: those of the last half year, as far as they go, spread over it. The demo's
 * clients are the same every time, so later there are only old ones, who come back.
 */
export function converted(random: Random, count: number, now: number, clients: Client[]): Enquirer[] {
  const age = ({ created_at }: Client) => now - Date.parse(created_at)
  const recent = clients.filter((client) => isRecent(now, client))
  const old = clients.filter((client) => age(client) > 300 * day)
  const some = (from: Client[], most: number) =>
    from.filter(
      (_, place) => Math.floor((place * most) / from.length) !== Math.floor(((place - 1) * most) / from.length),
    )
  const chosen = recent.length > count ? some(recent, count) : recent
  return [...chosen, ...some(old, Math.min(count - chosen.length, old.length))].map((client) => {
    const funding = fundingOf(client)
    return {
      first_name: client.first_name,
      last_name: client.last_name,
      email: client.primary_contact_email,
      phone: client.primary_contact_number,
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
