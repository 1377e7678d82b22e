import { hash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Queryable, statement } from '../../db/statement.ts'
import { savepoint, transaction } from '../../db/transaction.ts'
import type { Clock } from '../../process/clock.ts'
import { asApiError, invalid, requestInProgress } from './errors.ts'

const header = 'Idempotency-Key'
const printable = /^[\x20-\x7e]{1,255}$/
const lifetime = "interval '24 hours'"

type Reserve = [orgId: number, tokenId: number, digest: Buffer, askedDigest: Buffer, now: string]

/** `body_digest` is that of query and body (`asked`); the column keeps its name. */

/** Claims a key, or takes over one that is past its day. No row: the key has an answer already. */
const reserve = statement<Reserve, { claimed: true }>(
  'idempotency.reserve',
  `insert into idempotency_key as k (org_id, token_id, digest, body_digest, created_at) values ($1, $2, $3, $4, $5)
   on conflict (org_id, token_id, digest) do update
     set body_digest = excluded.body_digest, created_at = excluded.created_at, status = null, answer = null
     where k.created_at <= excluded.created_at - ${lifetime}
   returning true as claimed`,
)
const findResponse = statement<
  [orgId: number, tokenId: number, digest: Buffer],
  { asked_digest: Buffer; status: number; answer: string }
>(
  'idempotency.first_answer',
  'select body_digest as asked_digest, status, answer from idempotency_key where org_id = $1 and token_id = $2 and digest = $3',
)
const storeResponse = statement<
  [orgId: number, tokenId: number, digest: Buffer, status: number, answer: string],
  object
>(
  'idempotency.keep',
  'update idempotency_key set status = $4, answer = $5 where org_id = $1 and token_id = $2 and digest = $3',
)
const sweepBatchSize = 5000

/** For all organisations. */
const sweep = statement<[now: string], { swept: number }>(
  'idempotency.sweep',
  `with gone as (
     delete from idempotency_key where ctid = any (array(
       select ctid from idempotency_key
       where created_at <= $1::timestamptz - ${lifetime} order by created_at limit ${sweepBatchSize}))
     returning 1)
   select count(*) as swept from gone`,
)

/** Keys past their day are never replayed; this only takes them away, in steps that hold no lock for long. */
export async function sweepKeys(db: Queryable, clock: Clock): Promise<void> {
  const now = new Date(clock.now()).toISOString()
  while ((await sweep.one(db, now)).swept === sweepBatchSize);
}

/**
 * Safe retries: a write sent with an Idempotency-Key runs in one transaction with the key and its answer, so a
 * retry finds either both or neither. The same key while the first request runs waits on the key's row; that wait
 * is cut short and answered 409.
 */
export function idempotency(app: FastifyInstance, clock: Clock) {
  app.chores['sweep idempotency keys'] = { everySeconds: 60, work: () => sweepKeys(app.pool, clock) }
  app.addHook('onRoute', (route) => {
    const needs = route.config?.needs
    if (needs === 'nothing' || ![route.method].flat().some((method) => ['POST', 'PATCH', 'DELETE'].includes(method)))
      return
    const handle = route.handler
    route.handler = function (request, reply) {
      const key = request.headers['idempotency-key']
      if (key === undefined) return handle.call(this, request, reply)
      return runOnce(app, clock, request, reply, String(key), async () => handle.call(this, request, reply))
    }
  })
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
  const { orgId, tokenId } = request.caller
  const path = request.url.split('?', 1)[0]!
  const digest = hash('sha256', JSON.stringify([request.method, path, key]), 'buffer')
  const askedDigest = hash('sha256', requestContent(request), 'buffer')

  const answer = await transaction(app.pool, async (tx) => {
    await tx.query("set local lock_timeout = '100ms'")
    const [claimed] = await reserve
      .rows(tx, orgId, tokenId, digest, askedDigest, new Date(clock.now()).toISOString())
      .catch((error) => {
        throw error.code === '55P03' ? requestInProgress() : error
      })
    if (!claimed) {
      const first = await findResponse.one(tx, orgId, tokenId, digest)
      if (!first.asked_digest.equals(askedDigest)) {
        throw invalid({ [header]: [`${header} was used with another body or query; use a new key for a new request.`] })
      }
      return { status: first.status, text: first.answer, replayed: true }
    }
    await tx.query('set local lock_timeout = 0')
    request.db = tx
    const { status, text } = await savepoint(tx, async () => {
      const payload = await handle()
      return { status: reply.statusCode, text: reply.serialize(payload) as string }
    }).catch((error: FastifyError) => rejectedResponse(error, request))
    await storeResponse.rows(tx, orgId, tokenId, digest, status, text)
    return { status, text, replayed: false }
  }).finally(() => {
    request.db = app.pool
  })

  reply.code(answer.status).type('application/json; charset=utf-8')
  if (answer.replayed) reply.header('idempotency-replayed', 'true')
  return answer.text
}

/** A refusal is an answer too; a failure of ours is not, and undoes the key with the rest, so that a retry does the work. */
function rejectedResponse(error: FastifyError, request: FastifyRequest): { status: number; text: string } {
  const known = asApiError(error, request.routeOptions.config.record, true)
  if (!known || known.isServerError) throw error
  return { status: known.status, text: JSON.stringify({ message: known.message, ...known.body }) }
}

/** What a key was used for: the parsed query and the body. Without a query it is the body alone, as older versions stored it. */
function requestContent({ query, body }: FastifyRequest): string {
  const hasQuery = Object.keys(query as object).length > 0
  return canonical(hasQuery ? [query, body] : body) ?? ''
}

/** The same JSON whatever the order of keys and the white space. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
