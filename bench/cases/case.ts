import { basePath } from '../../src/app.ts'
import type { Organisation } from '../data/data.ts'

/** What a page must look like for its speed to count. */
export interface Expected {
  page: number
  rows: number
  total: number
}

export interface Side {
  program: 'baseline' | 'service'
  requests: string[]
  /** Each request can be sent only once: every round has its part of them, and ends early when that is used up. */
  isOnce?: boolean
  expected?: Expected
}

/** Two sides measured in turn: what counts is how fast `tested` is when `reference` is 1. */
export interface Case {
  name: string
  /** Against the floor, a large list against a small one, or part of a list against all of it. */
  kind: 'baseline' | 'growth' | 'filter'
  target: number
  reference: Side
  tested: Side
  /** The event that each request to the tested side must leave behind, once or so many times. */
  event?: string
  eventsEach?: number
  /** Each side is checked by a request of its own, because one would take away what the other needs. */
  usesSeparateRequests?: boolean
}

export const targets = {
  reads: 0.85,
  /** A list's records are text when they are read, which the floor makes of rows. */
  lists: 1.5,
  writes: 0.8,
  roster: 0.7,
  notes: 0.7,
  noteList: 1,
  forms: 0.7,
  /** Within 1.3 times the time. */
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

/** The same list of a small and of a large organisation. */
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
