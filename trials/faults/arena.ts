import { join } from 'node:path'
import type pg from 'pg'
import type { Stage } from '../../bench/stage.ts'
import { openPool } from '../../src/db/connect/pool.ts'
import { databaseName, startServer } from '../../src/db/embedded/server.ts'
import { socketAddress } from '../../src/db/embedded/socket.ts'
import { Caller } from './caller.ts'
import { preparedFolder } from './prepared.ts'
import { Service } from './service.ts'
import { makeWorld, type World } from './world.ts'

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
