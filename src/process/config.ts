import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type AuditMode, auditModes } from '../access/audit/modes.ts'
import { type McpMode, mcpModes } from '../mcp/modes.ts'
import { isNetwork } from '../webhooks/outbound/addresses.ts'
import { Failure } from './failure.ts'

export interface Config {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  /** A streaming replica of the PostgreSQL of DATABASE_URL, for reads. */
  replicaUrl: string | undefined
  logLevel: string
  /** Requests a minute for each token; 0 turns the limit off. */
  rateLimit: number
  /** Form submissions a minute from each address; 0 turns the limit off. */
  formLimit: number
  metricsToken: string | undefined
  /** Addresses whose X-Forwarded-For header is trusted. */
  trustProxy: string | false
  /** The public URL without a trailing slash. Unset: the scheme and host of each request. */
  publicUrl: string | undefined
  /** Processes that serve requests behind the port. With 1, the process that starts serves them itself. */
  workers: number
  /** Database connections of this node, over all its processes. */
  poolSize: number
  /** Requests that may wait while the database is busy; 0 admits all of them. */
  maxWaiting: number
  /** Client connections to this node. */
  maxConnections: number
  /** Events are stored for this many days. */
  eventDays: number
  /** How it is recorded who has read which client. */
  readAudit: AuditMode
  /** Off for PgBouncer older than 1.21, which loses prepared statements. */
  namedStatements: boolean
  /** Networks that are not public and that webhooks may be sent to, by http too. */
  webhookNetworks: string[]
  /** What agents may do through the MCP server, at most. */
  mcp: McpMode
  /** Whether agents see what strangers have sent by the pages of forms. */
  mcpOutsiders: 'show' | 'hide'
}

/** The environment variables that are settings. README.md has a row for each. */
export const settingNames = [
  'HOST',
  'PORT',
  'DATABASE_URL',
  'LOG_LEVEL',
  'WATTLE_DATA_DIR',
  'WATTLE_RATE_LIMIT',
  'WATTLE_FORM_LIMIT',
  'WATTLE_WORKERS',
  'WATTLE_POOL_SIZE',
  'WATTLE_MAX_WAITING',
  'WATTLE_MAX_CONNECTIONS',
  'WATTLE_METRICS_TOKEN',
  'WATTLE_TRUST_PROXY',
  'WATTLE_PUBLIC_URL',
  'WATTLE_REPLICA_URL',
  'WATTLE_NAMED_STATEMENTS',
  'WATTLE_EVENT_DAYS',
  'WATTLE_WEBHOOK_NETWORKS',
  'WATTLE_READ_AUDIT',
  'WATTLE_MCP',
  'WATTLE_MCP_OUTSIDERS',
] as const
type SettingName = (typeof settingNames)[number]
/** Only names of the list can be read from it. */
type Environment = { readonly [name in SettingName]?: string | undefined }

export const defaultEventDays = 400
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the environment once. An invalid value or a misspelt name is a Failure that names the variable. */
export function readConfig(all: NodeJS.ProcessEnv = process.env): Config {
  const misspelt = unknownSettings(all).filter(({ meant }) => meant)
  if (misspelt.length > 0) throw new Failure(misspelt.map(unknownSettingText).join('\n'))
  const env: Environment = all
  const workers = workersOf(env)
  return {
    host: env.HOST || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 4000, 0, 65_535),
    dataDir: resolve(env.WATTLE_DATA_DIR || '.wattle'),
    databaseUrl: env.DATABASE_URL || undefined,
    replicaUrl: replicaOf(env),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', logLevels),
    rateLimit: wholeNumber(env, 'WATTLE_RATE_LIMIT', 600, 0, 1_000_000_000),
    formLimit: wholeNumber(env, 'WATTLE_FORM_LIMIT', 30, 0, 1_000_000),
    metricsToken: env.WATTLE_METRICS_TOKEN || undefined,
    trustProxy: proxies(env),
    publicUrl: webAddress(env, 'WATTLE_PUBLIC_URL'),
    workers,
    poolSize: poolSizeFor(env, workers),
    maxWaiting: wholeNumber(env, 'WATTLE_MAX_WAITING', 2000, 0, 100_000),
    maxConnections: wholeNumber(env, 'WATTLE_MAX_CONNECTIONS', 2000, 10, 1_000_000),
    eventDays: wholeNumber(env, 'WATTLE_EVENT_DAYS', defaultEventDays, 30, 36_500),
    readAudit: oneOf(env, 'WATTLE_READ_AUDIT', 'on', auditModes),
    namedStatements: oneOf(env, 'WATTLE_NAMED_STATEMENTS', 'on', ['on', 'off']) === 'on',
    webhookNetworks: networks(env),
    mcp: oneOf(env, 'WATTLE_MCP', 'on', mcpModes),
    mcpOutsiders: oneOf(env, 'WATTLE_MCP_OUTSIDERS', 'show', ['show', 'hide']),
  }
}

const prefix = 'WATTLE_'
const obsolete = 'WATTLE_REDIS_URL'
/** The environment variable that a worker is started with. */
export const workerVariable = 'WATTLE_IS_A_WORKER'
/** The variables of programs that call the API, such as `wattle listen`, and the one of our own processes. */
const otherVariables = ['WATTLE_TOKEN', 'WATTLE_URL', workerVariable]
/** The tests run the service with variables of their own. */
const testPrefix = 'WATTLE_TEST_'
/** Kubernetes sets these in every container for a service whose name begins with `wattle`. */
const ofKubernetes = /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/

/** A variable with our prefix that is no setting, and the setting that was probably meant. */
interface UnknownSetting {
  name: string
  meant: SettingName | undefined
}

function unknownSettings(env: NodeJS.ProcessEnv): UnknownSetting[] {
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !settingNames.some((known) => known === name))
    .filter((name) => name !== obsolete && !otherVariables.includes(name) && !name.startsWith(testPrefix))
    .filter((name) => !ofKubernetes.test(name))
    .filter((name) => !(name.endsWith('_PORT') && env[name]?.includes('://')))
    .sort()
    .map((name) => ({ name, meant: nearestSetting(name) }))
}

const unknownSettingText = ({ name, meant }: UnknownSetting): string =>
  meant
    ? `${name} is not a setting: did you mean ${meant}?`
    : `${name} is not a setting of this version: it has no effect.`

/** A name that differs in a letter or two, or only in its underscores or prefix, or that begins one setting. */
function nearestSetting(name: string): SettingName | undefined {
  const letters = lettersOf(name)
  const [begun, another] = settingNames.filter((known) => known.startsWith(name))
  if (begun && !another) return begun
  const [nearest] = settingNames
    .map((known) => ({ known, distance: editDistance(letters, lettersOf(known)) }))
    .sort((a, b) => a.distance - b.distance)
  return nearest!.distance <= Math.min(2, letters.length / 4) ? nearest!.known : undefined
}
const lettersOf = (name: string): string => name.replace(prefix, '').replaceAll('_', '')

/** How many letters must be inserted, deleted or replaced. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === b[j] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

/**
 * One message for each variable that looks like a setting and has no effect: one that only earlier versions used, or a
 * name that resembles none. A start continues, because a newer version may know it. A misspelt name ends the start.
 */
export function settingWarnings(env: NodeJS.ProcessEnv = process.env): string[] {
  return [
    ...(env[obsolete]
      ? [`${obsolete} is no longer used: nodes count requests together in PostgreSQL. Remove this setting.`]
      : []),
    ...unknownSettings(env)
      .filter(({ meant }) => !meant)
      .map(unknownSettingText),
  ]
}

/** So that the default pools of all workers fit into the 97 connections that roles have of a PostgreSQL with default settings. */
const maxWorkers = 31
/** Connections of each process, at least: some work needs a second one while it holds the first. */
const minConnections = 2
const defaultConnections = 3

/** `auto` leaves one core for PostgreSQL. */
function workersOf(env: Environment): number {
  if (env.WATTLE_WORKERS === 'auto') return Math.min(maxWorkers, Math.max(1, availableParallelism() - 1))
  return wholeNumber(env, 'WATTLE_WORKERS', 1, 1, maxWorkers, 'auto')
}

function poolSizeFor(env: Environment, workers: number): number {
  if (workers === 1) return wholeNumber(env, 'WATTLE_POOL_SIZE', 10, minConnections, 1000)
  const otherwise = Math.max(10, workers * defaultConnections + minConnections)
  const size = wholeNumber(env, 'WATTLE_POOL_SIZE', otherwise, minConnections, 1000)
  const needed = (workers + 1) * minConnections
  if (size >= needed) return size
  throw new Failure(
    `WATTLE_POOL_SIZE is ${size}: ${workers} workers and the process that starts them need ${minConnections} connections each, so set it to ${needed} or more, or lower WATTLE_WORKERS.`,
  )
}

/**
 * The settings of one of several workers: limits of the node are divided. The first process, which runs the jobs, has
 * the connections that remain.
 */
export function dividedConfig(config: Config): { first: Config; worker: Config } {
  const { workers, poolSize, maxWaiting, maxConnections } = config
  const connections = Math.floor((poolSize - minConnections) / workers)
  const worker = {
    ...config,
    poolSize: connections,
    maxWaiting: Math.ceil(maxWaiting / workers),
    maxConnections: Math.ceil(maxConnections / workers),
  }
  return { first: { ...config, poolSize: poolSize - workers * connections, replicaUrl: undefined }, worker }
}

function replicaOf(env: Environment): string | undefined {
  if (!env.WATTLE_REPLICA_URL) return undefined
  if (env.DATABASE_URL) return env.WATTLE_REPLICA_URL
  throw new Failure(
    'WATTLE_REPLICA_URL is set without DATABASE_URL: set that too, because the built-in PostgreSQL has no replica.',
  )
}

const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

function proxies(env: Environment): string | false {
  const text = env.WATTLE_TRUST_PROXY
  if (!text) return false
  for (const part of text.split(',').map((name) => name.trim())) {
    const [address = '', bits = '0'] = part.split('/', 2)
    const ok = proxyNames.includes(part) || (isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= 128)
    if (ok) continue
    throw new Failure(
      `WATTLE_TRUST_PROXY has "${part}": use addresses such as 10.0.0.1 or 10.0.0.0/8, or ${proxyNames.join(', ')}, separated by commas.`,
    )
  }
  return text
}

function networks(env: Environment): string[] {
  const parts = env.WATTLE_WEBHOOK_NETWORKS?.split(',').map((part) => part.trim()) ?? []
  if (parts.join('') === '') return []
  const wrong = parts.find((part) => !isNetwork(part))
  if (wrong === undefined) return parts
  throw new Failure(
    `WATTLE_WEBHOOK_NETWORKS has "${wrong}": use networks such as 10.0.0.0/8 or fd00::/8, separated by commas.`,
  )
}

function webAddress(env: Environment, name: SettingName): string | undefined {
  const text = env[name]
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) {
    throw new Failure(`${name} is "${text}": set it to an address such as https://care.example.org, or leave it out.`)
  }
  return url.href.replace(/\/+$/, '')
}

function wholeNumber(
  env: Environment,
  name: SettingName,
  otherwise: number,
  min: number,
  max: number,
  word?: string,
): number {
  const text = env[name]
  if (!text) return otherwise
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw new Failure(
      `${name} is "${text}": set it to a whole number from ${min} to ${max}${word ? `, to ${word}` : ''}, or leave it out for ${otherwise}.`,
    )
  }
  return value
}

function oneOf<T extends string>(env: Environment, name: SettingName, otherwise: T, allowed: readonly T[]): T {
  const text = env[name]
  if (!text) return otherwise
  const value = allowed.find((one) => one === text)
  if (value === undefined) throw new Failure(`${name} is "${text}": set it to one of ${allowed.join(', ')}.`)
  return value
}
