import { type ChildProcess, spawn } from 'node:child_process'
import { hasProcFiles } from './process.ts'
import type { User } from './user.ts'

/**
 * Runs a program that ends when this process ends, even by `kill -9`. The shell has the reading end of a pipe whose
 * other end only this process has. When the pipe closes, the program gets SIGINT, which is a fast shutdown for
 * PostgreSQL. It has its own session, so a Ctrl-C in the terminal does not reach it while requests are in flight.
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
  /** Makes the program shut down. */
  end(): void
  /** Makes it end at once. */
  quit(): void
  /** The exit code, or the signal's name; never rejects. */
  exited: Promise<number | string>
}

interface Options {
  folder: string
  user: User | undefined
  /** The open file for the program's output. */
  output: number
}

export function runChildProgram(program: string, args: string[], { folder, user, output }: Options): ChildProgram {
  const child: ChildProcess = spawn('/bin/sh', ['-c', script, 'sh', program, ...args], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['pipe', output, output],
    // Messages must be in English to be recognised, and no PG* variable may affect the server.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  child.stdin?.on('error', () => {})
  const exited = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  return { end: () => child.stdin?.end(), quit: () => quit(child.pid), exited }
}

/** SIGQUIT to the shell and the program: PostgreSQL aborts, and recovers at the next start. */
function quit(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGQUIT')
  } catch {
    // It has ended already.
  }
}

/**
 * The path by which a program finds its working folder. Through /proc it needs no access to the parent folders, such as
 * /root, and the path is short enough for a socket.
 */
export const workingFolder = (folder: string): string => (hasProcFiles ? '/proc/self/cwd' : folder)
