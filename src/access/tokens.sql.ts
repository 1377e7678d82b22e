import { statement } from '../db/statement.ts'
import type { Access } from './areas.ts'

/** What happens to tokens. Events of it have no number in the feed: they are for the command line alone. */
export const tokenEvents = [
  'token.created',
  'token.rotated',
  'token.disabled',
  'token.enabled',
  'token.revoked',
] as const
export type TokenEvent = (typeof tokenEvents)[number]

/** The fields of a token that commands may display: never the token, never its hash. */
export interface TokenRow {
  id: number
  connection: string
  last_four: string
  access: Access
  expires_at: string
  disabled: boolean
  revoked_at: string | null
  last_used_at: string | null
}

const columns = `token.id, connection.name as connection, token.last_four, token.access, token.expires_at,
  token.disabled, token.revoked_at, token.last_used_at`

/** The first token creates its connection. Later tokens of the same name belong to it too. */
export const create = statement<
  [orgId: number, connection: string, hash: Buffer, lastFour: string, access: Access, expiresAt: string],
  TokenRow
>(
  'tokens.create',
  `with connection as (
     insert into connection (org_id, name) values ($1, $2)
     on conflict on constraint connection_name_key do update set name = excluded.name
     returning id, name
   ), token as (
     insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
     select $1, id, $3, $4, $5, $6 from connection
     returning *
   )
   select ${columns} from token, connection`,
)

export const list = statement<[orgId: number], TokenRow>(
  'tokens.list',
  `select ${columns}
   from access_token token
   join connection on connection.org_id = token.org_id and connection.id = token.connection_id
   where token.org_id = $1
   order by token.id`,
)

export const byId = statement<[orgId: number, id: number], TokenRow>(
  'tokens.by_id',
  `select ${columns}
   from access_token token
   join connection on connection.org_id = token.org_id and connection.id = token.connection_id
   where token.org_id = $1 and token.id = $2`,
)

/** The organisation is not known yet: the hash finds it. */
export const byHash = statement<[hash: Buffer], TokenRow & { org_id: number }>(
  'tokens.by_hash',
  `select ${columns}, token.org_id
   from access_token token
   join connection on connection.org_id = token.org_id and connection.id = token.connection_id
   where token.hash = $1`,
)

export const setDisabled = statement<[orgId: number, id: number, disabled: boolean], { id: number }>(
  'tokens.set_disabled',
  'update access_token set disabled = $3 where org_id = $1 and id = $2 and revoked_at is null returning id',
)

export const revoke = statement<[orgId: number, id: number, at: string], { id: number }>(
  'tokens.revoke',
  'update access_token set revoked_at = coalesce(revoked_at, $3) where org_id = $1 and id = $2 returning id',
)

/** A token that expires before the overlap ends does not change. */
export const endBy = statement<[orgId: number, id: number, at: string], { id: number }>(
  'tokens.end_by',
  `update access_token set expires_at = least(expires_at, $3)
   where org_id = $1 and id = $2 and revoked_at is null and not disabled returning id`,
)

export const recordEvent = statement<[orgId: number, type: TokenEvent, id: number, detail: object | null], object>(
  'tokens.record_event',
  'insert into event (org_id, type, subject_id, detail) values ($1, $2, $3, $4)',
)
