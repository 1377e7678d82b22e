import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A child process with an IPC channel. It ends with this process at the latest. */
export class Program {
  readonly #child: ChildProcess
  readonly #name: string

  constructor(file: URL, execArgv: string[] = []) {
    this.#name = fileURLToPath(file)
    // Only PATH is passed on: NODE_OPTIONS and the like would make machines differ.
    this.#child = fork(this.#name, {
      execArgv,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  }

  /** Sends a message and returns the reply. A program replies to its messages one by one. */
  send<Reply>(message: object | string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`${this.#name} exited with ${code}`))
      this.#child.once('exit', ended)
      this.#child.once('message', (reply: Reply & { error?: string }) => {
        this.#child.off('exit', ended)
        if (reply.error === undefined) resolve(reply)
        else reject(new Error(reply.error))
      })
      this.#child.send(message)
    })
  }

  async cpuSeconds(): Promise<number> {
    const { user, system } = await this.send<NodeJS.CpuUsage>('usage')
    return (user + system) / 1e6
  }

  /** Resident memory in megabytes, current and peak. Linux only. */
  memory(): { now: number; peak: number } | undefined {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
      const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
      return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
    } catch {
      return undefined
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = new Promise((resolve) => this.#child.once('exit', resolve))
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 10_000)
    if (this.#child.connected) this.#child.disconnect()
    await exited
    clearTimeout(timer)
  }
}

/** The Node options of `npm start`. */
export function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return (scripts.start as string).split(' ').filter((word) => word.startsWith('--'))
}
