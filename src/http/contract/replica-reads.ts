import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that must see the latest commit of every node. */
    onPrimary?: boolean
  }
}

/**
 * Runs the handlers of GET routes on the replica while it is up to date. A handler that fails there runs again on the
 * primary. A GET that writes would fail on a replica, so there is none; a test checks all of them.
 */
export function readFromReplica(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (route.config?.needs === 'nothing' || route.config?.onPrimary || route.method !== 'GET') return
    const handle = route.handler
    route.handler = function (request, reply) {
      return app.reads.read(async (db) => {
        request.db = db
        return handle.call(this, request, reply)
      })
    }
  })
}
