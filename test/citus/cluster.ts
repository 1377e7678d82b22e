import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { superuser } from '../../src/db/embedded/cluster.ts'
import { chownTo, serverUser } from '../../src/db/embedded/user.ts'
import { folderFor, freePort, type RunningProgram, runToEnd, start } from '../cluster/programs.ts'

/** An address of Citus on loopback: everyone there is trusted. */
export interface CitusAddress {
  host: string
  port: number
  user: string
}

export interface CitusServer {
  address: CitusAddress
  /** Shuts down, waits for the end, and starts again on the same port. */
  restart(): Promise<void>
  /** Ends the server as a crash does: without a shutdown. `restart` starts it again. */
  kill(): Promise<void>
  log(): string
}

export interface CitusCluster {
  coordinator: CitusServer
  workers: CitusServer[]
  /** Of the installed Citus, such as `13.2-1`. */
  version: string
  /** The version of PostgreSQL, such as `15.20`. */
  postgres: string
  /** Stops all servers and removes their data. */
  stop(): Promise<void>
}

interface Options {
  workers?: number
  /** Shards of each distributed table. Few, because each costs a file for each index. */
  shards?: number
  /** Further settings of every server, such as `log_min_messages=debug1`. */
  settings?: string[]
}

/** The data does not outlive the run, so it need not be durable. */
const baseSettings = [
  'shared_preload_libraries=citus',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=300',
  'max_prepared_transactions=300', // Citus commits in two phases
  'max_worker_processes=100', // each database with the extension has a background process
  'wal_level=logical',
  'shared_buffers=128MB',
  'fsync=off',
  'full_page_writes=off',
  'jit=off',
  'autovacuum=on',
  'timezone=Australia/Sydney', // so that a session setting that a worker does not get is noticed
  'log_timezone=UTC',
  'citus.enable_statistics_collection=off',
  'citus.distributed_deadlock_detection_factor=10', // a process of each database looks for them
]

/** A coordinator and its workers, from the PostgreSQL installation that PG_CONFIG names. */
export async function startCitusCluster({
  workers = 2,
  shards = 4,
  settings = [],
}: Options = {}): Promise<CitusCluster> {
  const installation = findInstallation()
  const folder = mkdtempSync(join(tmpdir(), 'wattle-citus-'))
  chownTo(serverUser(folder), folder)
  const all = [...baseSettings, `citus.shard_count=${shards}`, ...settings]
  const servers: (CitusServer & { stop(): Promise<void> })[] = []
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const names = ['coordinator', ...Array.from({ length: workers }, (_, i) => `worker-${i + 1}`)]
    for (const name of names) servers.push(await startServer(installation.bin, folderFor(folder, name), all))
  } catch (error) {
    await stop()
    throw error
  }
  const [coordinator, ...others] = servers
  const { version, postgres } = installation
  return { coordinator: coordinator!, workers: others, version, postgres, stop }
}

/** The folder of PostgreSQL's programs, if Citus is installed there. */
function findInstallation(): { bin: string; version: string; postgres: string } {
  const remedy = 'Set PG_CONFIG to the pg_config of a PostgreSQL 15 or newer with Citus 13'
  const program = process.env.PG_CONFIG
  if (!program) throw new Error(`${remedy}, for example PG_CONFIG=/usr/bin/pg_config.`)
  let bin: string, libraries: string, shared: string, about: string
  try {
    const answer = execFileSync(program, ['--bindir', '--pkglibdir', '--sharedir', '--version'], { encoding: 'utf8' })
    ;[bin, libraries, shared, about] = answer.split('\n') as [string, string, string, string]
  } catch (error) {
    throw new Error(`PG_CONFIG=${program} does not run (${(error as Error).message.split('\n')[0]}). ${remedy}.`)
  }
  const control = join(shared, 'extension/citus.control')
  for (const file of [join(libraries, 'citus.so'), control]) {
    if (!existsSync(file)) throw new Error(`${file} is missing. ${remedy}, or install Citus there.`)
  }
  const [, version = 'unknown'] = /default_version = '(.*?)'/.exec(readFileSync(control, 'utf8')) ?? []
  return { bin, version, postgres: about.split(' ')[1]! }
}

const initFlags = [
  '-U',
  superuser,
  '--encoding=UTF8',
  '--locale=C.UTF-8',
  '--auth=trust',
  '--no-sync',
  '--no-instructions',
]

async function startServer(bin: string, folder: string, settings: string[]) {
  const data = join(folder, 'data')
  await runToEnd(join(bin, 'initdb'), [...initFlags, '-D', data], folder)
  const port = await freePort()
  const address = { host: '127.0.0.1', port, user: superuser }
  const options = [...settings, `port=${port}`].flatMap((setting) => ['-c', setting])
  const launch = () => start(join(bin, 'postgres'), ['-D', data, ...options], folder)
  let running = launch()
  await waitUntilReady(address, running)
  return {
    address,
    log: () => running.output(),
    stop: () => running.stop(),
    async restart() {
      await running.stop()
      running = await launchAfterCrash(launch)
      await waitUntilReady(address, running)
    },
    async kill() {
      process.kill(Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
      while (!running.ended()) await sleep(10)
    },
  }
}

/** The backends of a killed server end a moment after it. Until then a new server refuses to start. */
async function launchAfterCrash(launch: () => RunningProgram): Promise<RunningProgram> {
  for (let attempt = 1; ; attempt++) {
    const running = launch()
    await sleep(200)
    if (!running.ended() || attempt === 50) return running
  }
}

async function waitUntilReady(address: CitusAddress, running: RunningProgram): Promise<void> {
  for (;;) {
    if (running.ended()) throw new Error(`PostgreSQL did not start: ${running.output()}`)
    const isReady = await withClient(address, 'postgres', (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
    if (isReady) return
    await sleep(50)
  }
}

/** Runs work on a connection of its own. */
export async function withClient<T>(
  address: CitusAddress,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...address, database })
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

const serversOf = ({ coordinator, workers }: CitusCluster) => [coordinator, ...workers]

/** Runs a statement on every server, the coordinator first. */
async function onEveryServer(cluster: CitusCluster, database: string, sql: string): Promise<void> {
  for (const { address } of serversOf(cluster)) await withClient(address, database, (client) => client.query(sql))
}

/** An empty database on every server, with the extension and all nodes registered. */
export async function createCitusDatabase(
  cluster: CitusCluster,
  name: string,
): Promise<CitusAddress & { database: string }> {
  await onEveryServer(cluster, 'postgres', `create database ${name}`)
  await onEveryServer(cluster, name, 'create extension citus')
  const { address } = cluster.coordinator
  await withClient(address, name, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [address.host, address.port])
    for (const worker of cluster.workers) {
      await client.query('select citus_add_node($1, $2)', [worker.address.host, worker.address.port])
    }
  })
  return { ...address, database: name }
}

/**
 * Copies a database on every server. Citus finds its workers by host and port and uses the same database name there, so
 * the copy of a distributed database is a distributed database of its own. The template accepts no connections afterwards.
 */
export async function cloneCitusDatabase(
  cluster: CitusCluster,
  template: string,
  name: string,
): Promise<CitusAddress & { database: string }> {
  await closeTemplate(cluster, template)
  for (const { address } of serversOf(cluster)) {
    await withClient(address, 'postgres', async (client) => {
      await client.query(`create database ${name} template ${template} strategy file_copy`)
      await copySettings(client, template, name)
    })
  }
  return { ...cluster.coordinator.address, database: name }
}

/** A database with connections cannot be copied. */
export async function closeTemplate(cluster: CitusCluster, template: string): Promise<void> {
  for (const { address } of serversOf(cluster)) {
    await withClient(address, 'postgres', async (client) => {
      await client.query(`alter database ${template} with allow_connections false`)
      await endConnections(client, template)
    })
  }
}

/** PostgreSQL does not copy the settings of a role in a database, such as the time zone on a worker. */
async function copySettings(client: pg.Client, template: string, name: string): Promise<void> {
  const { rows } = await client.query<{ role: string; setting: string; value: string }>(
    `select r.setrole::regrole as role, split_part(s, '=', 1) as setting, substr(s, strpos(s, '=') + 1) as value
     from pg_db_role_setting r join pg_database d on d.oid = r.setdatabase, unnest(r.setconfig) s
     where d.datname = $1 and r.setrole <> 0`,
    [template],
  )
  for (const { role, setting, value } of rows) {
    await client.query(`alter role ${role} in database ${name} set ${setting} = ${pg.escapeLiteral(value)}`)
  }
}

/** Among them are the connections that the servers keep to each other, and the maintenance process of Citus. */
async function endConnections(client: pg.Client, database: string): Promise<void> {
  const end = 'select pg_terminate_backend(pid) as ended from pg_stat_activity where datname = $1'
  while ((await client.query(end, [database])).rowCount! > 0) await sleep(10)
}

export const dropCitusDatabase = (cluster: CitusCluster, name: string): Promise<void> =>
  onEveryServer(cluster, 'postgres', `drop database if exists ${name} with (force)`)
