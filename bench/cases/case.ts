import { basePath } from '../../src/app.ts'
import type { Organisation } from '../data/data.ts'

/** The page that a list must return before it is measured. */
export interface Expected {
  page: number
  rows: number
  total: number
}

export interface Side {
  program: 'baseline' | 'service'
  requests: string[]
  /** Each request can succeed only once. Every round gets a part of them and ends when they are used up. */
  isOnce?: boolean
  expected?: Expected
}

/** Two sides, measured alternately. The result is the rate of `tested` relative to `reference`. */
export interface Case {
  name: string
  /** Service against baseline, a large list against a small one, or a filtered list against an unfiltered one. */
  kind: 'baseline' | 'growth' | 'filter'
  target: number
  reference: Side
  tested: Side
  /** The event that each request to the tested side must record, `eventsEach` times (1 by default). */
  event?: string
  eventsEach?: number
  /** The check before the measurement uses a different request for each side, because it succeeds only once. */
  usesSeparateRequests?: boolean
  /** Requests at the same time: 16 by default. */
  connections?: number
}

export const targets = {
  reads: 0.85,
  /** The service reads list records as JSON text, while the baseline builds JSON from rows. */
  lists: 1.5,
  writes: 0.8,
  roster: 0.7,
  notes: 0.7,
  noteList: 1,
  forms: 0.7,
  /** At most 1.3 times the duration. */
  growth: 0.77,
  filtered: 0.33,
}

export const againstBaseline = (name: string, target: number, requests: string[], event?: string): Case => ({
  name,
  kind: 'baseline',
  target,
  reference: { program: 'baseline', requests },
  tested: { program: 'service', requests },
  ...(event !== undefined && { event }),
})

/** The same list of a small and a large organisation. */
export function largeAgainstSmall(
  name: string,
  { small, large }: { small: Organisation; large: Organisation },
  listOf: (organisation: Organisation) => { path: string; expected: Expected },
): Case {
  const of = (organisation: Organisation): Side => {
    const { path, expected } = listOf(organisation)
    return { program: 'service', requests: [request('GET', path, organisation.token)], expected }
  }
  return { name, kind: 'growth', target: targets.growth, reference: of(small), tested: of(large) }
}

export function request(method: string, path: string, token: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const entity = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`
  return `${method} ${basePath}${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n${entity}\r\n${text}`
}
