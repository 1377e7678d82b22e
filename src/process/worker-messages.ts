import cluster, { type Worker } from 'node:cluster'
import type { MetricsSnapshot } from '../http/observe/metrics.ts'
import { workerVariable } from './config.ts'

/** True in a process that workers.ts has started. Another program may have started this one as a worker of its own. */
export const isWorker = (): boolean => cluster.isWorker && process.env[workerVariable] !== undefined

/** What a worker has counted of a limit by address. Passed on to all other workers. */
interface Count {
  type: 'count'
  limit: string
  key: string
  amount: number
}

/** The messages of a worker to the process that started it. */
export type FromWorker =
  | Count
  /** The reason why it cannot start. */
  | { type: 'failed'; message: string }
  /** It accepts requests. */
  | { type: 'ready' }
  /** A request for the metrics of all workers, which is answered with `metrics`. */
  | { type: 'metrics' }
  | { type: 'snapshot'; snapshot: MetricsSnapshot }

export type ToWorker =
  | Count
  | { type: 'stop'; signal: NodeJS.Signals }
  | { type: 'metrics'; text: string }
  /** A request for the metrics of this worker, which is answered with `snapshot`. */
  | { type: 'snapshot' }

// The callbacks take the error of a process that has just ended. Without them it would be an 'error' event.
export const sendToWorker = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message, () => {})
}

export const sendFromWorker = (message: FromWorker): void => {
  if (process.connected) process.send!(message, undefined, undefined, () => {})
}
