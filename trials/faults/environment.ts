import { join } from 'node:path'
import type pg from 'pg'
import type { Stage } from '../../bench/harness.ts'
import { accessOf, areas } from '../../src/access/areas.ts'
import { mintToken, tokenHash } from '../../src/access/token.ts'
import { openPool } from '../../src/db/connect/pool.ts'
import { databaseName, startServer } from '../../src/db/embedded/server.ts'
import { socketAddress } from '../../src/db/embedded/socket.ts'
import { Caller } from './caller.ts'
import { preparedFolder } from './data-folder.ts'
import { Service } from './service.ts'

/** Where a trial takes place: a service, a look into its database, and an organisation to write to. */
export interface Arena {
  service: Service
  /** PostgreSQL's data folder. */
  data: string
  db: pg.Pool
  world: World
  caller: Caller
}

/** A service that runs its own PostgreSQL, in a folder that is gone afterwards; data and log may be on a disk of their own. */
export async function openArena(stage: Stage, root: string, disk?: string): Promise<Arena> {
  const place = await preparedFolder(stage, disk && join(disk, 'data'))
  const service = await Service.start(stage, { root, folder: place, ...(disk && { logFolder: disk }) })
  return furnish(stage, place, service)
}

/** PostgreSQL with the settings that it ships with, for services that find it by DATABASE_URL. */
export async function openServer(stage: Stage): Promise<{ folder: string; socket: string }> {
  const folder = await preparedFolder(stage)
  const server = await startServer({ folder: join(folder, 'postgres') })
  stage.undo(() => server.stop())
  return { folder, socket: join(folder, 'postgres/data/.s.PGSQL.5432') }
}

export async function furnish(stage: Stage, folder: string, service: Service): Promise<Arena> {
  return { service, ...(await furnishAt(stage, folder, service.port)) }
}

export async function furnishAt(stage: Stage, folder: string, port: number): Promise<Omit<Arena, 'service'>> {
  const data = join(folder, 'postgres/data')
  const db = openPool(socketAddress(data, databaseName), { size: 4 })
  stage.undo(() => db.end())
  const world = await makeWorld(db, port)
  const caller = new Caller(port, world.token)
  stage.undo(() => caller.close())
  return { data, db, world, caller }
}

/** What writers write to: an organisation with a token, a price, and a published form that makes prospects. */
export interface World {
  orgId: number
  tokenId: number
  token: string
  businessId: number
  priceCode: number
  formId: number
}

async function makeWorld(db: pg.Pool, port: number): Promise<World> {
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
  const ids = rows[0] as Omit<World, 'token' | 'formId'>
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
  if (made.status !== 201) throw new Error(`the form was refused: ${made.text}`)
  const published = await caller.send({ method: 'POST', path: `/forms/${made.body.id}/publish` })
  if (published.status !== 200) throw new Error(`the form could not be published: ${published.text}`)
  caller.close()
  return made.body.id
}
