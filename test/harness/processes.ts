import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { testCluster } from '../cluster/environment.ts'
import { programArguments } from './started-programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the command that follows on a pseudo-terminal. */
const terminal = ['python3', '-c', 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))']

export interface ExitResult {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** A test, or a suite that shares what it has started. */
export interface Scope {
  after(work: () => unknown): void
}

export interface RunningProgram {
  child: ChildProcessWithoutNullStreams
  ended: Promise<ExitResult>
  /** Resolves when the output contains the text; rejects when the program ends without it. */
  waitForOutput(text: string, stream?: 'stdout' | 'stderr'): Promise<string>
}

/**
 * Starts a TypeScript file of this repository with only these environment variables. It is killed when the test ends. With
 * `ownGroup` it and its children are a process group, as those of a command in a terminal. With `onTerminal` it writes to
 * one, all of it to stdout, and Ctrl-C is "\x03" on its stdin; that needs python3.
 */
export function startProgram(
  t: Scope,
  file: string,
  args: string[],
  env: Record<string, string> = {},
  { ownGroup = false, onTerminal = false } = {},
): RunningProgram {
  const command = [...(onTerminal ? terminal : []), process.execPath, ...programArguments(file), ...args]
  const child = spawn(command[0]!, command.slice(1), {
    cwd: root,
    detached: ownGroup,
    // The cluster's pooler does not support named statements.
    env: { PATH: process.env.PATH, ...(testCluster() && { WATTLE_NAMED_STATEMENTS: 'off' }), ...env },
  })
  t.after(() => child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      output[stream] += text
    })
  }
  const ended = new Promise<ExitResult>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, ...output })),
  )
  const waitForOutput = async (text: string, stream: 'stdout' | 'stderr' = 'stdout'): Promise<string> => {
    let hasEnded = false
    ended.then(() => {
      hasEnded = true
    })
    return eventually(
      () => {
        if (output[stream].includes(text)) return output[stream]
        if (hasEnded) throw new Error(`The program ended without the output ${text}: ${output.stdout}${output.stderr}`)
        return undefined
      },
      () => ` for ${text}: ${output.stdout}${output.stderr}`,
    )
  }
  return { child, ended, waitForOutput }
}

/** A folder that is removed after the test. */
export function temporaryFolder(t: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}

/** Six concurrent first starts took 22 s each on two busy cores, so this limit only detects what hangs. */
const timeoutMs = 90_000

/** Calls `read` until it returns something truthy. */
export async function eventually<T>(read: () => T | Promise<T>, state = () => ''): Promise<NonNullable<T>> {
  for (const start = Date.now(); Date.now() - start < timeoutMs; await sleep(20)) {
    const value = await read()
    if (value) return value
  }
  throw new Error(`timeout after ${timeoutMs / 1000} s${state()}`)
}

/** The ids of PostgreSQL processes that run in a folder or below it. */
export function postgresProcessesIn(folder: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      return (
        readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n' &&
        readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
      )
    } catch {
      return false
    }
  })
}
