import { chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { parseAccessList } from '../access/access-list.ts'
import { createToken, expiryOf, findToken, listTokens, stateOf } from '../access/administration.ts'
import { listOrganisations } from '../access/organisations.ts'
import { createDemo, demoConnection, demoSlug } from '../bundle/demo.ts'
import type { Clock } from '../process/clock.ts'

/** Makes the demo organisation, and keeps its token in the data folder when there is one, for later starts to show. */
export async function makeDemo(
  pool: pg.Pool,
  clock: Clock,
  dataDir: string | undefined,
): Promise<{ slug: string; token: string }> {
  const { slug, token } = await createDemo(pool, clock)
  if (dataDir) keep(dataDir, token)
  return { slug, token }
}

/**
 * The token that a start shows: that of the demo organisation, which is made when there is no organisation at all.
 * One that ran out or was lost is replaced; one that somebody disabled or revoked is not, for they meant it.
 */
export async function demoToken(
  pool: pg.Pool,
  clock: Clock,
  dataDir: string,
  onMaking: () => void,
): Promise<string | undefined> {
  const organisations = await listOrganisations(pool)
  if (organisations.length === 0) {
    onMaking()
    return (await makeDemo(pool, clock, dataDir)).token
  }
  const kept = readKept(dataDir)
  const found = kept ? await findToken(pool, kept) : undefined
  if (found && stateOf(found, clock) === 'active') return kept
  const demo = organisations.find(({ slug }) => slug === demoSlug)
  const last = demo && (await listTokens(pool, demo)).findLast(({ connection }) => connection === demoConnection)
  if (!last || last.disabled || last.revoked_at) return undefined
  const access = parseAccessList(['all=read-write'])
  const expiresAt = expiryOf(demo, clock)
  const { token } = await createToken(pool, demo, { connection: demoConnection, access, expiresAt })
  keep(dataDir, token)
  return token
}

const file = (dataDir: string): string => join(dataDir, 'demo-token')

function readKept(dataDir: string): string | undefined {
  try {
    return readFileSync(file(dataDir), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** The file opens the demo data, so only the folder's owner may read it. */
function keep(dataDir: string, token: string): void {
  const draft = `${file(dataDir)}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${token}\n`, { mode: 0o600 })
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0) chownSync(draft, uid, gid)
  renameSync(draft, file(dataDir))
}
