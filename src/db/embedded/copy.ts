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
 * Copies PostgreSQL's programs to a folder where they run, as `works` reports. The server's user may be unable to read
 * node_modules, for example when the checkout is in /root. Root's copy belongs to root and no other user may write to
 * it, because programs are run from it. The next start uses it again. Another user's copy is in `own`, the data folder.
 */
export function copyBinaries(
  native: string,
  version: string,
  own: string | undefined,
  works: (target: string) => boolean,
): string | undefined {
  for (const folder of own ? [own] : ['/var/cache/wattle', '/var/tmp/wattle', join(tmpdir(), 'wattle')]) {
    try {
      mkdirSync(folder, { recursive: true })
      // In a folder that all users may write to, another user could have created it.
      if (!isPrivate(folder)) continue
      if (!own) openForReading(folder)
      const target = join(folder, `postgresql-${version}`)
      if (!(isPrivate(target) && works(target))) copyTo(native, target)
      if (works(target)) return target
    } catch {
      // Try the next folder. The caller reports an error when there is none.
    }
  }
  return undefined
}

/** Two starts may copy at the same time: each fills its own folder, and the last rename wins. */
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
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return !!stat?.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0
}

function openAll(folder: string): void {
  openForReading(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openAll(path)
    else if (entry.isFile()) openForReading(path)
  }
}

/** The server's user could not read a copy of a checkout under umask 077. */
function openForReading(path: string): void {
  const { mode } = statSync(path)
  chmodSync(path, mode & 0o100 ? 0o755 : 0o644)
}
