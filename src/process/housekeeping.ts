import type { FastifyBaseLogger } from 'fastify'

export interface Job {
  everySeconds: number
  work: () => Promise<unknown>
  /** Also as soon as the service is up, for what may have been waiting while it was not. */
  atStart?: boolean
}

export type Jobs = Record<string, Job>

/**
 * Small work that each node does beside its requests. No answer depends on it, and several nodes may do it at once; a
 * turn that fails is logged and made up for by the next. A turn never starts while the one before still runs.
 */
export function startHousekeeping(chores: Jobs, log: Pick<FastifyBaseLogger, 'warn'>) {
  const timers = Object.entries(chores).map(([name, { everySeconds, work, atStart }]) => {
    let running = false
    const turn = async () => {
      if (running) return
      running = true
      await work().catch((err) => log.warn({ err, chore: name }, 'housekeeping failed'))
      running = false
    }
    if (atStart) void turn()
    return setInterval(turn, everySeconds * 1000).unref()
  })
  return { stop: () => timers.forEach(clearInterval) }
}
