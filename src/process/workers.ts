import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import type { MetricsSnapshot } from '../http/observe/metrics.ts'
import { urlOf } from '../http/server/listen.ts'
import { systemClock } from './clock.ts'
import { workerVariable } from './config.ts'
import { Failure } from './failure.ts'
import { startHousekeeping } from './housekeeping.ts'
import { NodeMetrics } from './node-metrics.ts'
import type { ServeOptions } from './serve.ts'
import { type FromWorker, sendToWorker } from './worker-messages.ts'

/** Later than a worker's own deadline. */
const stopDeadlineMilliseconds = 10_000

/**
 * Serves requests by several workers behind one port until a signal or the loss of the database. This process owns the
 * embedded PostgreSQL, accepts connections, which node:cluster gives to the workers in turn, and runs the jobs. It
 * serves no request (docs/decisions/0034-workers-on-one-machine.md).
 */
export async function serveWithWorkers({ config, logger, database, stop, onReady }: ServeOptions): Promise<void> {
  if (stop.requested()) return
  if (!cluster.isPrimary) {
    throw new Failure(
      'WATTLE_WORKERS is set, but another program has started this one as a worker of its own: leave one of both out.',
    )
  }
  // Its jobs and metrics are used, and the start reads from it; it never listens.
  const app = await buildApp({ db: database.pool, clock: systemClock, config, logger, requestLog: () => {} })
  await app.ready()
  const workers = new Workers(config.workers, logger, () => app.metricsSnapshot())
  let housekeeping: ReturnType<typeof startHousekeeping> | undefined
  let signal: NodeJS.Signals = 'SIGINT'
  try {
    const starting = workers.start().catch((error) => {
      if (!stop.requested()) throw error
    })
    const started = await Promise.race([starting, stop.signal, database.lost])
    if (typeof started === 'number') {
      housekeeping = startHousekeeping(app.jobs, app.log)
      await Promise.race([onReady(urlOf(config.host, started), app), stop.signal, database.lost])
    }
    const reason = await Promise.race([stop.signal, database.lost])
    if (typeof reason !== 'string') throw reason satisfies Failure
    signal = reason
    logger.info({ signal }, 'stopping: finishing requests in flight')
  } finally {
    housekeeping?.stop()
    await workers.stop(signal)
    await app.close()
  }
}

interface Member {
  worker: Worker
  startedAt: number
  isListening: boolean
  /** It listens, and its log so far is written. */
  isReady: boolean
  /** How many workers in its place have ended soon after their start. */
  earlyEnds: number
  /** Why it could not start. */
  failure: string | undefined
  snapshotWaiting: (() => void)[]
  ended: Promise<void>
}

/** A worker that has run this long has started well. */
const earlyMs = 10_000
const firstDelayMs = 500
const longestDelayMs = 30_000
/** A scrape does not wait longer for a busy worker. */
const snapshotTimeoutMs = 1000

/** Starts workers, and another for one that has ended. */
class Workers {
  readonly #count: number
  readonly #logger: Logger
  readonly #ownSnapshot: () => Promise<MetricsSnapshot>
  readonly #members = new Map<number, Member>()
  readonly #metrics = new NodeMetrics()
  #pendingText: Promise<string> | undefined
  #starting: { resolve(port: number): void; reject(error: Failure): void } | undefined
  #isStopping = false
  #port = 0

  constructor(count: number, logger: Logger, ownSnapshot: () => Promise<MetricsSnapshot>) {
    this.#count = count
    this.#logger = logger
    this.#ownSnapshot = ownSnapshot
    cluster.schedulingPolicy = cluster.SCHED_RR
    // After a second signal, a deadline or an unexpected error no worker may remain, even if its event loop is blocked.
    process.once('exit', () => this.#kill(() => true))
  }

  /** Resolves with the port when all workers accept requests. Rejects when one of them cannot start. */
  start(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#starting = { resolve, reject }
      for (let n = 0; n < this.#count; n++) this.#fork(0)
    })
  }

  /** Each worker finishes its requests. One that does not listen yet has none. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.#isStopping = true
    this.#starting = undefined
    this.#kill(({ isListening }) => !isListening)
    for (const { worker } of this.#members.values()) sendToWorker(worker, { type: 'stop', signal })
    // A worker whose event loop is blocked does not end by itself.
    const deadline = setTimeout(() => this.#kill(() => true), stopDeadlineMilliseconds)
    await Promise.all([...this.#members.values()].map(({ ended }) => ended))
    clearTimeout(deadline)
  }

  #kill(select: (member: Member) => boolean): void {
    for (const member of this.#members.values()) if (select(member)) member.worker.process.kill('SIGKILL')
  }

  #fork(earlyEnds: number): void {
    const worker = cluster.fork({ [workerVariable]: '1', WATTLE_WORKERS: String(this.#count) })
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const member: Member = {
      ...{ worker, earlyEnds, ended, startedAt: performance.now(), isListening: false, isReady: false },
      ...{ failure: undefined, snapshotWaiting: [] },
    }
    this.#members.set(worker.id, member)
    worker.on('listening', ({ port }) => {
      member.isListening = true
      this.#port = port
    })
    worker.on('message', (message: FromWorker) => this.#receive(member, message))
    worker.once('exit', (code, signal) => {
      end()
      this.#ended(member, signal ?? code)
    })
    worker.on('error', (error) => {
      // A process that was not created has no exit.
      if (worker.process.pid !== undefined || !this.#members.has(worker.id)) return
      member.failure = `A worker could not be started: ${error.message}`
      end()
      this.#ended(member, 'not started')
    })
  }

  #ready(member: Member): void {
    member.isReady = true
    if ([...this.#members.values()].some(({ isReady }) => !isReady)) return
    this.#starting?.resolve(this.#port)
    this.#starting = undefined
  }

  #ended(member: Member, exit: string | number): void {
    const { worker, failure, startedAt, earlyEnds: earlier } = member
    this.#members.delete(worker.id)
    this.#metrics.end(worker.id)
    for (const done of member.snapshotWaiting) done()
    if (this.#isStopping) return
    if (this.#starting) {
      const reason = `A worker ended at its start (${exit}): its output above has the reason.`
      // After the signal that may have ended it, which a terminal sends to this process too.
      setImmediate(this.#starting.reject, new Failure(failure ?? reason))
      this.#starting = undefined
      return
    }
    const earlyEnds = performance.now() - startedAt < earlyMs ? earlier + 1 : 0
    const delayMs = earlyEnds === 0 ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (earlyEnds - 1))
    this.#logger.warn(
      { worker: worker.process.pid, exit, ...(failure && { reason: failure }), delayMs },
      'a worker ended: starting another',
    )
    setTimeout(() => {
      if (this.#isStopping) return
      this.#metrics.replace()
      this.#fork(earlyEnds)
    }, delayMs).unref()
  }

  #receive(member: Member, message: FromWorker): void {
    const { worker } = member
    if (message.type === 'failed') member.failure = message.message
    else if (message.type === 'ready') this.#ready(member)
    else if (message.type === 'snapshot') {
      this.#metrics.set(worker.id, message.snapshot)
      for (const done of member.snapshotWaiting.splice(0)) done()
    } else if (message.type === 'count') {
      for (const other of this.#members.values()) if (other !== member) sendToWorker(other.worker, message)
    } else {
      this.#text().then(
        (text) => sendToWorker(worker, { type: 'metrics', text }),
        (err) => this.#logger.warn({ err }, 'the metrics of the workers could not be added up'),
      )
    }
  }

  /** Requests at the same time share one collection. */
  #text(): Promise<string> {
    this.#pendingText ??= this.#collect().finally(() => {
      this.#pendingText = undefined
    })
    return this.#pendingText
  }

  async #collect(): Promise<string> {
    const listening = [...this.#members.values()].filter(({ isListening }) => isListening)
    const received = listening.map((member) => {
      sendToWorker(member.worker, { type: 'snapshot' })
      return new Promise<void>((resolve) => member.snapshotWaiting.push(resolve))
    })
    const [own] = await Promise.all([
      this.#ownSnapshot(),
      Promise.race([Promise.all(received), sleep(snapshotTimeoutMs, undefined, { ref: false })]),
    ])
    return this.#metrics.text(own, listening.length)
  }
}
