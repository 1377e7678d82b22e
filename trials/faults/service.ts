import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Harness } from '../../bench/harness.ts'

/** This checkout. Planted faults run in a copy of it. */
export const checkout = fileURLToPath(new URL('../..', import.meta.url))

export interface ServiceOptions {
  /** The folder that contains bin/wattle.js. */
  root: string
  folder: string
  /** By default the service runs its own PostgreSQL in the folder. */
  databaseUrl?: string
  /** By default a free port. */
  port?: number
  /** Folder of the service's log; by default the temporary folder. */
  logFolder?: string
  /** A program that runs the service in another way than bin/wattle.js, with its arguments. */
  program?: string[]
}

/** The service did not start, so a run proves nothing about a fault. */
export class StartError extends Error {}

/** The built service in its own process. It can be killed and restarted on the same port. */
export class ServiceProcess {
  readonly port: number
  readonly log: string
  readonly #options: ServiceOptions
  #child: ChildProcess | undefined

  private constructor(options: ServiceOptions, port: number) {
    this.#options = options
    this.port = port
    this.log = join(options.logFolder ?? tmpdir(), `wattle-faults-${process.pid}-${port}.log`)
  }

  static async start(harness: Harness, options: ServiceOptions): Promise<ServiceProcess> {
    const service = new ServiceProcess(options, options.port ?? (await freePort()))
    harness.defer(() => rmSync(service.log, { force: true }))
    harness.defer(() => service.end('SIGTERM'))
    service.launch()
    await service.ready(120_000).catch((error: Error) => {
      throw new StartError(error.message)
    })
    return service
  }

  launch(): void {
    const { root, folder, databaseUrl, program = [join(root, 'bin/wattle.js'), 'serve'] } = this.#options
    const log = openSync(this.log, 'a')
    this.#child = spawn(process.execPath, program, {
      cwd: root,
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env.PATH,
        PORT: String(this.port),
        WATTLE_DATA_DIR: folder,
        WATTLE_RATE_LIMIT: '0',
        WATTLE_FORM_LIMIT: '0',
        LOG_LEVEL: 'warn',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    })
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Sends a signal and waits for the exit. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return
    const child = this.#child!
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await exited
  }

  /** Stops the process with SIGSTOP, or lets it continue. */
  freeze(isFrozen: boolean): void {
    this.#child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT')
  }

  /** Waits until /readyz returns 200. Returns the milliseconds that it took. */
  async ready(timeoutMs = 60_000): Promise<number> {
    const began = Date.now()
    let status = 0
    while (Date.now() - began < timeoutMs) {
      if (!this.isRunning) throw new Error(`the service exited:\n${this.lastLogLines()}`)
      status = await readyStatus(this.port)
      if (status === 200) return Date.now() - began
      await sleep(25)
    }
    throw new Error(
      `the service was not ready after ${timeoutMs / 1000} s (/readyz: ${status}):\n${this.lastLogLines()}`,
    )
  }

  lastLogLines(): string {
    return readFileSync(this.log, 'utf8').trim().split('\n').slice(-8).join('\n')
  }
}

/** The status of /readyz; 0 without a response. */
export const readyStatus = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: 5000 }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    request.on('timeout', () => request.destroy()).on('error', () => resolve(0))
  })

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
