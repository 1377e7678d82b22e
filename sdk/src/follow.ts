import type { CallOptions } from './calls.ts'
import { type Environment, sleep } from './environment.ts'
import {
  ConnectionError,
  Invalid,
  RateLimited,
  ServerError,
  TimeoutError,
  Unavailable,
  type WattleError,
} from './errors.ts'
import type { Event, EventTypeName, FeedMeta } from './generated/api.ts'

/** Where a program is in the feed. Store both parts: after a backup was restored, `feed` is another one. */
export interface Position {
  after: number
  feed: string
}

export interface FollowOptions {
  /** Where to go on: a stored position, `latest` for new events alone (if not given), or `oldest` for all that are stored. */
  after?: Position | 'latest' | 'oldest'
  /** Only these types: `shift.cancelled`, or all of a kind of record, `shift.*`. */
  types?: readonly (EventTypeName | `${string}.*`)[]
  /** Only events of one record: `client:7`, `shift:a:4411`. */
  subject?: string
  /** How many events a request reads at most, 1 to 1000; 100 if not given. */
  pageSize?: number
  /**
   * Called at the beginning, when the body of the loop has finished with an event, and when events were passed over that do not
   * match. Store the position here. A program that ends in the middle of an event gets it again.
   */
  onPosition?: (position: Position) => unknown
  /**
   * Called when a position is no longer valid: events after it are no longer stored, or a backup was restored. Read all records
   * anew here. The loop then goes on with the events since this call. Without it the error ends the loop.
   */
  onReset?: (error: Invalid, position: Position) => unknown
  /** Called when the service cannot be reached; the loop goes on after a wait. Throw to end it. */
  onError?: (error: WattleError, waitSeconds: number) => unknown
  /** Ends the loop. */
  signal?: AbortSignal
}

type Query = {
  after: number | string
  feed?: string
  wait?: number
  limit?: number
  types?: string[]
  subject?: string
}
type Read = (query: Query, options: CallOptions) => Promise<{ data: Event[]; meta: FeedMeta }>

const waitSeconds = 20
const longestPauseSeconds = 60
const unansweredPauseSeconds = 5

/** The events of the feed, old and new, for as long as the program takes them. */
export async function* follow(
  read: Read,
  environment: Environment,
  options: FollowOptions = {},
): AsyncGenerator<Event, void, undefined> {
  const { after = 'latest', types, subject, pageSize = 100, onPosition, onReset, onError, signal } = options
  const filter = { ...(types && { types: [...types] }), ...(subject !== undefined && { subject }) }
  // A request that waits takes longer than others.
  const calls = { timeout: (waitSeconds + 30) * 1000, ...(signal && { signal }) }
  let begin = after === 'oldest' ? 'oldest' : 'latest'
  let position = typeof after === 'object' ? after : undefined
  let lost: Invalid | undefined
  let failures = 0
  while (!signal?.aborted) {
    const asked = environment.now()
    let page: Awaited<ReturnType<Read>> | undefined
    try {
      if (position) page = await read({ ...position, ...filter, limit: pageSize, wait: waitSeconds }, calls)
      // `latest` is asked for once, so that events during a pause are not missed. After a reset it is the position before the
      // records are read anew, for the same reason.
      else position = await positionAt(read, begin, calls)
    } catch (error) {
      if (signal?.aborted) return
      if (isLost(error) && onReset) {
        lost = error
        position = undefined
        begin = 'latest'
      } else {
        if (!mayPass(error)) throw error
        const pause = Math.min(2 ** failures++, longestPauseSeconds)
        await onError?.(error, pause)
        await sleep(environment, pause * 1000, signal).catch(() => {})
      }
      continue
    }
    failures = 0
    if (!page) {
      if (lost) await onReset!(lost, position)
      lost = undefined
      await onPosition?.(position)
      continue
    }
    const { data, meta } = page
    for (const event of data) {
      yield event
      position = { after: event.id, feed: meta.feed }
      await onPosition?.(position)
    }
    if (meta.next > position!.after) {
      position = { after: meta.next, feed: meta.feed }
      await onPosition?.(position)
    } else if (data.length === 0 && environment.now() - asked < (waitSeconds * 1000) / 2) {
      // The service lets two requests of a token wait, and answers others at once.
      await sleep(environment, unansweredPauseSeconds * 1000, signal).catch(() => {})
    }
  }
}

async function positionAt(read: Read, after: string, calls: CallOptions): Promise<Position> {
  if (after !== 'oldest') {
    const { meta } = await read({ after, limit: 1 }, calls)
    return { after: meta.next, feed: meta.feed }
  }
  const { meta } = await read({ after: 'latest', limit: 1 }, calls)
  return { after: Math.max(0, meta.oldest - 1), feed: meta.feed }
}

const isLost = (error: unknown): error is Invalid =>
  error instanceof Invalid && ('after' in error.errors || 'feed' in error.errors)

/** An outage, of which nobody knows how long it takes. Integrations that are turned off are none. */
function mayPass(error: unknown): error is WattleError {
  if (error instanceof Unavailable || error instanceof RateLimited)
    return (error.retryAfter ?? 0) <= longestPauseSeconds
  return error instanceof ConnectionError || error instanceof TimeoutError || error instanceof ServerError
}
