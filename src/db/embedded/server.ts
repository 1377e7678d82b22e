import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Address } from '../connect/pool.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { endLeftover, readPostmaster } from './postmaster.ts'
import { serverSettings } from './settings.ts'
import { serverSocketFolder, socketAddress } from './socket.ts'
import { explain, explainFiles } from './trouble.ts'
import { giveTo, serverUser, type User } from './user.ts'
import { ownFolder, runWatched, type Watched } from './watched.ts'

export const databaseName = 'wattle'

export interface Server {
  address: Address
  /** Shuts PostgreSQL down cleanly and waits for it. */
  stop(): Promise<void>
  /** Settles when PostgreSQL has ended, with its exit code or signal, whoever ended it. */
  exited: Promise<number | string>
}

export interface ServerOptions {
  /** Holds the cluster in `data` and the server's log; made when it is not there. */
  folder: string
  settings?: Record<string, string>
  notice?: (text: string) => void
}

/** Starts PostgreSQL in a folder of which the caller is the only user. */
export async function startServer({ folder, settings = {}, notice = () => {} }: ServerOptions): Promise<Server> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const user = serverUser(folder)
    const binaries = await findBinaries(folder, user)
    const data = await prepareCluster(folder, binaries, user)
    await endLeftover(data, notice)
    const running = await launch(folder, data, binaries, user, { ...serverSettings, ...settings })
    const address = socketAddress(data, databaseName)
    await createDatabase(address).catch(async (error) => {
      await stop(running)
      throw error
    })
    return { address, exited: running.exited, stop: () => stop(running) }
  } catch (error) {
    throw explainFiles(folder, error)
  }
}

async function launch(
  folder: string,
  data: string,
  binaries: Binaries,
  user: User | undefined,
  settings: Record<string, string>,
): Promise<Watched> {
  const args = ['-D', ownFolder(data)]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  args.push('-c', `unix_socket_directories=${serverSocketFolder(data, user)}`)
  for (let tries = 1; ; tries++) {
    const log = openLog(folder, user)
    const running = runWatched(binaries.postgres, args, { folder: data, user, output: log.file })
    closeSync(log.file)
    if (await becomesReady(data, running)) return running
    const output = readFileSync(log.path).subarray(log.size).toString()
    // Processes of a killed server hold its shared memory until they notice, which takes a moment.
    if (!/pre-existing shared memory block/.test(output) || tries === 50) {
      throw explain('PostgreSQL did not start', folder, output)
    }
    await sleep(200)
  }
}

/** Waits as long as PostgreSQL runs, because recovery after a crash takes the time it takes. */
async function becomesReady(data: string, running: Watched): Promise<boolean> {
  let ended = false
  running.exited.then(() => {
    ended = true
  })
  while (!ended) {
    if (readPostmaster(data)?.ready) return true
    await sleep(15)
  }
  return false
}

async function createDatabase(address: Address): Promise<void> {
  const client = new pg.Client({ ...address, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  const found = await client.query('select from pg_database where datname = $1', [databaseName])
  if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  await client.end()
}

/** A shutdown that hangs is cut short after a while; what was committed is in the log and recovered at the next start. */
async function stop(running: Watched): Promise<void> {
  running.end()
  const timer = setTimeout(running.quit, 30_000)
  await running.exited
  clearTimeout(timer)
}

const largestLog = 10_000_000

function openLog(folder: string, user: User | undefined): { file: number; path: string; size: number } {
  const path = join(folder, 'server.log')
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > largestLog) renameSync(path, `${path}.1`)
  const file = openSync(path, 'a', 0o600)
  giveTo(user, path)
  return { file, path, size: size > largestLog ? 0 : size }
}
