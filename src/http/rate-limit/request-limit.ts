import type pg from 'pg'
import type { Clock } from '../../process/clock.ts'
import { RateLimit, type RateLimitResult, type TokenKey } from './rate-limit.ts'
import { sharedRateLimit } from './shared-limit.ts'

/** Counts requests of tokens, on this node or together with others. */
export interface RequestLimit {
  readonly quota: number
  take(key: TokenKey, amount?: number): RateLimitResult | Promise<RateLimitResult>
  /** Only where nodes count together: called every second. */
  refresh?(): Promise<void>
}

interface RequestLimitOptions {
  /** Requests a minute for each token; 0 does not limit them. */
  quota: number
  clock: Clock
  /** Where the nodes count together; without it this one counts for itself. */
  countsDb: pg.Pool | undefined
  report(error: unknown): void
}

export function requestLimit({ quota, clock, countsDb, report }: RequestLimitOptions): RequestLimit | undefined {
  if (quota === 0) return undefined
  if (countsDb) return sharedRateLimit(quota, clock, countsDb, report)
  const limit = new RateLimit<number>(quota, clock)
  return { quota, take: ({ tokenId }, amount) => limit.take(tokenId, amount) }
}
