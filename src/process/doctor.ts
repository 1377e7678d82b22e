import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { workerProblems } from '../db/citus/servers.ts'
import { checkNotMoving, readDistribution } from '../db/citus/state.ts'
import { type Database, openDatabase } from '../db/connect/database.ts'
import { findBinaries } from '../db/embedded/binaries.ts'
import { embeddedOwner } from '../db/embedded/open.ts'
import { serverUser } from '../db/embedded/user.ts'
import { highestApplied, readMigrations } from '../db/migrate.ts'
import { countNewEvents } from '../events/sequencer.ts'
import { checkPort } from '../http/server/listen.ts'
import { countFailingWebhooks, organisationsWithFailingWebhooks } from '../webhooks/dispatcher/dispatcher.ts'
import { type Config, dividedConfig, readConfig, settingWarnings } from './config.ts'
import { Failure } from './failure.ts'

export interface Check {
  name: string
  ok: boolean
  /** The result and, if the check failed, the remedy. */
  message: string
}

const minFreeBytes = 500_000_000
const maxClockDifferenceMs = 2000
const maxUnnumberedMs = 60_000
const maxNamedOrganisations = 5

/** Checks everything the service needs. The checks are independent: one failure does not hide the next. */
export async function runChecks(env: NodeJS.ProcessEnv): Promise<Check[]> {
  const checks = [await check('Node', node)]
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    return [...checks, failedCheck('configuration', error)]
  }
  for (const message of settingWarnings(env)) checks.push({ name: 'configuration', ok: false, message })
  if (config.readAudit === 'off') {
    const message = 'off: who reads clients is not recorded (WATTLE_READ_AUDIT)'
    checks.push({ name: 'read audit', ok: true, message })
  }
  if (config.workers > 1) checks.push(await check('workers', () => workers(config)))
  if (!config.databaseUrl) checks.push(await check('disk', () => disk(config.dataDir)))
  checks.push(...(await database(config)))
  checks.push(await check('port', () => port(config)))
  return checks
}

function node(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Failure(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`)
  }
  return `version ${process.versions.node}`
}

function workers(config: Config): string {
  const cores = availableParallelism()
  const { poolSize } = dividedConfig(config).worker
  return `${config.workers} on ${cores} cores, with ${poolSize} database connections each of ${config.poolSize}`
}

function disk(dataDir: string): string {
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = statfsSync(folder)
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free for ${dataDir}`
  if (bavail * bsize < minFreeBytes)
    throw new Failure(`only ${free}: free some space, or set WATTLE_DATA_DIR to a folder on a larger disk.`)
  return free
}

/** Does not create an unused data folder. In that case it only checks that PostgreSQL's programs run. */
async function database(config: Config): Promise<Check[]> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres/data'))) {
    const folder = join(config.dataDir, 'postgres')
    const programs = async () => {
      const { major } = await findBinaries(folder, serverUser(folder))
      return `built-in PostgreSQL ${major}; the first start makes ${config.dataDir}`
    }
    return [await check('database', programs)]
  }
  let open: Database
  try {
    open = await openDatabase(config, { role: 'command', name: 'wattle doctor' })
  } catch (error) {
    return [failedCheck('database', error)]
  }
  try {
    return [
      await check('database', () => databaseVersion(open)),
      await check('migrations', () => migrations(open)),
      ...(await distribution(open)),
      await check('events', () => events(open)),
      await check('webhooks', () => webhooks(open)),
      await check('clock', () => clock(open)),
    ]
  } finally {
    await open.close()
  }
}

async function databaseVersion({ pool, embedded }: Database): Promise<string> {
  const { rows } = await pool.query<{ version: string }>("select current_setting('server_version') as version")
  return `${embedded ? 'built-in ' : ''}PostgreSQL ${rows[0]!.version.split(' ')[0]} answers`
}

async function migrations({ pool }: Database): Promise<string> {
  const known = readMigrations().length
  const { rows } = await pool.query<{ exists: boolean }>(`select to_regclass('schema_migration') is not null as exists`)
  const applied = rows[0]!.exists ? await highestApplied(pool) : 0
  if (applied > known)
    throw new Failure(`the schema is ${applied}, made by a newer Wattle; this one knows ${known}: use the newer one.`)
  if (applied < known)
    throw new Failure(
      `the schema is ${applied} of ${known}: run wattle migrate, or start the service, which does it too.`,
    )
  return `schema ${applied} is up to date`
}

/** A service numbers events within a second. Without one they wait. */
async function events({ pool }: Database): Promise<string> {
  const { count, since } = await countNewEvents(pool)
  if (count === 0) return 'every event is in the feed'
  const { rows } = await pool.query<{ runs: boolean }>(
    `select exists (select from pg_stat_activity where datname = current_database() and application_name = 'wattle'
       and backend_start < now() - interval '10 seconds') as runs`,
  )
  const waiting = `${count} ${count === 1 ? 'event is' : 'events are'} not in the feed yet`
  if (rows[0]!.runs && Date.now() - Date.parse(since!) > maxUnnumberedMs)
    throw new Failure(`${waiting}, although a service runs: its log says why events were not numbered.`)
  return `${waiting}; a running service adds them`
}

/** A receiver that fails is not a fault of the service. */
async function webhooks({ pool }: Database): Promise<string> {
  const { failing, disabled } = await countFailingWebhooks(pool)
  if (failing + disabled === 0) return 'none fails'
  const counts = [failing > 0 && `${failing} failing`, disabled > 0 && `${disabled} disabled because of failures`]
  const slugs = await organisationsWithFailingWebhooks(pool, maxNamedOrganisations + 1)
  const named = slugs.slice(0, maxNamedOrganisations).join(', ')
  const others = slugs.length > maxNamedOrganisations ? ' and others' : ''
  return `${counts.filter(Boolean).join(', ')} in ${named}${others}: wattle webhook list --org ${slugs[0]} shows them`
}

/** Nothing on one server. */
async function distribution({ pool }: Database): Promise<Check[]> {
  if (!(await readDistribution(pool).catch(() => undefined))) return []
  const workers = async () => {
    await checkNotMoving(pool)
    const { workers, problems } = await workerProblems(pool)
    if (problems.length > 0) throw new Failure(`${problems.join('; ')}.`)
    return `the tables are distributed over ${workers} Citus workers, and all answer`
  }
  return [await check('distribution', workers)]
}

/** Tokens expire by the node's clock, and timestamps come from the database's clock. */
async function clock({ pool }: Database): Promise<string> {
  const before = Date.now()
  const { rows } = await pool.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  )
  const difference = Math.round(Math.abs(rows[0]!.now - (before + Date.now()) / 2))
  if (difference > maxClockDifferenceMs) {
    throw new Failure(
      `this machine and the database differ by ${(difference / 1000).toFixed(1)} s: let both take the time from a time server (NTP).`,
    )
  }
  return `within ${maxClockDifferenceMs / 1000} s of the database`
}

async function port({ host, port, dataDir, databaseUrl }: Config): Promise<string> {
  const owner = databaseUrl ? undefined : embeddedOwner(dataDir)
  try {
    await checkPort(host, port)
  } catch (error) {
    if (owner?.role === 'service')
      return `${port} on ${host} is in use, and a Wattle service (pid ${owner.pid}) runs on this data folder`
    throw error
  }
  return `${port} on ${host} is free`
}

async function check(name: string, run: () => string | Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, message: await run() }
  } catch (error) {
    return failedCheck(name, error)
  }
}

const failedCheck = (name: string, error: unknown): Check => ({ name, ok: false, message: (error as Error).message })
