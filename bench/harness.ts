import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type Address, openPool } from '../src/db/connect/pool.ts'
import { startServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { Program } from './processes.ts'

export const progress = (text: string) => process.stderr.write(`${text}\n`)

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The resources of a benchmark or trial. They are released in reverse order, however the run ends. */
export class Harness {
  readonly #cleanups: (() => unknown)[] = []
  #ending: Promise<void> | undefined

  /** Runs a benchmark or trial with a time limit. */
  static async run(maxMinutes: number, bench: (harness: Harness) => Promise<void>): Promise<void> {
    const harness = new Harness()
    const abort = (reason: string) => {
      progress(reason)
      harness.#end().finally(() => process.exit(1))
    }
    const endBySignal = (signal: string) => abort(`Ended by ${signal}.`)
    for (const signal of signals) process.on(signal, endBySignal)
    const timer = setTimeout(() => abort(`Ended after ${maxMinutes} minutes.`), maxMinutes * 60_000).unref()
    try {
      await bench(harness)
    } catch (error) {
      progress(error instanceof Error ? `Failed: ${error.message}` : String(error))
      process.exitCode = 1
    } finally {
      await harness.#end()
      // A process may start several runs, one after the other, each with its own limit.
      clearTimeout(timer)
      for (const signal of signals) process.off(signal, endBySignal)
    }
  }

  defer(step: () => unknown): void {
    this.#cleanups.push(step)
  }

  /** Starts a PostgreSQL with the shipped settings and an empty, migrated database. */
  async database(): Promise<{ address: Address; db: pg.Pool }> {
    const folder = mkdtempSync(join(tmpdir(), 'wattle-bench-'))
    this.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const server = await startServer({ folder })
    this.defer(() => server.stop())
    const db = openPool(server.address, { size: 2, responseTimeoutMs: 0 })
    this.defer(() => db.end())
    await migrate(db)
    return { address: server.address, db }
  }

  program(file: URL, execArgv: string[] = []): Program {
    const program = new Program(file, execArgv)
    this.defer(() => program.stop())
    return program
  }

  #end(): Promise<void> {
    this.#ending ??= (async () => {
      for (const step of this.#cleanups.reverse()) await step()
    })()
    return this.#ending
  }
}
