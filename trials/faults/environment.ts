import { join } from 'node:path'
import type pg from 'pg'
import type { Harness } from '../../bench/harness.ts'
import { accessOf, areas } from '../../src/access/areas.ts'
import { mintToken, tokenHash } from '../../src/access/token-format.ts'
import { openPool } from '../../src/db/connect/pool.ts'
import { databaseName, startServer } from '../../src/db/embedded/server.ts'
import { socketAddress } from '../../src/db/embedded/socket.ts'
import { Caller } from './caller.ts'
import { copyDataFolder } from './data-folder.ts'
import { ServiceProcess } from './service.ts'

/** A running service, a pool for its database, and an organisation to write to. */
export interface Environment {
  service: ServiceProcess
  /** PostgreSQL's data folder. */
  data: string
  db: pg.Pool
  fixture: Fixture
  caller: Caller
}

/** Starts a service with its own PostgreSQL in a temporary folder. With `disk`, data and log are on that disk. */
export async function startEnvironment(harness: Harness, root: string, disk?: string): Promise<Environment> {
  const folder = await copyDataFolder(harness, disk && join(disk, 'data'))
  const service = await ServiceProcess.start(harness, { root, folder: folder, ...(disk && { logFolder: disk }) })
  return connectEnvironment(harness, folder, service)
}

/** Starts PostgreSQL with its shipped settings, for services that get DATABASE_URL. */
export async function startDatabase(harness: Harness): Promise<{ folder: string; socket: string }> {
  const folder = await copyDataFolder(harness)
  const server = await startServer({ folder: join(folder, 'postgres') })
  harness.defer(() => server.stop())
  return { folder, socket: join(folder, 'postgres/data/.s.PGSQL.5432') }
}

export async function connectEnvironment(
  harness: Harness,
  folder: string,
  service: ServiceProcess,
): Promise<Environment> {
  return { service, ...(await connectTo(harness, folder, service.port)) }
}

export async function connectTo(harness: Harness, folder: string, port: number): Promise<Omit<Environment, 'service'>> {
  const data = join(folder, 'postgres/data')
  const db = openPool(socketAddress(data, databaseName), { size: 4 })
  harness.defer(() => db.end())
  const fixture = await createFixture(db, port)
  const caller = new Caller(port, fixture.token)
  harness.defer(() => caller.close())
  return { data, db, fixture, caller }
}

/** The organisation that writers use: with a token, a price code and a published form that creates prospects. */
export interface Fixture {
  orgId: number
  tokenId: number
  token: string
  businessId: number
  priceCode: number
  formId: number
}

async function createFixture(db: pg.Pool, port: number): Promise<Fixture> {
  const token = mintToken()
  const access = accessOf(Object.fromEntries(areas.map((area) => [area, 'read-write'])))
  const { rows } = await db.query(
    `with o as (insert into organisation (slug, name) values ('faults', 'Acme Care') returning id),
          c as (insert into connection (org_id, name) select id, 'Trial' from o returning org_id, id),
          b as (insert into business_location (org_id, name) select id, 'North' from o returning id),
          p as (insert into price_code (org_id, code, name, unit, price) select id, '01_011', 'Self-care', 'hour', 67.56 from o returning id),
          t as (insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
                select org_id, id, $1, $2, $3, now() + interval '90 days' from c returning id)
     select o.id as "orgId", t.id as "tokenId", b.id as "businessId", p.id as "priceCode" from o, t, b, p`,
    [tokenHash(token), token.slice(-4), access],
  )
  const ids = rows[0] as Omit<Fixture, 'token' | 'formId'>
  return { ...ids, token, formId: await publishForm(new Caller(port, token)) }
}

async function publishForm(caller: Caller): Promise<number> {
  const fields = [
    { type: 'text', label: 'First name', key: 'first_name', required: true },
    { type: 'text', label: 'Last name', key: 'last_name', required: true },
  ]
  const prospect = { enabled: true, map: { first_name: 'first_name', last_name: 'last_name' } }
  const form = { name: 'Enquiry', steps: [{ title: 'You', fields }], prospect }
  const made = await caller.send({ method: 'POST', path: '/forms', body: form })
  if (made.status !== 201) throw new Error(`the form was rejected: ${made.text}`)
  const published = await caller.send({ method: 'POST', path: `/forms/${made.body.id}/publish` })
  if (published.status !== 200) throw new Error(`the form could not be published: ${published.text}`)
  caller.close()
  return made.body.id
}
