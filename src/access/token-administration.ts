import type pg from 'pg'
import { pipeline, send, sendLast } from '../db/pipeline.ts'
import type { Queryable } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Clock } from '../process/clock.ts'
import { Failure, UsageFailure } from '../process/failure.ts'
import { type Access, accessOf } from './areas.ts'
import { withOffset } from './expiry.ts'
import { defaultLifetime, maxLifetimeDays, parseExpiry } from './lifetime.ts'
import type { Organisation } from './organisations.ts'
import { mintToken, tokenHash } from './token-format.ts'
import * as sql from './tokens.sql.ts'

/** A new token. This is the only time that it is displayed. */
export interface NewToken {
  token: string
  id: number
  connection: string
  access: Access
  expires_at: string
}

export type TokenState = 'active' | 'disabled' | 'expired' | 'revoked'

/** The expiry of a token from the text of a command, checked against the limits. */
export function expiryOf(
  organisation: Organisation,
  clock: Clock,
  text = defaultLifetime,
  allowExpired = false,
): string {
  const now = clock.now()
  const expiry = parseExpiry(text, organisation.timezone, now)
  if (expiry === undefined) {
    throw new UsageFailure(`"${text}" is no expiry: use 90d, 24h, 2027-02-01 or 2027-02-01T10:00:00+11:00.`)
  }
  if (expiry > now + maxLifetimeDays * 86_400_000)
    throw new UsageFailure(`A token lives at most ${maxLifetimeDays} days: choose an earlier expiry than ${text}.`)
  if (expiry <= now && !allowExpired) {
    throw new UsageFailure(
      `The expiry ${text} has passed: choose a later one, or add --allow-expired to make an expired token for a test.`,
    )
  }
  return new Date(expiry).toISOString()
}

export async function createToken(
  db: Queryable,
  organisation: Organisation,
  { connection, access, expiresAt }: { connection: string; access: Access; expiresAt: string },
  rotatedFrom?: number,
): Promise<NewToken> {
  if (connection.trim() === '' || connection.includes('\0'))
    throw new UsageFailure('The name of a connection must have at least one letter.')
  const token = mintToken()
  const orgId = organisation.id
  const row = await pipeline(db, function* () {
    const [[created]] = yield* send(
      sql.create.call(orgId, connection.trim(), tokenHash(token), token.slice(-4), access, expiresAt),
    )
    const held = Object.fromEntries(Object.entries(access).filter(([, level]) => level !== 'none'))
    const detail = { connection: connection.trim(), access: held, expires_at: expiresAt }
    const from = rotatedFrom === undefined ? {} : { rotated_from: rotatedFrom }
    yield* sendLast(sql.recordEvent.call(orgId, 'token.created', created!.id, { ...detail, ...from }))
    return created!
  })
  return {
    token,
    id: row.id,
    connection: row.connection,
    access: accessOf(row.access),
    expires_at: withOffset(row.expires_at, organisation.timezone),
  }
}

/** A new token for the same connection with the same access. The old one is valid until the overlap ends. */
export function rotateToken(
  pool: pg.Pool,
  organisation: Organisation,
  id: number,
  overlapMs: number,
  clock: Clock,
): Promise<NewToken> {
  return transaction(pool, async (tx) => {
    const old = await tokenById(tx, organisation, id)
    const ended = await sql.endBy.first(tx, organisation.id, id, new Date(clock.now() + overlapMs).toISOString())
    if (!ended) {
      throw new Failure(
        old.revoked_at
          ? `Token ${id} is revoked: make a new one with wattle token create.`
          : `Token ${id} is disabled: enable it first (wattle token enable), or make a new one with wattle token create.`,
      )
    }
    const { connection, access } = old
    const values = { connection, access, expiresAt: expiryOf(organisation, clock) }
    const created = await createToken(tx, organisation, values, id)
    await sql.recordEvent.rows(tx, organisation.id, 'token.rotated', id, { new_token_id: created.id })
    return created
  })
}

export function setTokenDisabled(
  pool: pg.Pool,
  organisation: Organisation,
  id: number,
  disabled: boolean,
): Promise<void> {
  return transaction(pool, async (tx) => {
    const before = await tokenById(tx, organisation, id)
    const changed = await sql.setDisabled.first(tx, organisation.id, id, disabled)
    if (!changed) throw new Failure(`Token ${id} is revoked, which is final: make a new one with wattle token create.`)
    if (before.disabled === disabled) return
    await sql.recordEvent.rows(tx, organisation.id, disabled ? 'token.disabled' : 'token.enabled', id, null)
  })
}

export function revokeToken(pool: pg.Pool, organisation: Organisation, id: number, clock: Clock): Promise<void> {
  return transaction(pool, async (tx) => {
    const before = await tokenById(tx, organisation, id)
    await sql.revoke.one(tx, organisation.id, id, new Date(clock.now()).toISOString())
    if (before.revoked_at === null) await sql.recordEvent.rows(tx, organisation.id, 'token.revoked', id, null)
  })
}

export const listTokens = (db: Queryable, organisation: Organisation): Promise<sql.TokenRow[]> =>
  sql.list.rows(db, organisation.id)

export async function tokenById(db: Queryable, organisation: Organisation, id: number): Promise<sql.TokenRow> {
  const token = await sql.byId.first(db, organisation.id, id)
  if (!token)
    throw new Failure(
      `${organisation.slug} has no token ${id}: wattle token list --org ${organisation.slug} shows those there are.`,
    )
  return token
}

export const findToken = (db: Queryable, token: string) => sql.byHash.first(db, tokenHash(token))

/** Revoked is final and comes first. A token that is disabled and expired is disabled, because that can be changed. */
export function stateOf(token: sql.TokenRow, clock: Clock): TokenState {
  if (token.revoked_at) return 'revoked'
  if (token.disabled) return 'disabled'
  return Date.parse(token.expires_at) <= clock.now() ? 'expired' : 'active'
}
