import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface User {
  uid: number
  gid: number
}

/**
 * Who runs PostgreSQL. It refuses root, so a service started by root hands it to the owner of the data folder, or to
 * the user `postgres`, or to `nobody`. An ordinary user runs it as himself: undefined.
 */
export function serverUser(folder: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const place of [join(folder, 'data'), folder, dirname(folder)]) {
    const owner = statSync(place, { throwIfNoEntry: false })
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  return knownUser('postgres') ?? knownUser('nobody') ?? { uid: 65_534, gid: 65_534 }
}

/** Gives a file made by root to the user who will need it. */
export function giveTo(user: User | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid)
}

function knownUser(name: string): User | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return Number(uid) > 0 && Number(gid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined
}
