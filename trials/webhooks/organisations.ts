import type pg from 'pg'
import { accessOf, areas } from '../../src/access/areas.ts'
import { createOrganisation, type Organisation } from '../../src/access/organisations.ts'
import { createToken } from '../../src/access/token-administration.ts'
import { importBundle } from '../../src/bundle/import.ts'
import { Caller } from '../faults/caller.ts'
import { fixtureBundle } from '../lib/fixture.ts'
import { type Endpoint, type Receiver, words } from './receiver.ts'

/** A webhook of the trial with its receiver. */
export interface TrialWebhook extends Endpoint {
  id: number
  organisation: TrialOrganisation
  connection: string
  /** Events of types that its connection could not read for a while: after one number, up to another. */
  passedBy: { isForbidden(type: string): boolean; after: number; upTo: number } | undefined
}

export interface TrialOrganisation extends Organisation {
  token: string
  feed: string
}

/** By the names of their paths. `failures` is how much of the failing answers they get. */
const declared = [
  { name: 'payroll', organisation: 0, connection: 'Payroll', types: ['*'], failures: 1 },
  { name: 'roster', organisation: 0, connection: 'Payroll', types: ['shift.*', 'staff.*'], failures: 1 },
  // Each failure stops all of them.
  { name: 'ledger', organisation: 0, connection: 'Ledger', types: ['client.*'], failures: 0.1, ordered: true },
  { name: 'visits', organisation: 0, connection: 'Visits', types: ['*'], failures: 1 },
  { name: 'payroll', organisation: 1, connection: 'Payroll', types: ['*'], failures: 1 },
  { name: 'mirror', organisation: 1, connection: 'Mirror', types: ['client.*', 'note.*'], failures: 1, isNamed: true },
]

const everything = accessOf(Object.fromEntries(areas.map((area) => [area, 'read-write'])))

export const giveToken = async (db: pg.Pool, organisation: Organisation, connection: string): Promise<string> => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  return (await createToken(db, organisation, { connection, access: everything, expiresAt })).token
}

/** Two organisations with the same ids, in whose texts are words that no receiver may get. */
export const createOrganisations = (db: pg.Pool): Promise<TrialOrganisation[]> =>
  Promise.all(
    ['acacia', 'grevillea'].map(async (slug) => {
      const organisation = await createOrganisation(db, { name: `${words} ${slug}`, slug })
      async function* text() {
        yield JSON.stringify(fixtureBundle(words))
      }
      await importBundle(db, organisation.id, text())
      const [row] = (await db.query('select feed from organisation where id = $1', [organisation.id])).rows
      return { ...organisation, feed: row.feed as string, token: await giveToken(db, organisation, 'Writer') }
    }),
  )

/** Creates the webhooks, which begin with the next event. */
export async function createWebhooks(
  db: pg.Pool,
  port: number,
  organisations: TrialOrganisation[],
  receiver: Receiver,
): Promise<TrialWebhook[]> {
  const webhooks: TrialWebhook[] = []
  for (const { organisation: index, connection, types, failures, ordered = false, isNamed, ...one } of declared) {
    const organisation = organisations[index]!
    const name = `${organisation.slug}-${one.name}`
    const caller = new Caller(port, await giveToken(db, organisation, connection))
    const url = `http://${isNamed ? 'hooks.example.org' : '127.0.0.1'}:${receiver.port}/${name}`
    const created = await caller.send({ method: 'POST', path: '/webhooks', body: { url, types, ordered } })
    caller.close()
    if (created.status !== 201) throw new Error(`the webhook ${name} was refused: ${created.text}`)
    const { data, secret } = created.body
    const isWanted = (type: string) =>
      types.some((one) => one === '*' || (one.endsWith('*') ? type.startsWith(one.slice(0, -1)) : one === type))
    const webhook: TrialWebhook = {
      ...{ name, id: data.id, organisation, connection, secret, feed: organisation.feed, start: data.position },
      ...{ isWanted, ordered, failures, arrivals: [], forbidden: undefined, passedBy: undefined },
    }
    receiver.endpoints.set(`/${name}`, webhook)
    webhooks.push(webhook)
  }
  return webhooks
}
