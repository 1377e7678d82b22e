import type { Expected } from './checker.ts'

/** The parts that a request is put together from. */
export interface Parts {
  kind: string
  path?: Record<string, string>
  /** Names and values, encoded already. */
  query?: [name: string, value: string][]
  headers?: Record<string, string>
  payload?: string | Buffer
  expected?: Expected
}

/** A valid request, in parts. */
export interface Valid {
  path: Record<string, string>
  query: [string, string][]
  body: Record<string, unknown> | undefined
}

export const jsonHeaders = { 'content-type': 'application/json' }
export const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
