import type { FastifyInstance } from 'fastify'

interface Chore {
  everySeconds: number
  work: () => Promise<unknown>
}

/**
 * Small work that each node does beside its requests. No answer depends on it, and several nodes may do it at once; a
 * turn that fails is logged and made up for by the next. A turn never starts while the one before still runs.
 */
export function housekeeping(app: FastifyInstance, chores: Record<string, Chore>) {
  const timers = Object.entries(chores).map(([name, { everySeconds, work }]) => {
    let running = false
    return setInterval(async () => {
      if (running) return
      running = true
      await work().catch((err) => app.log.warn({ err, chore: name }, 'housekeeping failed'))
      running = false
    }, everySeconds * 1000).unref()
  })
  app.addHook('onClose', () => timers.forEach(clearInterval))
}
