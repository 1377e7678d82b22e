import { setTimeout as sleep } from 'node:timers/promises'
import { type LogFn, type Logger, pino } from 'pino'
import { painterFor, terminalLine } from './terminal.ts'

/** The part of the logger's options that decides what may be logged. */
export const logOptions = { serializers: { err: serializeError } }

/** Buffered bytes while the reader is slow or the disk is full. Further lines are dropped and counted. */
const maxWaitingBytes = 4_000_000
/** Retries at process exit, every 100 ms, when the reader does not read. */
const exitRetries = 30

/** Bytes of a block. Blocks of several processes never mix in a pipe up to 4096 bytes (PIPE_BUF); others can. */
const blockBytes = { alone: { minLength: 8192 }, shared: { minLength: 4000, maxWrite: 4096 } }

/** Readable lines on a terminal, one JSON document per line otherwise. `shared`: other processes write there too. */
export function createLogger(level: string, { shared = false } = {}): Logger {
  if (!isTerminal()) return createJsonLogger(level, blockBytes[shared ? 'shared' : 'alone'])
  const paint = painterFor(process.stdout)
  const write = (line: string) => process.stdout.write(terminalLine(JSON.parse(line), paint))
  return pino({ level, ...logOptions }, { write })
}

/** Whether the log is for people. */
export const isTerminal = (): boolean => process.stdout.isTTY === true

const flushTimeoutMs = 10_000

/** Resolves when all lines so far are written, or after ten seconds if nobody reads them. */
export const flushLog = (logger: Logger): Promise<unknown> =>
  Promise.race([flush(logger), sleep(flushTimeoutMs, undefined, { ref: false })])

async function flush(logger: Logger): Promise<void> {
  const once = () => new Promise((resolve) => logger.flush(resolve))
  // During a write, the first one waits for that only and leaves later lines in the buffer (sonic-boom 4.2).
  await once()
  await once()
}

/**
 * Writes lines in blocks, at least once a second and at process exit, because one write per request costs more than the
 * line. A warning or an error is written at once, with all lines before it. A log that cannot be written must not end
 * the service, whose data may be on another disk.
 */
function createJsonLogger(level: string, block: { minLength: number; maxWrite?: number }): Logger {
  let dropped = 0
  let reason = ''
  let isBroken = false
  let triesLeft = 0
  const destination = pino.destination({
    dest: 1,
    sync: false,
    ...block,
    maxLength: maxWaitingBytes,
    periodicFlush: 1000,
    // The next line or flush retries a full pipe. The stream's own retry would keep a stopped process alive.
    retryEAGAIN: () => triesLeft-- > 0,
  })
  const flushAtOnce = {
    logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, severity: number) {
      method.apply(this, args)
      if (severity >= 40) destination.flush()
    },
  }
  const logger = pino({ level, base: { pid: process.pid }, hooks: flushAtOnce, ...logOptions }, destination)
  const reportDropped = () => {
    if (dropped === 0) return
    const count = dropped
    dropped = 0
    logger.warn(`the log could not be written (${reason}): ${count} lines are lost`)
  }
  // Pino's own listener closes the log at the first EPIPE, although a named pipe may get a new reader.
  destination.removeAllListeners('error')
  destination.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
    reason = code
    isBroken = code !== 'EAGAIN'
  })
  destination.on('write', (bytes: number) => {
    if (bytes > 0) isBroken = false
  })
  destination.on('drop', () => dropped++)
  destination.on('drain', reportDropped)
  process.prependOnceListener('exit', () => {
    triesLeft = exitRetries
    try {
      // flushSync of sonic-boom 4.2 retries forever a write that fails with anything but EAGAIN.
      if (!isBroken) destination.flushSync()
      reportDropped()
      if (!isBroken) destination.flushSync()
    } catch {
      // The reader does not read: the rest is lost with the process.
    }
    // Otherwise pino would flush and wait once more.
    destination.destroy()
  })
  return logger
}

interface ErrorFields {
  name?: string
  message?: string
  code?: string
  stack?: string
  constraint?: string
  table?: string
  statusCode?: number
  /** Only errors of PostgreSQL have one. */
  severity?: string
}

/** Classes of PostgreSQL error codes whose messages name tables, columns and states, never a value. */
const classesWithoutValues = new Set(['08', '23', '25', '40', '42', '53', '55', '57'])

/**
 * The fields of an error that may be logged. PostgreSQL's `detail` and `where` quote values of the row, and so do some
 * of its messages ('invalid input syntax for type date: "…"'): of those only the code is logged.
 */
export function serializeError(error: unknown): object {
  const { name, message, code, stack, constraint, table, statusCode, severity } = (error ?? {}) as ErrorFields
  const calls = stack?.slice(Math.max(0, stack.search(/^ +at /m)))
  const isPlain = severity === undefined || classesWithoutValues.has(code?.slice(0, 2) ?? '')
  return { type: name, ...(isPlain && { message }), code, constraint, table, statusCode, stack: calls }
}
