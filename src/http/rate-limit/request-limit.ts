import type pg from 'pg'
import type { Clock } from '../../process/clock.ts'
import { RateLimit, type RateLimitResult, type TokenKey } from './rate-limit.ts'
import { sharedRateLimit } from './shared-limit.ts'

/** Counts requests of tokens, on this node or together with other nodes. */
export interface RequestLimit {
  readonly quota: number
  take(key: TokenKey, amount?: number): RateLimitResult | Promise<RateLimitResult>
  /** Called every second where nodes count together. */
  refresh?(): Promise<void>
}

interface RequestLimitOptions {
  /** Requests per minute for each token; 0 is no limit. */
  quota: number
  clock: Clock
  /** The database in which several nodes count together. Without it this node counts alone. */
  countsDb: pg.Pool | undefined
  report(error: unknown): void
}

export function requestLimit({ quota, clock, countsDb, report }: RequestLimitOptions): RequestLimit | undefined {
  if (quota === 0) return undefined
  if (countsDb) return sharedRateLimit(quota, clock, countsDb, report)
  const limit = new RateLimit<number>(quota, clock)
  return { quota, take: ({ tokenId }, amount) => limit.take(tokenId, amount) }
}
