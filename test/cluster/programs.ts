import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runChildProgram } from '../../src/db/embedded/child-program.ts'
import { chownTo, serverUser } from '../../src/db/embedded/user.ts'

/** A running program that ends when this process ends, in any way. */
export interface RunningProgram {
  stop(): Promise<void>
  /** Its output so far. */
  output(): string
  ended(): boolean
}

/** The path of a program. If it is missing, the error names its Debian package. */
export function programOf(path: string, debianPackage: string): string {
  if (existsSync(path)) return path
  throw new Error(`${path} is missing: install it with "apt-get install ${debianPackage}".`)
}

/** A subfolder owned by the user who runs the program: PostgreSQL and PgBouncer do not run as root. */
export function folderFor(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownTo(serverUser(parent), folder)
  return folder
}

/** Runs a program in its folder until stop is called or this process ends. */
export function start(program: string, args: string[], folder: string): RunningProgram {
  const log = join(folder, 'output.log')
  const output = openSync(log, 'a')
  const running = runChildProgram(program, args, { folder, user: serverUser(folder), output })
  closeSync(output)
  let hasEnded = false
  running.exited.then(() => {
    hasEnded = true
  })
  const stop = async () => {
    running.end()
    const timer = setTimeout(running.quit, 10_000)
    await running.exited
    clearTimeout(timer)
  }
  return { stop, output: () => readFileSync(log, 'utf8'), ended: () => hasEnded }
}

/** Runs a program to its end. */
export async function runToEnd(program: string, args: string[], folder: string): Promise<void> {
  const output = openSync(join(folder, 'output.log'), 'a')
  const code = await runChildProgram(program, args, { folder, user: serverUser(folder), output }).exited
  closeSync(output)
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${readFileSync(join(folder, 'output.log'), 'utf8')}`)
}

/** A free port, chosen by the system. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export async function waitForPort(port: number, program: RunningProgram): Promise<void> {
  for (const began = Date.now(); Date.now() - began < 30_000; await sleep(10)) {
    if (program.ended()) break
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (reached) return
  }
  throw new Error(`nothing listens on port ${port}: ${program.output()}`)
}

/**
 * A file of deploy/ with changes for this machine, so that the tests use the published configuration. Each change must match:
 * otherwise a renamed line would silently no longer be changed.
 */
export function deployFile(name: string, changes: [pattern: RegExp, text: string][]): string {
  let text = readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
  for (const [pattern, replacement] of changes) {
    if (!pattern.test(text)) throw new Error(`deploy/${name} does not match ${pattern}`)
    text = text.replace(pattern, replacement)
  }
  return text
}

/** Writes a configuration where the program's user can read it. */
export function writeConfig(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  chownTo(serverUser(folder), path)
  return path
}
