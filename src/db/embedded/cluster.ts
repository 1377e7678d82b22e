import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../process/failure.ts'
import type { Binaries } from './binaries.ts'
import { runChildProgram, workingFolder } from './child-program.ts'
import { explainOutput } from './explain.ts'
import { chownTo, type User } from './user.ts'

export const superuser = 'wattle'

const flags = [
  '-U',
  superuser,
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--locale=C.UTF-8',
  '--auth=trust',
  '--no-instructions',
]

/** Returns the cluster's folder, and initialises it if it does not exist. */
export async function prepareCluster(folder: string, binaries: Binaries, user: User | undefined): Promise<string> {
  const data = join(folder, 'data')
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith('new-')) rmSync(join(folder, entry), { recursive: true, force: true, maxRetries: 5 })
  }
  if (!existsSync(data)) await initialise(folder, data, binaries, user)
  checkVersion(data, binaries.major)
  return data
}

/**
 * Creates the cluster under a temporary name and renames it when it is complete. So a start that is killed leaves no
 * incomplete cluster.
 */
async function initialise(folder: string, data: string, binaries: Binaries, user: User | undefined): Promise<void> {
  const draft = mkdtempSync(join(folder, 'new-'))
  try {
    const cluster = join(draft, 'data')
    const log = join(draft, 'log')
    mkdirSync(cluster, { mode: 0o700 })
    chownTo(user, cluster)
    const output = openSync(log, 'a')
    const { exited } = runChildProgram(binaries.initdb, [...flags, '-D', workingFolder(cluster)], {
      folder: cluster,
      user,
      output,
    })
    const code = await exited
    closeSync(output)
    if (code !== 0) throw explainOutput('PostgreSQL could not make its data folder', folder, readFileSync(log, 'utf8'))
    renameSync(cluster, data)
  } finally {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}

function checkVersion(data: string, major: number): void {
  const existing = Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10)
  if (existing === major) return
  const remedy =
    existing > major
      ? 'Start the newer Wattle that made it, or set WATTLE_DATA_DIR to another folder.'
      : 'Export each organisation with the older Wattle (wattle export), then import the files here into a new WATTLE_DATA_DIR.'
  throw new Failure(
    `The data folder ${data} was made by PostgreSQL ${existing}, and this Wattle runs PostgreSQL ${major}. ${remedy}`,
  )
}
