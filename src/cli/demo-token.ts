import { chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { parseAccessList } from '../access/access-list.ts'
import { listOrganisations } from '../access/organisations.ts'
import { createToken, expiryOf, findToken, listTokens, stateOf } from '../access/token-administration.ts'
import { createDemo, type DemoOptions, demoConnection, demoSlug } from '../bundle/demo.ts'
import type { Clock } from '../process/clock.ts'

/** Creates the demo organisation, and stores its token in the data folder, if there is one, for later starts to show. */
export async function createDemoWithToken(
  pool: pg.Pool,
  clock: Clock,
  dataDir: string | undefined,
  options?: DemoOptions,
): Promise<{ slug: string; token: string }> {
  const { slug, token } = await createDemo(pool, clock, options)
  if (dataDir) store(dataDir, token)
  return { slug, token }
}

/**
 * The token of the demo organisation, which a start shows. The organisation is created if there is none at all. An expired or lost
 * token is replaced; a token that an operator disabled or revoked is not.
 */
export async function demoToken(
  pool: pg.Pool,
  clock: Clock,
  dataDir: string,
  /** Calls its argument to create the demo organisation, and returns the token. */
  onCreate: (create: (options: DemoOptions) => Promise<string>) => Promise<string>,
): Promise<string | undefined> {
  const organisations = await listOrganisations(pool)
  if (organisations.length === 0)
    return onCreate(async (options) => (await createDemoWithToken(pool, clock, dataDir, options)).token)
  const stored = readStored(dataDir)
  const record = stored ? await findToken(pool, stored) : undefined
  if (record && stateOf(record, clock) === 'active') return stored
  const demo = organisations.find(({ slug }) => slug === demoSlug)
  const last = demo && (await listTokens(pool, demo)).findLast(({ connection }) => connection === demoConnection)
  if (!last || last.disabled || last.revoked_at) return undefined
  const access = parseAccessList(['all=read-write'])
  const expiresAt = expiryOf(demo, clock)
  const { token } = await createToken(pool, demo, { connection: demoConnection, access, expiresAt })
  store(dataDir, token)
  return token
}

const file = (dataDir: string): string => join(dataDir, 'demo-token')

function readStored(dataDir: string): string | undefined {
  try {
    return readFileSync(file(dataDir), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** The token gives access to the demo data, so only the folder's owner may read the file. */
function store(dataDir: string, token: string): void {
  const draft = `${file(dataDir)}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${token}\n`, { mode: 0o600 })
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0) chownSync(draft, uid, gid)
  renameSync(draft, file(dataDir))
}
