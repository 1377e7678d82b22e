import { type ChildProcess, spawn } from 'node:child_process'
import { hasProcFiles } from './process.ts'
import type { User } from './user.ts'

/**
 * Runs a program that ends when this process does, however it ends. The shell holds the reading end of a pipe whose
 * other end only this process has: when the pipe closes, by us or by `kill -9`, the program gets SIGINT, which
 * PostgreSQL takes as a fast, clean shutdown. Its own session keeps a Ctrl-C in the terminal away from it, so that
 * requests in flight still find their database.
 */
const script = `exec 3<&0 0</dev/null
"$@" 3<&- &
server=$!
{ read -r line <&3; kill -INT "$server"; } 2>/dev/null &
watcher=$!
exec 3<&-
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"`

export interface ChildProgram {
  /** Asks the program to end. */
  end(): void
  /** Makes it end at once. */
  quit(): void
  /** The exit code, or the signal's name; it never rejects. */
  exited: Promise<number | string>
}

interface Options {
  folder: string
  user: User | undefined
  /** The open file that takes the program's output. */
  output: number
}

export function runWatched(program: string, args: string[], { folder, user, output }: Options): ChildProgram {
  const child: ChildProcess = spawn('/bin/sh', ['-c', script, 'sh', program, ...args], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['pipe', output, output],
    // Messages in English can be recognised, and no PG* variable of the caller changes what the server does.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  child.stdin?.on('error', () => {})
  const exited = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  return { end: () => child.stdin?.end(), quit: () => quit(child.pid), exited }
}

/** SIGQUIT to the shell and the program: PostgreSQL then ends without tidying up, and recovers at the next start. */
function quit(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGQUIT')
  } catch {
    // It has just ended.
  }
}

/**
 * How a program names the folder it was started in. Through /proc it needs no right to the folders above, which the
 * server's user lacks when root keeps the checkout in /root, and the name stays short for the socket in it.
 */
export const workingFolder = (folder: string): string => (hasProcFiles ? '/proc/self/cwd' : folder)
