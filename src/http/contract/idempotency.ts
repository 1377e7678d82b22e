import { hash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Queryable, statement } from '../../db/statement.ts'
import { savepoint, transaction } from '../../db/transaction.ts'
import type { Clock } from '../../process/clock.ts'
import { asApiError, invalid, requestInProgress } from './errors.ts'
import type { InnerRequest } from './inner-request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A field of the response that is stored as null, so that a retry does not show it again. */
    shownOnce?: string
    /** False for a request that may take long and stores nothing: a key would keep a transaction open meanwhile. */
    takesKey?: boolean
  }
}

const header = 'Idempotency-Key'
const printable = /^[\x20-\x7e]{1,255}$/

type KeyPolicy = NonNullable<InnerRequest['keys']>
/** A request of the service to itself may have another, of at most this lifetime: older keys are deleted. */
const usualPolicy: KeyPolicy = { lifetimeMilliseconds: 24 * 60 * 60 * 1000, keepsRefusals: true }

type Reserve = [orgId: number, tokenId: number, digest: Buffer, requestDigest: Buffer, now: string, expired: string]

/** `body_digest` is the digest of query and body (`requestContent`); the column was not renamed. */

/** Reserves a key, also one created at $6 or before. No row: the key has a response already. */
const reserve = statement<Reserve, { reserved: true }>(
  'idempotency.reserve',
  `insert into idempotency_key as k (org_id, token_id, digest, body_digest, created_at) values ($1, $2, $3, $4, $5)
   on conflict (org_id, token_id, digest) do update
     set body_digest = excluded.body_digest, created_at = excluded.created_at, status = null, answer = null
     where k.created_at <= $6
   returning true as reserved`,
)
const findResponse = statement<
  [orgId: number, tokenId: number, digest: Buffer],
  { request_digest: Buffer; status: number; answer: string }
>(
  'idempotency.find_response',
  'select body_digest as request_digest, status, answer from idempotency_key where org_id = $1 and token_id = $2 and digest = $3',
)
const storeResponse = statement<
  [orgId: number, tokenId: number, digest: Buffer, status: number, answer: string],
  object
>(
  'idempotency.store_response',
  'update idempotency_key set status = $4, answer = $5 where org_id = $1 and token_id = $2 and digest = $3',
)
const sweepBatchSize = 5000

/** The organisations with keys that were created at $1 or before. */
const organisationsToSweep = statement<[expired: string], { org_id: number }>(
  'idempotency.organisations_to_sweep',
  'select distinct org_id from idempotency_key where created_at <= $1',
)
const sweep = statement<[orgId: number, expired: string], { swept: number }>(
  'idempotency.sweep',
  `with gone as (
     delete from idempotency_key where org_id = $1 and created_at <= $2 and (token_id, digest) in (
       select token_id, digest from idempotency_key where org_id = $1 and created_at <= $2 order by created_at limit ${sweepBatchSize})
     returning 1 as one)
   select count(*) as swept from gone`,
)

const expiredBy = (clock: Clock, { lifetimeMilliseconds } = usualPolicy) =>
  new Date(clock.now() - lifetimeMilliseconds).toISOString()

/** Deletes expired keys, which are never replayed, in batches that lock rows for a short time. */
export async function sweepKeys(db: Queryable, clock: Clock): Promise<void> {
  const expired = expiredBy(clock)
  const failures: unknown[] = []
  for (const { org_id } of await organisationsToSweep.rows(db, expired)) {
    await sweepOrganisation(db, org_id, expired).catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function sweepOrganisation(db: Queryable, orgId: number, expired: string): Promise<void> {
  while ((await sweep.one(db, orgId, expired)).swept === sweepBatchSize);
}

/**
 * Safe retries: a write with an Idempotency-Key runs in one transaction with its key and response, so a retry finds
 * both or neither. While the first request runs, a second one waits for the lock of the key's row; after a short
 * timeout it is a 409.
 */
export function idempotency(app: FastifyInstance, clock: Clock) {
  app.jobs['sweep idempotency keys'] = { everySeconds: 60, work: () => sweepKeys(app.pool, clock) }
  app.addHook('onRoute', (route) => {
    const { needs, takesKey = true } = route.config ?? {}
    if (
      needs === 'nothing' ||
      !takesKey ||
      ![route.method].flat().some((method) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    )
      return
    const handle = route.handler
    route.handler = function (request, reply) {
      const key = request.headers['idempotency-key']
      if (key === undefined) return handle.call(this, request, reply)
      return runOnce(app, clock, request, reply, String(key), async () => handle.call(this, request, reply))
    }
  })
}

interface HandledResponse {
  status: number
  text: string
  /** Where it differs from what is sent. */
  stored?: string
}

async function runOnce(
  app: FastifyInstance,
  clock: Clock,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  handle: () => Promise<unknown>,
) {
  if (!printable.test(key)) throw invalid({ [header]: [`${header} must have 1 to 255 printable ASCII characters.`] })
  const policy = request.inner?.keys ?? usualPolicy
  const { orgId, tokenId } = request.caller
  const path = request.url.split('?', 1)[0]!
  const digest = hash('sha256', JSON.stringify([request.method, path, key]), 'buffer')
  const requestDigest = hash('sha256', requestContent(request), 'buffer')

  const response = await transaction(app.pool, async (tx) => {
    await tx.query("set local lock_timeout = '100ms'")
    const [reserved] = await reserve
      .rows(tx, orgId, tokenId, digest, requestDigest, new Date(clock.now()).toISOString(), expiredBy(clock, policy))
      .catch((error) => {
        throw error.code === '55P03' ? requestInProgress() : error
      })
    if (!reserved) {
      const first = await findResponse.one(tx, orgId, tokenId, digest)
      if (!first.request_digest.equals(requestDigest)) {
        throw invalid({ [header]: [`${header} was used with another body or query; use a new key for a new request.`] })
      }
      return { status: first.status, text: first.answer, replayed: true }
    }
    await tx.query('set local lock_timeout = 0')
    request.db = tx
    const { shownOnce } = request.routeOptions.config
    const {
      status,
      text,
      stored = text,
    } = await savepoint(tx, async () => {
      const payload = await handle()
      const text = reply.serialize(payload) as string
      const stored = shownOnce && (reply.serialize({ ...(payload as object), [shownOnce]: null }) as string)
      return { status: reply.statusCode, text, ...(stored && { stored }) }
    }).catch((error: FastifyError): HandledResponse => {
      if (!policy.keepsRefusals) throw error
      return rejectedResponse(error, request)
    })
    await storeResponse.rows(tx, orgId, tokenId, digest, status, stored)
    return { status, text, replayed: false }
  }).finally(() => {
    request.db = app.pool
  })

  reply.code(response.status).type('application/json; charset=utf-8')
  if (response.replayed) reply.header('idempotency-replayed', 'true')
  return response.text
}

/** A 4xx is stored as the response. After a 5xx the key is rolled back with the rest, so that a retry runs again. */
function rejectedResponse(error: FastifyError, request: FastifyRequest): HandledResponse {
  const known = asApiError(error, request.routeOptions.config, true)
  if (!known || known.isServerError) throw error
  return { status: known.status, text: JSON.stringify({ message: known.message, ...known.body }) }
}

/**
 * The content that a key belongs to: the parsed query and the body. Without a query the body alone, as in older
 * versions.
 */
function requestContent({ query, body }: FastifyRequest): string {
  const hasQuery = Object.keys(query as object).length > 0
  return canonical(hasQuery ? [query, body] : body) ?? ''
}

/** The same JSON for any order of keys and any white space. */
export function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
