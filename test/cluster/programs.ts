import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveTo, serverUser } from '../../src/db/embedded/user.ts'
import { runWatched } from '../../src/db/embedded/watched.ts'

/** A program of this machine that ends with this process, however that ends. */
export interface Started {
  stop(): Promise<void>
  /** What it has written so far. */
  output(): string
  ended(): boolean
}

/** Says which Debian package has a program that is not here. */
export function programOf(path: string, debianPackage: string): string {
  if (existsSync(path)) return path
  throw new Error(`${path} is not here: install it with "apt-get install ${debianPackage}".`)
}

/** A folder below another, for the user who runs what works in it: PostgreSQL and PgBouncer refuse root. */
export function folderFor(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveTo(serverUser(parent), folder)
  return folder
}

/** Runs a program in its folder until it is told to end, by SIGINT, or this process is gone. */
export function start(program: string, args: string[], folder: string): Started {
  const log = join(folder, 'output.log')
  const output = openSync(log, 'a')
  const running = runWatched(program, args, { folder, user: serverUser(folder), output })
  closeSync(output)
  let over = false
  running.exited.then(() => {
    over = true
  })
  const stop = async () => {
    running.end()
    const timer = setTimeout(running.quit, 10_000)
    await running.exited
    clearTimeout(timer)
  }
  return { stop, output: () => readFileSync(log, 'utf8'), ended: () => over }
}

/** The same for a program that does its work and ends. */
export async function finish(program: string, args: string[], folder: string): Promise<void> {
  const output = openSync(join(folder, 'output.log'), 'a')
  const code = await runWatched(program, args, { folder, user: serverUser(folder), output }).exited
  closeSync(output)
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${readFileSync(join(folder, 'output.log'), 'utf8')}`)
}

/** A port that nobody listens on, as the system gives it. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export async function listens(port: number, program: Started): Promise<void> {
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
 * A file of deploy/ with what differs here put in its place, so that what is tried is what is handed out. Each change
 * must find its place: a line that was renamed there would otherwise be tried no more.
 */
export function deployed(name: string, changes: [place: RegExp, text: string][]): string {
  let text = readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
  for (const [place, instead] of changes) {
    if (!place.test(text)) throw new Error(`deploy/${name} has nothing like ${place}`)
    text = text.replace(place, instead)
  }
  return text
}

/** Writes a configuration where the program's user can read it. */
export function configured(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  giveTo(serverUser(folder), path)
  return path
}
