import type { FastifyBaseLogger } from 'fastify'

export interface Job {
  everySeconds: number
  work: () => Promise<unknown>
  /** Runs once at start too, for work that became due while the service was down. */
  atStart?: boolean
  /** Runs in each worker of a node, for work on what a process has in memory. Other jobs run once for all workers. */
  inEachWorker?: boolean
}

export type Jobs = Record<string, Job>

/**
 * Runs background jobs on each node. No response depends on them, and several nodes may run one at the same time. A run
 * that fails is logged, and the next run catches up. A job never starts while its previous run is active.
 */
export function startHousekeeping(jobs: Jobs, log: Pick<FastifyBaseLogger, 'warn'>) {
  const timers = Object.entries(jobs).map(([name, { everySeconds, work, atStart }]) => {
    let running = false
    const run = async () => {
      if (running) return
      running = true
      await work().catch((err) => log.warn({ err, job: name }, 'housekeeping failed'))
      running = false
    }
    if (atStart) void run()
    return setInterval(run, everySeconds * 1000).unref()
  })
  return { stop: () => timers.forEach(clearInterval) }
}

/** The jobs of a worker. The process that starts the workers runs all others. */
export const jobsOfWorker = (jobs: Jobs): Jobs =>
  Object.fromEntries(Object.entries(jobs).filter(([, { inEachWorker }]) => inEachWorker))
