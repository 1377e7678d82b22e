import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Copies PostgreSQL's programs to where `works` says they run: the server's user may be unable to reach node_modules,
 * for one when root keeps the checkout in /root. Root's copy belongs to root and nobody else may write to it, since
 * programs are run from it; it stays for the next start. An ordinary user's copy lies in `own`, his data folder.
 */
export function copyBinaries(
  native: string,
  version: string,
  own: string | undefined,
  works: (place: string) => boolean,
): string | undefined {
  for (const folder of own ? [own] : ['/var/cache/wattle', '/var/tmp/wattle', join(tmpdir(), 'wattle')]) {
    try {
      mkdirSync(folder, { recursive: true })
      // In a folder that all may write to, somebody else could have made it first.
      if (!isPrivate(folder)) continue
      if (!own) openForReading(folder)
      const target = join(folder, `postgresql-${version}`)
      if (!(isPrivate(target) && works(target))) copyTo(native, target)
      if (works(target)) return target
    } catch {
      // A place that cannot be written to is not the one; the caller reports when none is left.
    }
  }
  return undefined
}

/** Two starts may copy at once: each fills its own folder, and the rename decides. */
function copyTo(native: string, target: string): void {
  const draft = mkdtempSync(`${target}.`)
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    openAll(draft)
    rmSync(target, { recursive: true, force: true })
    renameSync(draft, target)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function isPrivate(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return !!found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

function openAll(folder: string): void {
  openForReading(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openAll(path)
    else if (entry.isFile()) openForReading(path)
  }
}

/** A checkout made under umask 077 would stay closed to the server's user. */
function openForReading(path: string): void {
  const { mode } = statSync(path)
  chmodSync(path, mode & 0o100 ? 0o755 : 0o644)
}
