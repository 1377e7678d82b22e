import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Stage } from '../../bench/stage.ts'
import { freePort } from '../../test/cluster/programs.ts'
import { databaseUrl } from '../../test/harness/database.ts'
import { addressOn, type Stand } from './stand.ts'

const program = fileURLToPath(new URL('../../bin/wattle.js', import.meta.url))

/** The service as people run it, in a process of its own, behind the poolers. */
export class Node {
  readonly port: number
  readonly #env: Record<string, string>
  #child: ChildProcess | undefined

  private constructor(port: number, env: Record<string, string>) {
    this.port = port
    this.#env = env
  }

  static async start(stage: Stage, { poolers }: Stand, database: string): Promise<Node> {
    const port = await freePort()
    const node = new Node(port, {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      DATABASE_URL: databaseUrl(addressOn(poolers.primary.port, database)),
      WATTLE_REPLICA_URL: databaseUrl(addressOn(poolers.replica.port, database)),
      WATTLE_NAMED_STATEMENTS: 'off',
      WATTLE_TRUST_PROXY: 'loopback',
      WATTLE_RATE_LIMIT: '0',
      LOG_LEVEL: 'warn',
    })
    stage.undo(() => node.end('SIGKILL'))
    await node.begin()
    return node
  }

  /** Until it says that it is ready. */
  async begin(): Promise<void> {
    const child = spawn(process.execPath, [program, 'serve'], { env: this.#env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr!.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    this.#child = child
    for (const began = Date.now(); Date.now() - began < 60_000; await sleep(50)) {
      if (child.exitCode !== null) break
      const ready = await fetch(`http://127.0.0.1:${this.port}/readyz`).catch(() => undefined)
      if (ready?.ok) return
    }
    throw new Error(`a node did not become ready: ${said}`)
  }

  /** SIGKILL is a crash; SIGTERM lets it finish what it has. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  /** What the node says of its replica: is it read from by requests, and how many reads had to be done again. */
  async replica(): Promise<{ isRead: boolean; retried: number }> {
    const text = await (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text()
    const figure = (name: string) => Number(new RegExp(`^wattle_replica_${name} (\\d+)`, 'm').exec(text)?.[1])
    return { isRead: figure('reads\\{by="requests"\\}') === 1, retried: figure('retried') }
  }
}
