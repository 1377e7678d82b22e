import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTimeOf } from './process.ts'

export type Role = 'service' | 'command'

/** The one process that may run PostgreSQL in a data folder. */
export interface Owner {
  id: string
  pid: number
  started: string
  role: Role
  name: string
  /** Where a service listens, once it does. */
  url?: string
}

export type Ownership = { acquired: true; release(): void } | { acquired: false; owner: Owner }

/**
 * Tries once to become the owner of a data folder. Of several processes one wins, because link() is atomic. A dead
 * owner is succeeded through a second file named after its id, so only one of several processes can succeed it. If that
 * successor dies too, it is succeeded in the same way.
 */
export function acquireOwnership(folder: string, role: Role, name: string): Ownership {
  const me: Owner = { id: randomUUID(), pid: process.pid, started: startTimeOf(process.pid) ?? '', role, name }
  const draft = join(folder, `owner-${me.id}`)
  try {
    writeFileSync(draft, `${JSON.stringify(me)}\n`)
    for (;;) {
      const result = tryAcquire(folder, draft)
      if (result === 'acquired') return { acquired: true, release: () => release(folder, me) }
      if (result !== 'changed') return { acquired: false, owner: result }
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

export function currentOwner(folder: string): Owner | undefined {
  const owner = readOwner(ownerFile(folder))
  return owner && isAlive(owner) ? owner : undefined
}

/** Adds where this process listens to its file, for others to read. Without it they only know its pid. */
export function recordOwnerUrl(folder: string, url: string): void {
  const owner = readOwner(ownerFile(folder))
  if (owner?.pid !== process.pid) return
  const draft = join(folder, `owner-${owner.id}`)
  writeFileSync(draft, `${JSON.stringify({ ...owner, url })}\n`)
  renameSync(draft, ownerFile(folder))
}

function tryAcquire(folder: string, draft: string): 'acquired' | 'changed' | Owner {
  const path = ownerFile(folder)
  if (tryLink(draft, path)) return 'acquired'
  const first = readOwner(path)
  const successions: string[] = []
  for (let last = first; last; last = readOwner(successions.at(-1)!)) {
    if (isAlive(last)) return last
    const succession = join(folder, `owner-after-${last.id}`)
    successions.push(succession)
    if (!tryLink(draft, succession)) continue
    // Another process may have succeeded this owner, and removed its files, since we read them.
    const stillFirst = readOwner(path)?.id === first?.id
    if (stillFirst) renameSync(draft, path)
    for (const file of stillFirst ? successions : [succession]) rmSync(file, { force: true })
    return stillFirst ? 'acquired' : 'changed'
  }
  return 'changed'
}

function release(folder: string, me: Owner): void {
  if (readOwner(ownerFile(folder))?.id === me.id) rmSync(ownerFile(folder), { force: true })
}

const ownerFile = (folder: string): string => join(folder, 'owner.json')
const isAlive = ({ pid, started }: Owner): boolean => startTimeOf(pid) === started

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** An empty file, as after a power cut, is that of a dead owner. */
function readOwner(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof SyntaxError)
      return { id: 'unreadable', pid: 0, started: 'never', role: 'command', name: 'unknown' }
    throw error
  }
}
