import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'

/** Linux shows its processes as files; elsewhere `ps` answers. */
export const hasProcFiles = existsSync('/proc/self/stat')

/**
 * When a process started, or undefined once it is gone. A pid alone does not name a process, because the system gives
 * it again to another; together with this text it does. A process that ended but was not yet collected counts as gone.
 */
export function startTimeOf(pid: number): string | undefined {
  if (!hasProcFiles)
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined
  const stat = readText(`/proc/${pid}/stat`)
  // The second field is the program's name in brackets, which may hold spaces and brackets itself.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${readText('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`
}

/** The pids of PostgreSQL processes that work in this folder; `hint` is the only candidate where there is no /proc. */
export function postgresIn(folder: string, hint: number): number[] {
  if (!hasProcFiles) {
    const command = spawnSync('ps', ['-o', 'comm=', '-p', String(hint)], { encoding: 'utf8' }).stdout
    return /postgres/.test(command) ? [hint] : []
  }
  const wanted = statSync(folder)
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    if (readText(`/proc/${pid}/comm`)?.trim() !== 'postgres' || startTimeOf(pid) === undefined) return false
    const place = statSync(`/proc/${pid}/cwd`, { throwIfNoEntry: false })
    return place?.ino === wanted.ino && place.dev === wanted.dev
  })
}

/** A process may end between two looks at it, so a file of /proc that cannot be read is no error. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
