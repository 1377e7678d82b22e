import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** The type of a list of ids, for which pg has no name. */
const int8Array = 1016

/**
 * Parsers of the database's values. A JavaScript Date would drop microseconds and apply this machine's zone, so
 * timestamps stay text: an instant becomes ISO 8601 with microseconds and Z, a local time does not change.
 * Ids are at most 2^53 - 1, so bigint is safe as a number.
 */
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.TIMESTAMPTZ]: (t) => `${t.slice(0, 10)}T${t.slice(11, 19)}.${microseconds(t)}Z`,
  [pg.types.builtins.TIMESTAMP]: (t) => t.slice(0, 19),
  [pg.types.builtins.DATE]: (t) => t,
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.JSONB]: (t) => (t === '[]' ? [] : JSON.parse(t)), // mostly empty, and parsing has a cost
  [int8Array]: (t) => (t === '{}' ? [] : t.slice(1, -1).split(',').map(Number)),
}

function microseconds(t: string): string {
  const digits = t.slice(20, -3) // between the point and +00
  return digits.length === 6 ? digits : digits.padEnd(6, '0')
}

export const parserOf = (oid: number): ((text: string) => unknown) =>
  parsers[oid] ?? (pg.types.getTypeParser(oid, 'text') as (text: string) => unknown)

/** The same for pg's own queries. */
export const types = {
  getTypeParser: ((oid: number, format?: string) =>
    format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : parserOf(oid)) as typeof pg.types.getTypeParser,
}

/**
 * Formats a parameter. Lists are formatted here because pg takes two to four times as long, and an edit of a series
 * sends 8,000 ids.
 */
export const toParameter = (value: unknown): string | Buffer | null =>
  Array.isArray(value) ? list(value) : prepareValue(value)

function list(items: unknown[]): string {
  let text = ''
  for (const item of items) text += text === '' ? element(item) : `,${element(item)}`
  return `{${text}}`
}

function element(item: unknown): string {
  if (typeof item === 'number' || typeof item === 'boolean') return String(item)
  if (Array.isArray(item)) return list(item)
  const text = prepareValue(item)
  if (text === null) return 'NULL'
  if (typeof text !== 'string') throw new Error('A list of bytes cannot be sent.')
  const isPlain = !text.includes('"') && !text.includes('\\')
  return isPlain ? `"${text}"` : `"${text.replace(/["\\]/g, '\\$&')}"`
}
