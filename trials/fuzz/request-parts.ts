import type { Expected } from './checker.ts'

/** The parts of a request that an attack sets. */
export interface Parts {
  kind: string
  path?: Record<string, string>
  /** Names and values, already encoded. */
  query?: [name: string, value: string][]
  headers?: Record<string, string>
  payload?: string | Buffer
  expected?: Expected
}

/** The parts of a valid request. */
export interface Valid {
  path: Record<string, string>
  query: [string, string][]
  body: Record<string, unknown> | undefined
}

export const jsonHeaders = { 'content-type': 'application/json' }
export const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
