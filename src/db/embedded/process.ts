import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'

/** Linux has files of its processes; elsewhere `ps` is used. */
export const hasProcFiles = existsSync('/proc/self/stat')

/**
 * The start time of a process, or undefined once it has ended. A pid alone does not identify a process, because the
 * system reuses pids; with this text it does. A zombie counts as ended.
 */
export function startTimeOf(pid: number): string | undefined {
  if (!hasProcFiles)
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined
  const stat = readText(`/proc/${pid}/stat`)
  // The second field is the program's name in brackets, which may contain spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${readText('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`
}

/** The pids of PostgreSQL processes in this folder. Without /proc, `hint` is the only candidate. */
export function postgresPidsIn(folder: string, hint: number): number[] {
  if (!hasProcFiles) {
    const command = spawnSync('ps', ['-o', 'comm=', '-p', String(hint)], { encoding: 'utf8' }).stdout
    return /postgres/.test(command) ? [hint] : []
  }
  const expected = statSync(folder)
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    if (readText(`/proc/${pid}/comm`)?.trim() !== 'postgres' || startTimeOf(pid) === undefined) return false
    const actual = statSync(`/proc/${pid}/cwd`, { throwIfNoEntry: false })
    return actual?.ino === expected.ino && actual.dev === expected.dev
  })
}

/** A process may end at any time, so an unreadable file of /proc is not an error. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
