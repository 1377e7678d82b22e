import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface User {
  uid: number
  gid: number
}

/**
 * The user that runs PostgreSQL, which does not run as root. For a service started by root it is the owner of the data
 * folder, or the user `postgres`, or `nobody`. Undefined for the current user.
 */
export function serverUser(folder: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const path of [join(folder, 'data'), folder, dirname(folder)]) {
    const owner = statSync(path, { throwIfNoEntry: false })
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  return knownUser('postgres') ?? knownUser('nobody') ?? { uid: 65_534, gid: 65_534 }
}

/** Changes the owner of a file that root has created. */
export function chownTo(user: User | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid)
}

function knownUser(name: string): User | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return Number(uid) > 0 && Number(gid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined
}
