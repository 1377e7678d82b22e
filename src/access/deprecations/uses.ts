import type pg from 'pg'
import { type Queryable, statement } from '../../db/statement.ts'
import type { Clock } from '../../process/clock.ts'
import type { Caller } from '../tokens.ts'

const addUses = statement<
  [orgId: number, tokenIds: number[], parts: string[], requests: number[], lastAt: string[]],
  object
>(
  'deprecations.add_uses',
  `insert into deprecated_use as u (org_id, token_id, part, requests, last_at)
   select $1, n.token_id, n.part, n.requests, n.last_at
   from unnest($2::bigint[], $3::text[], $4::bigint[], $5::timestamptz[]) as n (token_id, part, requests, last_at)
   order by n.token_id, n.part
   on conflict (org_id, token_id, part) do update
     set requests = u.requests + excluded.requests, last_at = excluded.last_at`,
)

/** A deprecated part of the API that a token has used. */
export interface DeprecatedUse {
  token_id: number
  connection: string
  part: string
  requests: number
  last_at: string
}

/** Of tokens that are not revoked and have not expired. */
const usesOf = statement<[orgId: number, now: string], DeprecatedUse>(
  'deprecations.uses',
  `select u.token_id, c.name as connection, u.part, u.requests, u.last_at
   from deprecated_use u
   join access_token t on t.org_id = u.org_id and t.id = u.token_id
   join connection c on c.org_id = t.org_id and c.id = t.connection_id
   where u.org_id = $1 and t.revoked_at is null and t.expires_at > $2
   order by u.last_at desc, u.token_id, u.part`,
)

export const deprecatedUses = (db: Queryable, orgId: number, clock: Clock): Promise<DeprecatedUse[]> =>
  usesOf.rows(db, orgId, new Date(clock.now()).toISOString())

const organisationsWithUses = statement<[since: string], { slug: string; tokens: number }>(
  'deprecations.organisations',
  `select o.slug, count(distinct u.token_id) as tokens
   from deprecated_use u join organisation o on o.id = u.org_id
   where u.last_at >= $1
   group by o.slug order by o.slug`,
)

/** The organisations whose tokens used deprecated parts in the last day. */
export const usesOfLastDay = (db: Queryable, clock: Clock) =>
  organisationsWithUses.rows(db, new Date(clock.now() - 86_400_000).toISOString())

interface Count {
  tokenId: number
  part: string
  requests: number
  lastAt: number
}

/** Counts in memory what requests of each token use, until it is stored. */
export class UseCounter {
  readonly #db: pg.Pool
  readonly #clock: Clock
  #counts = new Map<number, Map<string, Count>>()

  constructor(db: pg.Pool, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  add({ orgId, tokenId }: Caller, part: string): void {
    const key = `${tokenId} ${part}`
    const counts = this.#counts.get(orgId) ?? new Map<string, Count>()
    this.#counts.set(orgId, counts)
    const { requests } = counts.get(key) ?? { requests: 0 }
    counts.set(key, { tokenId, part, requests: requests + 1, lastAt: this.#clock.now() })
  }

  /**
   * Counts that cannot be stored are lost: they only say who should change a program. One organisation, as when it is being
   * deleted, does not keep those of others from being stored.
   */
  async flush(): Promise<void> {
    const counts = this.#counts
    this.#counts = new Map()
    const failures: unknown[] = []
    for (const [orgId, ofOrganisation] of counts) {
      const all = [...ofOrganisation.values()]
      const stored = addUses.rows(
        this.#db,
        orgId,
        all.map(({ tokenId }) => tokenId),
        all.map(({ part }) => part),
        all.map(({ requests }) => requests),
        all.map(({ lastAt }) => new Date(lastAt).toISOString()),
      )
      await stored.catch((error) => failures.push(error))
    }
    // The job's failure is logged: once, with codes of PostgreSQL alone.
    if (failures.length > 0) {
      const codes = [...new Set(failures.map((error) => (error as { code?: string }).code ?? 'no code'))]
      throw new Error(`uses of ${failures.length} of ${counts.size} organisations were not stored: ${codes.join(', ')}`)
    }
  }
}
