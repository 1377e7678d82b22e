import { type Queryable, statement } from '../db/statement.ts'
import type { Clock } from '../process/clock.ts'
import { type Access, accessOf } from './areas.ts'
import { withOffset } from './expiry.ts'
import { isWellFormed, tokenHash } from './token.ts'

/** Who calls: what a token says of its organisation, its connection and its rights. */
export interface Caller {
  tokenId: number
  orgId: number
  /** Its part of the addresses of pages. */
  slug: string
  organisation: string
  timezone: string
  integrationsEnabled: boolean
  /** Signs what is handed out to be brought back, such as cursors. */
  signingKey: Buffer
  connectionId: number
  connection: string
  access: Access
  /** ISO 8601 with the organisation's offset. */
  expiresAt: string
}

interface TokenRow {
  token_id: number
  org_id: number
  slug: string
  organisation: string
  timezone: string
  integrations_enabled: boolean
  signing_key: Buffer
  connection_id: number
  connection: string
  access: Partial<Access>
  expires_at: string
  usable: boolean
  last_used_at: string | null
}

const findToken = statement<[hash: Buffer], TokenRow>(
  'access.find_token',
  `select t.id as token_id, t.org_id, o.slug, o.name as organisation, o.timezone, o.integrations_enabled, o.signing_key,
          t.connection_id, c.name as connection, t.access, t.expires_at, t.last_used_at,
          not t.disabled and t.revoked_at is null as usable
   from access_token t
   join organisation o on o.id = t.org_id
   join connection c on c.org_id = t.org_id and c.id = t.connection_id
   where t.hash = $1`,
)

const touchToken = statement<[orgId: number, tokenId: number, at: string], object>(
  'access.touch_token',
  `update access_token set last_used_at = $3
   where org_id = $1 and id = $2 and (last_used_at is null or last_used_at < $3::timestamptz - interval '55 seconds')`,
)

const scheme = 'bearer '

/** The token of an Authorization header, if it has one. */
export function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, scheme.length).toLowerCase() !== scheme) return undefined
  return header.slice(scheme.length).trim()
}

/** Below the second within which disabling a token must reach every node. */
const cacheMilliseconds = 900
const cacheEntries = 10_000
const touchEveryMilliseconds = 60_000

interface Entry {
  loadedAt: number
  caller: Caller | undefined
  expiresAt: number
}

const isFresh = ({ loadedAt }: Entry, now: number): boolean => now >= loadedAt && now - loadedAt < cacheMilliseconds

/**
 * Looks tokens up, each at most about once a second: every request in between is answered from memory.
 * `last_used_at` is written when a look-up finds it a minute old, so it never costs a write per request.
 */
export class Tokens {
  readonly #db: Queryable
  readonly #writable: Queryable
  readonly #clock: Clock
  readonly #entries = new Map<string, Entry>()
  readonly #loading = new Map<string, Promise<Caller | undefined>>()

  /** `writable` where looking up has connections of its own, on which nothing is written. */
  constructor(db: Queryable, clock: Clock, writable = db) {
    this.#db = db
    this.#writable = writable
    this.#clock = clock
  }

  /** The caller, or undefined for a token that does not work; a promise only when the database must be asked. */
  find(token: string): Caller | undefined | Promise<Caller | undefined> {
    const now = this.#clock.now()
    const entry = this.#entries.get(token)
    if (entry) {
      if (isFresh(entry, now)) return entry.expiresAt > now ? entry.caller : undefined
    } else if (!isWellFormed(token)) return undefined

    let loading = this.#loading.get(token)
    if (!loading) {
      loading = this.#load(token, now).finally(() => this.#loading.delete(token))
      this.#loading.set(token, loading)
    }
    return loading
  }

  /** The organisation of a token that was seen before, without asking; for what need not be certain. */
  organisationOf(token: string): number | undefined {
    return this.#entries.get(token)?.caller?.orgId
  }

  async #load(token: string, now: number): Promise<Caller | undefined> {
    const row = await findToken.first(this.#db, tokenHash(token))
    const caller = row?.usable ? callerOf(row) : undefined
    const expiresAt = row ? Date.parse(row.expires_at) : 0
    this.#remember(token, { loadedAt: now, caller, expiresAt })
    if (!caller || expiresAt <= now) return undefined
    const touchedAt = row?.last_used_at ? Date.parse(row.last_used_at) : 0
    if (now - touchedAt >= touchEveryMilliseconds) this.#touch(caller, now)
    return caller
  }

  #remember(token: string, entry: Entry) {
    this.#entries.delete(token) // so that the map's order is the order of use
    this.#entries.set(token, entry)
    if (this.#entries.size > cacheEntries) this.#entries.delete(this.#entries.keys().next().value!)
  }

  /** In the background: an answer does not wait for it, and a failure only leaves the older time. */
  #touch({ orgId, tokenId }: Caller, now: number) {
    touchToken.rows(this.#writable, orgId, tokenId, new Date(now).toISOString()).catch(() => {})
  }
}

const callerOf = (row: TokenRow): Caller => ({
  tokenId: row.token_id,
  orgId: row.org_id,
  slug: row.slug,
  organisation: row.organisation,
  timezone: row.timezone,
  integrationsEnabled: row.integrations_enabled,
  signingKey: row.signing_key,
  connectionId: row.connection_id,
  connection: row.connection,
  access: accessOf(row.access),
  expiresAt: withOffset(row.expires_at, row.timezone),
})
