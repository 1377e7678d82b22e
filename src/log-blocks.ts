import { write, writeSync } from 'node:fs'

/** Where blocks go: a file, a pipe, or what a test puts in their place. */
export interface Output {
  write(block: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void
  writeSync(block: Buffer): number
}

export const outputTo = (file: number): Output => ({
  write: (block, done) => write(file, block, 0, block.length, null, done),
  writeSync: (block) => writeSync(file, block),
})

const blockLength = 8192
const longestWaitMs = 1000
/** Characters that wait while nobody takes them; lines on top of that are lost. */
const mostWaiting = 4_000_000
/** A reader that takes nothing at the end of the process is waited for so often, for so long each. */
const lastTries = 50
const pauseMs = 20

/**
 * Gathers the lines of a log and writes them in blocks. A log that cannot be written, as on a full disk, must not end the
 * service, whose data may well be elsewhere: a block that is refused is lost, and the first that is taken again says how
 * many lines were.
 */
export class LogBlocks {
  readonly #out: Output
  #waiting = ''
  /** What is being written, or what a slow reader has not taken yet. */
  #block = Buffer.alloc(0)
  #isUnderWay = false
  #isInsideLine = false
  #lost = 0
  #why = ''

  constructor(out: Output) {
    this.#out = out
  }

  /** Writes what waits every second, and the rest at the end of the process. */
  keepFlowing(): this {
    setInterval(() => this.flush(), longestWaitMs).unref()
    process.on('exit', () => this.flushSync())
    return this
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > mostWaiting) this.#lose(1, 'nobody takes it')
    else this.#waiting += line
    if (this.#waiting.length >= blockLength) this.flush()
  }

  flush(): void {
    if (this.#isUnderWay || !this.#next()) return
    this.#isUnderWay = true
    this.#out.write(this.#block, (error, written) => {
      this.#isUnderWay = false
      if (error) this.#refused(error)
      else this.#taken(written)
      if (error) setTimeout(() => this.flush(), pauseMs * 5).unref()
      else if (this.#block.length > 0 || this.#waiting.length >= blockLength) this.flush()
    })
  }

  /** For the end of the process, when nothing comes back any more: a block that is under way is left to the system. */
  flushSync(): void {
    if (this.#isUnderWay) this.#block = Buffer.alloc(0)
    for (let tries = 0; tries < lastTries && this.#next(); ) {
      try {
        this.#taken(this.#out.writeSync(this.#block))
      } catch (error) {
        this.#refused(error as NodeJS.ErrnoException)
        if (this.#block.length > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
        tries++
      }
    }
  }

  /** Makes the next block unless one is left; false when there is nothing to write. */
  #next(): boolean {
    if (this.#block.length > 0) return true
    if (this.#waiting === '') return false
    this.#block = Buffer.from((this.#isInsideLine ? '\n' : '') + this.#waiting)
    this.#waiting = ''
    return true
  }

  #taken(written: number): void {
    this.#isInsideLine = this.#block[written - 1] !== newline
    this.#block = this.#block.subarray(written)
    if (this.#lost === 0 || this.#block.length > 0) return
    const msg = `the log could not be written (${this.#why}): ${this.#lost} lines are lost`
    this.#lost = 0
    this.#waiting = `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, msg })}\n${this.#waiting}`
  }

  /** A pipe whose reader is slow takes the block later; everything else will not take it at all. */
  #refused({ code = 'unknown' }: NodeJS.ErrnoException): void {
    if (code === 'EAGAIN') return
    this.#lose(
      this.#block.reduce((lines, byte) => lines + (byte === newline ? 1 : 0), 0),
      code,
    )
    this.#block = Buffer.alloc(0)
  }

  #lose(lines: number, why: string): void {
    this.#lost += lines
    this.#why = why
  }
}

const newline = 10
