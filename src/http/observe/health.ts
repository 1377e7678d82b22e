import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { errorStatus } from '../contract/errors.ts'

/** `draining` is true while the service finishes its last requests, so that a load balancer sends no more. */
export interface Readiness {
  draining: boolean
}

const databaseWaitMilliseconds = 2000

/** /healthz: the process responds. /readyz: it can serve requests. */
export function health(app: FastifyInstance, pool: pg.Pool, readiness: Readiness) {
  // Load balancers send HEAD too.
  const route = { config: { needs: 'nothing' }, exposeHeadRoute: true, logLevel: 'warn' } as const
  app.get('/healthz', route, () => ({ status: 'ok' }))
  // Concurrent probes share one query, so that they cannot use up the pool.
  let pendingCheck: Promise<boolean> | undefined
  const checkDatabase = () => {
    pendingCheck ??= databaseAnswers(pool).finally(() => {
      pendingCheck = undefined
    })
    return pendingCheck
  }
  app.get('/readyz', route, async (_, reply) => {
    if (readiness.draining) return reply.code(errorStatus.Unavailable).send({ status: 'stopping' })
    if (!(await checkDatabase())) return reply.code(errorStatus.Unavailable).send({ status: 'no database' })
    return { status: 'ready' }
  })
}

async function databaseAnswers(pool: pg.Pool): Promise<boolean> {
  const { promise: late, cancel } = afterMilliseconds(databaseWaitMilliseconds)
  try {
    return await Promise.race([
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
      late,
    ])
  } finally {
    cancel()
  }
}

function afterMilliseconds(milliseconds: number) {
  let timer: NodeJS.Timeout
  const promise = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  return { promise, cancel: () => clearTimeout(timer) }
}
