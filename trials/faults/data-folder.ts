import { chownSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Harness } from '../../bench/harness.ts'
import { openPool } from '../../src/db/connect/pool.ts'
import { startServer } from '../../src/db/embedded/server.ts'
import { migrate } from '../../src/db/migrate.ts'

/** Faster settings for the template alone. The tested services use the settings that they ship with. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

export function temporaryFolder(harness: Harness): string {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-faults-'))
  harness.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}

let template: Promise<string> | undefined
let version = ''

/** The version of the tested PostgreSQL. Known after the template was created. */
export const postgresVersion = (): string => version

/**
 * Copies a data folder with a migrated database from a template, which is created once per run. The template has an
 * organisation, so that the service does not create demo data.
 */
export async function copyDataFolder(harness: Harness, folder: string = temporaryFolder(harness)): Promise<string> {
  template ??= createTemplate(harness)
  const from = await template
  mkdirSync(folder, { recursive: true })
  cpSync(from, folder, { recursive: true, preserveTimestamps: true })
  if (process.getuid?.() === 0) copyOwners(from, folder)
  return folder
}

async function createTemplate(harness: Harness): Promise<string> {
  const folder = temporaryFolder(harness)
  harness.defer(() => {
    template = undefined
  })
  const server = await startServer({ folder: join(folder, 'postgres'), settings })
  const db = openPool(server.address, { size: 2 })
  try {
    await migrate(db)
    version = (await db.query('show server_version')).rows[0].server_version
    await db.query(`insert into organisation (slug, name) values ('nobody', 'Nobody')`)
  } finally {
    await db.end()
    await server.stop()
  }
  return folder
}

/** If this runs as root, PostgreSQL runs as another user, who must own the files. */
function copyOwners(from: string, to: string): void {
  const { uid, gid, mode } = lstatSync(from)
  chownSync(to, uid, gid)
  if ((mode & 0o170000) !== 0o040000) return
  for (const name of readdirSync(from)) copyOwners(join(from, name), join(to, name))
}
