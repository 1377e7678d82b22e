import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Siblings } from '../app.ts'
import { openForWorker } from '../db/connect/database.ts'
import { overloaded } from '../http/contract/errors.ts'
import { type Config, dividedConfig } from './config.ts'
import { Failure } from './failure.ts'
import { flushLog } from './log.ts'
import { type App, serve } from './serve.ts'
import { listenForStop, type StopRequest } from './shutdown.ts'
import { sendFromWorker, type ToWorker } from './worker-messages.ts'

/**
 * One of the processes that serve requests behind one port. It stops when the process that started it says so, or by a
 * signal of its own: a terminal sends Ctrl-C to both. When that process dies, node:cluster ends this one.
 */
export async function runWorker(config: Config, logger: Logger): Promise<void> {
  const stop = listenForStop(() => logger.warn('shutdown took too long: open connections were closed'))
  const { siblings, setApp } = connectSiblings(stop)
  const ownConfig = dividedConfig(config).worker
  try {
    const database = await openForWorker(ownConfig)
    try {
      const onReady = async (_: string, app: App) => {
        setApp(app)
        await flushLog(logger)
        sendFromWorker({ type: 'ready' })
      }
      await serve({ config: ownConfig, logger, database, stop, siblings, onReady })
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // The process that started this one prints the reason, once for all workers.
    sendFromWorker({ type: 'failed', message: error.message })
    process.exitCode = 1
  } finally {
    cluster.worker!.disconnect()
  }
}

/** Longer than a node waits for the metrics of its workers. */
const metricsTimeoutMs = 3000

function connectSiblings(stop: StopRequest): { siblings: Siblings; setApp(app: App): void } {
  let app: App | undefined
  const limits = new Map<string, (key: string, amount: number) => void>()
  let metricsWaiting: ((text: string) => void)[] = []
  process.on('message', async (message: ToWorker) => {
    if (message.type === 'stop') stop.request(message.signal)
    else if (message.type === 'count') limits.get(message.limit)?.(message.key, message.amount)
    else if (message.type === 'metrics') {
      for (const resolve of metricsWaiting) resolve(message.text)
      metricsWaiting = []
    } else if (app) sendFromWorker({ type: 'snapshot', snapshot: await app.metricsSnapshot() })
  })
  const siblings: Siblings = {
    counts: (limit) => ({
      send: (key, amount) => sendFromWorker({ type: 'count', limit, key, amount }),
      onReceive: (add) => limits.set(limit, add),
    }),
    metricsText: async () => {
      let resolveText = (_: string) => {}
      const text = new Promise<string>((resolve) => {
        resolveText = resolve
      })
      metricsWaiting.push(resolveText)
      if (metricsWaiting.length === 1) sendFromWorker({ type: 'metrics' })
      const received = await Promise.race([text, sleep(metricsTimeoutMs, undefined, { ref: false })])
      if (received !== undefined) return received
      metricsWaiting = metricsWaiting.filter((waiting) => waiting !== resolveText)
      // The response to the others' request may be lost too.
      if (metricsWaiting.length > 0) sendFromWorker({ type: 'metrics' })
      throw overloaded()
    },
  }
  return {
    siblings,
    setApp: (running) => {
      app = running
    },
  }
}
