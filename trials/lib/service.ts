import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Harness } from '../../bench/harness.ts'
import { exampleReads } from '../../demo/examples/reads.ts'
import { type Access, accessOf, areas } from '../../src/access/areas.ts'
import { createOrganisation, type Organisation } from '../../src/access/organisations.ts'
import { createToken } from '../../src/access/token-administration.ts'
import { buildApp } from '../../src/app.ts'
import { insertExampleCalendars } from '../../src/bundle/example-calendars.ts'
import { findExampleOwner } from '../../src/bundle/example-owner.ts'
import { insertExampleReads } from '../../src/bundle/example-reads.ts'
import { insertExampleWebhooks } from '../../src/bundle/example-webhooks.ts'
import { importBundle } from '../../src/bundle/import.ts'
import { Sequencer } from '../../src/events/sequencer.ts'
import type { Clock } from '../../src/process/clock.ts'
import { startHousekeeping } from '../../src/process/housekeeping.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { withoutNames } from '../../test/harness/outbound.ts'
import { startTestServer } from '../../test/harness/postgres.ts'
import { fixtureBundle, fixtureWebhooks, importBatch } from './fixture.ts'

/** A clock that the trial advances, so that results do not depend on the current day. */
export class TrialClock {
  #now = Date.parse('2026-11-15T02:00:00Z')
  now = () => this.#now
  advance(milliseconds: number) {
    this.#now += milliseconds
  }
}

export interface Service {
  app: FastifyInstance & { openapiDocument(): object }
  db: pg.Pool
  clock: TrialClock
  /** For requests that need a real connection. */
  port: number
  postgres: string
}

/** Starts the service on its own PostgreSQL, in this process. */
export async function startService(harness: Harness): Promise<Service> {
  const server = await startTestServer()
  harness.defer(() => server.stop())
  process.env.WATTLE_TEST_DATABASE = JSON.stringify(server.address)
  const { pool: db } = await createDatabase()
  harness.defer(() => db.end())
  const clock = new TrialClock()
  const config = { rateLimit: 0, formLimit: 0, metricsToken: undefined, trustProxy: false as const }
  const app = await buildApp({ db, clock, config, outbound: withoutNames(clock) })
  harness.defer(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  harness.defer(() => app.server.closeAllConnections())
  // Sending to webhooks would change their rows at any time.
  const { 'send events to webhooks': _, ...jobs } = app.jobs
  harness.defer(startHousekeeping(jobs, app.log).stop)
  const postgres = (await db.query('show server_version')).rows[0].server_version as string
  return { app, db, clock, port: (app.server.address() as AddressInfo).port, postgres }
}

/** Where an organisation is created. */
export interface OrganisationStore {
  db: pg.Pool
  clock: Clock
}

export interface Tenant extends Organisation {
  marker: string
  /** A token with read-write access to every area. */
  token: string
  tokenId: number
}

export const fullAccess = accessOf(Object.fromEntries(areas.map((area) => [area, 'read-write'])) as Access)

let tenantCount = 0

/** Creates an organisation with the fixture. `idOffset` adds a second copy of it, whose ids no other organisation has. */
export async function makeTenant({ db, clock }: OrganisationStore, marker: string, idOffset?: number): Promise<Tenant> {
  const organisation = await createOrganisation(db, {
    name: `${marker} Care`,
    slug: `${marker.toLowerCase()}-${++tenantCount}`,
  })
  const { token, id } = await makeToken(db, clock, organisation, fullAccess)
  await recordOwnEvent(db, organisation.id)
  for (const base of idOffset === undefined ? [0] : [0, idOffset]) {
    await importBundle(db, organisation.id, singleChunk(JSON.stringify(fixtureBundle(marker, base))))
    const { id, answer } = importBatch(marker, base)
    await db.query('insert into import_batch (org_id, id, answer) values ($1, $2, $3)', [organisation.id, id, answer])
  }
  await new Sequencer({ db }).numberAll()
  const owner = await findExampleOwner.one(db, organisation.id, id)
  for (const base of idOffset === undefined ? [0] : [0, idOffset])
    await insertExampleWebhooks(db, db, owner, clock.now(), fixtureWebhooks(marker, clock.now(), base))
  await insertExampleCalendars(db, owner)
  await insertExampleReads(db, owner, exampleReads(clock.now()))
  return { ...organisation, marker, token, tokenId: id }
}

/** The first event of the feed. The name of its connection has the organisation's marker. */
const recordOwnEvent = (db: pg.Pool, orgId: number) =>
  db.query(
    `insert into event (org_id, type, subject_id, fields, connection_id)
     select org_id, 'client.updated', 2001, '{address}', id from connection where org_id = $1`,
    [orgId],
  )

async function* singleChunk(text: string) {
  yield text
}

export const makeToken = (db: pg.Pool, clock: Clock, organisation: Organisation, access: Access, days = 90) =>
  createToken(db, organisation, {
    ...{
      connection: `${organisation.name} trial`,
      access,
      expiresAt: new Date(clock.now() + days * 86_400_000).toISOString(),
    },
  })
