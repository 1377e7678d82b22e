import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { errorStatus } from '../contract/errors.ts'

/** Set while the service finishes its last requests, so that a balancer sends it no more. */
export interface Readiness {
  draining: boolean
}

const databaseWaitMilliseconds = 2000

/** /healthz: the process answers. /readyz: it can do its work. */
export function health(app: FastifyInstance, pool: pg.Pool, readiness: Readiness) {
  // Balancers ask by HEAD too.
  const route = { config: { needs: 'nothing' }, exposeHeadRoute: true, logLevel: 'warn' } as const
  app.get('/healthz', route, () => ({ status: 'ok' }))
  // Many who ask at the same time share one look, so that they cannot take the connections of others.
  let looking: Promise<boolean> | undefined
  const look = () => {
    looking ??= databaseAnswers(pool).finally(() => {
      looking = undefined
    })
    return looking
  }
  app.get('/readyz', route, async (_, reply) => {
    if (readiness.draining) return reply.code(errorStatus.Unavailable).send({ status: 'stopping' })
    if (!(await look())) return reply.code(errorStatus.Unavailable).send({ status: 'no database' })
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
