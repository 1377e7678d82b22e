import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Failure } from '../../process/failure.ts'
import type { Address } from '../connect/pool.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { type ChildProgram, runChildProgram, workingFolder } from './child-program.ts'
import { prepareCluster } from './cluster.ts'
import { explainFileError, explainOutput } from './explain.ts'
import { readPostmaster, stopLeftoverServer } from './postmaster.ts'
import { serverSocketFolder, socketAddress } from './socket.ts'
import { chownTo, serverUser, type User } from './user.ts'

export const databaseName = 'wattle'

/**
 * Settings for one small service. PostgreSQL does not listen on the network: its socket is in the data folder, which
 * only the server's user and root can enter. That makes `trust` safe.
 */
const serverSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  cluster_name: 'wattle',
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // A write is on the disk before its response is sent.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Most statements are short: compiling them costs more than it saves. Data folders are on SSDs.
  jit: 'off',
  random_page_cost: '1.1',
  // One table at a time and in small steps, so that a vacuum leaves most of a small machine to requests. All
  // connections plan their statements again after it, which is expensive. This still vacuums a gigabyte in a minute.
  autovacuum_max_workers: '1',
  autovacuum_vacuum_cost_limit: '50',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The service logs its own errors. PostgreSQL's text of them can contain personal data, so its file has only
  // starts, stops and recoveries, and does not grow with traffic.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_connections: '',
  log_autovacuum_min_duration: '-1',
}

export interface Server {
  address: Address
  /** Shuts PostgreSQL down cleanly and waits for it. */
  stop(): Promise<void>
  /** Settles when PostgreSQL has ended, with its exit code or signal. */
  exited: Promise<number | string>
}

export interface ServerOptions {
  /** Contains the cluster in `data` and the server's log. Created if it does not exist. */
  folder: string
  settings?: Record<string, string>
  notice?: (text: string) => void
}

/** Starts PostgreSQL in a folder that no other process uses. */
export async function startServer({ folder, settings = {}, notice = () => {} }: ServerOptions): Promise<Server> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const user = serverUser(folder)
    const binaries = await findBinaries(folder, user)
    const data = await prepareCluster(folder, binaries, user)
    await stopLeftoverServer(data, notice)
    const running = await launch(folder, data, binaries, user, { ...serverSettings, ...settings })
    const address = socketAddress(data, databaseName)
    await createDatabase(address).catch(async (error) => {
      await stop(running)
      throw error
    })
    return { address, exited: running.exited, stop: () => stop(running) }
  } catch (error) {
    throw explainFileError(folder, error)
  }
}

async function launch(
  folder: string,
  data: string,
  binaries: Binaries,
  user: User | undefined,
  settings: Record<string, string>,
): Promise<ChildProgram> {
  const args = ['-D', workingFolder(data)]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  args.push('-c', `unix_socket_directories=${serverSocketFolder(data, user)}`)
  for (let tries = 1; ; tries++) {
    const log = openLog(folder, user)
    const running = runChildProgram(binaries.postgres, args, { folder: data, user, output: log.file })
    closeSync(log.file)
    if (await becomesReady(data, running)) return running
    const output = readFileSync(log.path).subarray(log.size).toString()
    // Processes of a killed server use its shared memory for a moment longer.
    if (!/pre-existing shared memory block/.test(output) || tries === 50) {
      throw explainOutput('PostgreSQL did not start', folder, output)
    }
    await sleep(200)
  }
}

/** Waits without a timeout while PostgreSQL runs, because recovery after a crash can take long. */
async function becomesReady(data: string, running: ChildProgram): Promise<boolean> {
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
  const existing = await client.query('select from pg_database where datname = $1', [databaseName])
  if (existing.rowCount === 0) await client.query(`create database ${databaseName}`)
  await client.end()
}

/** A shutdown that takes too long is aborted. PostgreSQL recovers committed data from its log at the next start. */
async function stop(running: ChildProgram): Promise<void> {
  running.end()
  const timer = setTimeout(running.quit, 30_000)
  await running.exited
  clearTimeout(timer)
}

const maxLogBytes = 10_000_000

function openLog(folder: string, user: User | undefined): { file: number; path: string; size: number } {
  const path = join(folder, 'server.log')
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(path, `${path}.1`)
  const file = openSync(path, 'a', 0o600)
  chownTo(user, path)
  return { file, path, size: size > maxLogBytes ? 0 : size }
}

export interface SupervisedServer {
  address: Server['address']
  stop(): Promise<void>
  /** Settles when PostgreSQL has ended and cannot be restarted. */
  lost: Promise<Failure>
}

const maxRestarts = 5
const restartPeriodMs = 60_000

/** Restarts PostgreSQL when it ends by itself, because of a crash or `kill -9`. */
export async function superviseServer(options: ServerOptions): Promise<SupervisedServer> {
  const { notice = () => {}, folder } = options
  let server = await startServer(options)
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()
  const restarts: number[] = []

  const lost = new Promise<Failure>((fail) => {
    const watch = async (): Promise<void> => {
      const exit = await server.exited
      if (stopping) return
      await waitForDiskSpace(folder, notice, () => stopping)
      if (stopping) return
      const now = Date.now()
      while (restarts[0] !== undefined && restarts[0] < now - restartPeriodMs) restarts.shift()
      if (restarts.push(now) > maxRestarts) {
        return fail(new Failure(`PostgreSQL ended ${restarts.length} times within a minute: see ${folder}/server.log.`))
      }
      notice(`PostgreSQL ended unexpectedly (${exit}); starting it again.`)
      restarting = startServer(options).then(
        (restarted) => {
          server = restarted
          notice('PostgreSQL runs again.')
          void watch()
        },
        (error: Error) =>
          fail(
            error instanceof Failure ? error : new Failure(`PostgreSQL could not be started again: ${error.message}`),
          ),
      )
    }
    void watch()
  })

  const stop = async () => {
    stopping = true
    await restarting
    await server.stop()
  }
  return { address: server.address, stop, lost }
}

/** PostgreSQL needs space for another file of its log to recover. */
const minFreeBytes = 17 * 1024 * 1024

/** False for a missing folder: the start that follows reports that. */
function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < minFreeBytes
  } catch {
    return false
  }
}

/**
 * Waits while the disk is full. PostgreSQL ends when it cannot write its log, and would end again at once. Meanwhile
 * the service responds with 503. It continues by itself when there is free space.
 */
async function waitForDiskSpace(
  folder: string,
  notice: (text: string) => void,
  isStopping: () => boolean,
): Promise<void> {
  for (let seconds = 0; !isStopping(); seconds++) {
    if (!isDiskFull(folder)) return
    if (seconds % 60 === 0) {
      notice(
        `The disk that holds ${folder} is full: free some space, and PostgreSQL is started again. Nothing is lost.`,
      )
    }
    await sleep(1000)
  }
}
