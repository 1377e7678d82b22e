import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, openSync } from 'node:fs'
import { Failure } from '../../process/failure.ts'
import type { Address } from '../connect/pool.ts'
import { workingFolder } from './child-program.ts'
import { superuser } from './cluster.ts'
import { hasProcFiles } from './process.ts'
import { chownTo, type User } from './user.ts'

/** The path of a Unix socket has at most 107 bytes on Linux and 103 on macOS. */
const maxSocketPathBytes = 103
const fits = (folder: string): boolean => Buffer.byteLength(`${folder}/.s.PGSQL.5432`) <= maxSocketPathBytes

/** The folder of the server's socket: the data folder, which only its user can enter. */
export function serverSocketFolder(data: string, user: User | undefined): string {
  if (hasProcFiles || fits(data)) return workingFolder(data)
  const folder = shortFolder(data)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (lstatSync(folder).uid === process.getuid?.()) chownTo(user, folder)
  const { uid, mode } = lstatSync(folder)
  if (uid !== (user?.uid ?? process.getuid?.()) || mode & 0o077) {
    throw new Failure(
      `The folder ${folder}, which PostgreSQL's socket needs, belongs to another user: remove it, or set WATTLE_DATA_DIR to a shorter path.`,
    )
  }
  return folder
}

/**
 * The address of the socket for this process. The path of a deep data folder is too long for a socket, so the folder is
 * opened and addressed by its descriptor, which stays open until the process ends.
 */
export function socketAddress(data: string, database: string): Address {
  const host = fits(data) ? data : hasProcFiles ? `/proc/self/fd/${openSync(data, 'r')}` : shortFolder(data)
  return { host, port: 5432, user: superuser, database }
}

const shortFolder = (data: string): string =>
  `/tmp/wattle-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`
