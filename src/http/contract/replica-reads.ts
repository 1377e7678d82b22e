import type { FastifyInstance } from 'fastify'

/**
 * Lets the handlers of GET routes read where the replica or the primary is best. One that the replica fails in is called
 * again with the primary. A GET that writes would fail on a replica, so there is none; a test walks through all of them.
 */
export function readFromReplica(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (route.config?.needs === 'nothing' || route.method !== 'GET') return
    const handle = route.handler
    route.handler = function (request, reply) {
      return app.reads.read(async (db) => {
        request.db = db
        return handle.call(this, request, reply)
      })
    }
  })
}
