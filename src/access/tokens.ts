import { type Queryable, statement } from '../db/statement.ts'
import type { Clock } from '../process/clock.ts'
import { type Access, accessOf } from './areas.ts'
import { withOffset } from './expiry.ts'
import { isWellFormed, tokenHash } from './token-format.ts'

/** The caller of a request: its token's organisation, connection and access. */
export interface Caller {
  tokenId: number
  orgId: number
  /** The organisation in the URLs of pages. */
  slug: string
  organisation: string
  timezone: string
  integrationsEnabled: boolean
  /** Signs values that clients send back, such as cursors. */
  signingKey: Buffer
  connectionId: number
  connection: string
  access: Access
  /** ISO 8601 with the organisation's offset. */
  expiresAt: string
}

interface LoadedToken {
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

const findToken = statement<[hash: Buffer], LoadedToken>(
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

/** The bearer token of an Authorization header. */
export function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, scheme.length).toLowerCase() !== scheme) return undefined
  return header.slice(scheme.length).trim()
}

/** Disabling a token must reach every node within a second. */
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
 * Caches tokens: each is loaded at most about once a second. `last_used_at` is updated when a load finds it a minute
 * old, so it never costs a write per request.
 */
export class Tokens {
  readonly #db: Queryable
  readonly #writable: Queryable
  readonly #clock: Clock
  readonly #entries = new Map<string, Entry>()
  readonly #loading = new Map<string, Promise<Caller | undefined>>()
  /** Times of last use to write, by token. */
  readonly #uses = new Map<number, { orgId: number; usedAt: number }>()
  #isWriting = false

  /** `writable` is the pool of writes, where `db` is a pool for reads only. */
  constructor(db: Queryable, clock: Clock, writable = db) {
    this.#db = db
    this.#writable = writable
    this.#clock = clock
  }

  /** The caller, or undefined for an invalid token. A promise only when the token must be loaded. */
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

  /** The organisation of a cached token, possibly outdated. Never queries the database. */
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

  #touch({ orgId, tokenId }: Caller, now: number) {
    this.#uses.set(tokenId, { orgId, usedAt: now })
    if (!this.#isWriting) this.#writeUses()
  }

  /**
   * In the background: no response waits for it, and a failure only leaves the older time. One at a time: on Citus they wait for
   * each other, and together would take all connections.
   */
  async #writeUses() {
    this.#isWriting = true
    for (const [tokenId, { orgId, usedAt }] of this.#uses) {
      this.#uses.delete(tokenId)
      await touchToken.rows(this.#writable, orgId, tokenId, new Date(usedAt).toISOString()).catch(() => {})
    }
    this.#isWriting = false
  }
}

const callerOf = (row: LoadedToken): Caller => ({
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
