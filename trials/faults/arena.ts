import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Stage } from '../../bench/stage.ts'
import type { Random } from '../../src/bundle/demo/random.ts'
import { databaseName } from '../../src/db/embedded/server.ts'
import { socketAddress } from '../../src/db/embedded/socket.ts'
import { openPool } from '../../src/db/pool.ts'
import { Caller } from './caller.ts'
import { check, type Looked } from './checks.ts'
import { Ledger } from './ledger.ts'
import { checkout, Service } from './service.ts'
import { makeWorld, type World } from './world.ts'
import { write } from './writer.ts'

/** Where a trial takes place: a service, a look into its database, and an organisation to write to. */
export interface Arena {
  service: Service
  /** PostgreSQL's data folder. */
  data: string
  db: pg.Pool
  world: World
  caller: Caller
}

export function temporaryFolder(stage: Stage): string {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-faults-'))
  stage.undo(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}

/** A service with its own PostgreSQL, in a folder that is gone afterwards. */
export async function openArena(
  stage: Stage,
  { root = checkout, folder = temporaryFolder(stage) } = {},
): Promise<Arena> {
  const service = await Service.start(stage, { root, folder })
  const data = join(folder, 'postgres/data')
  const db = openPool(socketAddress(data, databaseName), { size: 4 })
  stage.undo(() => db.end())
  const world = await makeWorld(db, service.port)
  const caller = new Caller(service.port, world.token)
  stage.undo(() => caller.close())
  return { service, data, db, world, caller }
}

const writers = 6

export interface Totals extends Looked {
  rounds: number
  sent: number
  acknowledged: number
  unanswered: number
  refused: number
  problems: string[]
}
export const noTotals = (): Totals => ({
  ...{ rounds: 0, sent: 0, acknowledged: 0, unanswered: 0, refused: 0, records: 0, replays: 0, problems: [] },
})

interface RoundOptions {
  name: string
  random: Random
  totals: Totals
  /** Through which the writers go, where it is not the arena's own. */
  caller?: Caller
  /** Breaks something while writers write, and comes back when the service should work again. */
  trouble: () => Promise<void>
}

/** Writers at work while trouble comes and goes; then everything is held against what was acknowledged. */
export async function round({ db, world, caller }: Arena, options: RoundOptions): Promise<Ledger> {
  const { name, random, totals, trouble } = options
  const ledger = new Ledger()
  let isOver = false
  const writing = Array.from({ length: writers }, (_, n) =>
    write({
      ...{ world, ledger, random, caller: options.caller ?? caller },
      ...{ name: `${name}.${n}`, isOver: () => isOver },
    }),
  )
  try {
    await trouble()
  } finally {
    isOver = true
    await Promise.all(writing)
  }
  const looked = await check(db, caller, world, ledger)
  totals.rounds++
  for (const figure of ['sent', 'acknowledged', 'unanswered', 'refused'] as const) totals[figure] += ledger[figure]
  for (const figure of ['records', 'replays'] as const) totals[figure] += looked[figure]
  totals.problems.push(...ledger.problems.map((text) => `${name}: ${text}`))
  return ledger
}
