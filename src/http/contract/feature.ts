import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type pg from 'pg'
import type { Reads } from '../../db/replica/reads.ts'
import type { Clock } from '../../process/clock.ts'
import type { Jobs } from '../../process/housekeeping.ts'

/** The routes of one resource, as a Fastify plugin. */
export type Feature = FastifyPluginAsyncTypebox

declare module 'fastify' {
  interface FastifyInstance {
    /** The pool of the primary, for writes and for reads that must see the latest commit. */
    pool: pg.Pool
    reads: Reads
    clock: Clock
    /** Background jobs of the running service. Features add theirs; tests call the work itself. */
    jobs: Jobs
  }
  interface FastifyRequest {
    /** The pool, or the one connection whose transaction this request is part of. */
    db: pg.Pool | pg.PoolClient
  }
}
