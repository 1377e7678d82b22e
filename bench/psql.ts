import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Address } from '../src/db/connect/pool.ts'

const mark = 'wattle-bench-end'

/** A session of psql that stays open, so that what is timed is the statement and its rows, not the beginning of a program. */
export class Psql {
  readonly #child: ChildProcessWithoutNullStreams

  constructor(address: Address) {
    if (!('host' in address)) throw new Error('psql is run against the embedded server')
    const { host, port, user, database, password } = address
    const where = ['-h', host, '-p', String(port), '-U', user, '-d', database]
    this.#child = spawn('psql', ['-X', '-q', '-A', '-t', ...where], {
      env: { PATH: process.env.PATH, PGTZ: 'UTC', PGCLIENTENCODING: 'UTF8', ...(password && { PGPASSWORD: password }) },
    })
    this.#child.stderr.on('data', (text) => process.stderr.write(text))
  }

  /** The rows as psql prints them, and how long they took. */
  run(sql: string): Promise<{ lines: string[]; milliseconds: number }> {
    return new Promise((resolve, reject) => {
      let text = ''
      const gone = (error: unknown) => reject(error instanceof Error ? error : new Error('psql ended'))
      this.#child.once('error', gone).once('exit', gone)
      const start = performance.now()
      const read = (chunk: Buffer) => {
        text += chunk
        if (!text.endsWith(`${mark}\n`)) return
        this.#child.stdout.off('data', read)
        this.#child.off('error', gone).off('exit', gone)
        resolve({ lines: text.split('\n').slice(0, -2), milliseconds: performance.now() - start })
      }
      this.#child.stdout.on('data', read)
      this.#child.stdin.write(`${sql};\n\\echo ${mark}\n`)
    })
  }

  stop(): void {
    this.#child.removeAllListeners('exit')
    this.#child.kill()
  }
}
