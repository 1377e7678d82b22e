import pg from 'pg'
import { Failure } from '../../process/failure.ts'
import { openPool, type PoolOptions } from './pool.ts'

const minVersion = 15

/**
 * Opens a pool on the PostgreSQL of DATABASE_URL and checks that it can be used. Otherwise throws one sentence, without the
 * password. A pool on a distributed database has other settings, so it is opened again.
 */
export async function openExternalPool(url: string, options: PoolOptions): Promise<pg.Pool> {
  const where = parseDatabaseUrl(url)
  const pool = openPool({ connectionString: url }, options)
  try {
    const { version, is_distributed, ...settings } = await readExternal(pool, where, options.isDistributed)
    checkVersion(String(version), where.server)
    if (is_distributed && !options.isDistributed) {
      await pool.end()
      return openExternalPool(url, { ...options, isDistributed: true })
    }
    checkSettings(settings as Record<string, string>, where, options.isDistributed)
    return pool
  } catch (error) {
    if (!pool.ended) await pool.end()
    throw error
  }
}

async function readExternal(
  pool: pg.Pool,
  where: Server,
  isDistributed = false,
): Promise<Record<string, string | boolean>> {
  const names = Object.keys(requiredSettings(isDistributed)).map((name) => `current_setting('${name}') as "${name}"`)
  const text = `select current_setting('server_version') as version, to_regclass('distribution') is not null as is_distributed, ${names.join(', ')}`
  const { rows } = await pool.query<Record<string, string | boolean>>(text).catch((error) => {
    throw connectionFailure(error, where)
  })
  return rows[0]!
}

const isLimit = (value: string) => value !== '0'

/** The settings that each connection must have. A role may have limits of its own. */
const requiredSettings = (isDistributed: boolean): Record<string, RequiredSetting> => ({
  timezone: { isValid: (value) => value === 'UTC', set: "'UTC'" },
  datestyle: { isValid: (value) => value.startsWith('ISO'), set: "'ISO'" },
  statement_timeout: { isValid: isLimit, set: "'15s'" },
  idle_in_transaction_session_timeout: { isValid: isLimit, set: "'60s'" },
  plan_cache_mode: exactly(isDistributed ? 'force_custom_plan' : 'force_generic_plan'),
  ...(isDistributed && { 'citus.propagate_set_commands': exactly('local') }),
})
const exactly = (required: string) => ({ isValid: (value: string) => value === required, set: required })
interface RequiredSetting {
  isValid: (value: string) => boolean
  set: string
}

/** A pooler may drop the settings of a connection: times would be in another zone, and nothing would time out. */
export function checkSettings(
  settings: Record<string, string>,
  { server, user }: Pick<Server, 'server' | 'user'>,
  isDistributed = false,
): void {
  const missing = Object.entries(requiredSettings(isDistributed)).filter(
    ([name, { isValid }]) => !isValid(settings[name]!),
  )
  if (missing.length === 0) return
  const commands = missing.map(([name, { set }]) => `alter role ${user} set ${name} = ${set};`)
  throw new Failure(
    `The pooler in front of ${server} does not pass on what Wattle asks of a connection: run ${commands.join(' ')} there, and let the pooler connect anew.`,
  )
}

export function checkVersion(version: string, server: string): void {
  if (Number.parseInt(version, 10) >= minVersion) return
  throw new Failure(
    `${server} has version ${version}: Wattle needs PostgreSQL ${minVersion} or newer, so upgrade it or set DATABASE_URL to another.`,
  )
}

interface Server {
  server: string
  host: string
  user: string
  database: string
  password: string | undefined
}

export function parseDatabaseUrl(url: string, variable = 'DATABASE_URL'): Server {
  try {
    if (!/^postgres(ql)?:\/\//.test(url)) throw new Error('another protocol')
    const { host, port, user, database, password } = new pg.Client({ connectionString: url })
    const server = host.startsWith('/') ? `PostgreSQL in ${host}` : `PostgreSQL at ${host}:${port}`
    return { server, host, user: user ?? '', database: database ?? '', password: password ?? undefined }
  } catch {
    throw new Failure(
      `${variable} is no PostgreSQL address: write it as postgresql://user:password@host:5432/database.`,
    )
  }
}

function connectionFailure(
  error: Error & { code?: string },
  { server, host, user, database, password }: Server,
): Failure {
  const { code = '', message } = error
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new Failure(`The host ${host} of DATABASE_URL is not known: correct it, or check the name server.`)
  }
  if (/^E[A-Z]+$/.test(code) || /timeout|terminated unexpectedly/i.test(message)) {
    return new Failure(
      `${server} does not answer (${code || 'no answer in time'}): start it, or correct the host and port in DATABASE_URL.`,
    )
  }
  if (code === '28P01' || code === '28000' || /password must be a string/.test(message)) {
    return new Failure(`${server} does not let user "${user}" in: correct the user and password in DATABASE_URL.`)
  }
  // A pooler sends PostgreSQL's message with a code of its own.
  if (code === '3D000' || /^database ".*" does not exist$/.test(message)) {
    return new Failure(
      `${server} has no database "${database}": create it (createdb ${database}), or correct DATABASE_URL.`,
    )
  }
  if (/SSL|TLS|certificate/i.test(message)) {
    return new Failure(
      `${server} and this Wattle do not agree about encryption (${message}): set sslmode in DATABASE_URL.`,
    )
  }
  const reason = password ? message.replaceAll(password, '****') : message
  return new Failure(`${server} cannot be used: ${reason}. Mend that, or correct DATABASE_URL.`)
}
