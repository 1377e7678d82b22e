import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { deepest } from './nfc.ts'

/** More fields than any object inside a body has. A body of 64 KB can name 5,500, and what reads them takes 10 µs of the thread for each. */
const mostFields = 1000
const hasTooMany = (keys: string[], value: object, depth: number) =>
  depth > 0 && keys.length > mostFields && !Array.isArray(value)

/**
 * What JSON allows and PostgreSQL, JSON.stringify or an unwary merge does not survive: U+0000, half a surrogate
 * pair, a `__proto__` key, nesting without end, and fields without end. Looked for in every value that comes from outside.
 */
export function findHostile(value: unknown, path = '', depth = 0, found: FastifySchemaValidationError[] = []) {
  if (typeof value === 'string') {
    const rule = textRule(value)
    if (rule) found.push(issue(path, rule))
  } else if (value !== null && typeof value === 'object') {
    if (depth >= deepest) {
      found.push(issue(path, `must not be nested deeper than ${deepest} levels`, { limit: deepest }))
      return found
    }
    const keys = Object.keys(value)
    if (hasTooMany(keys, value, depth)) {
      found.push(issue(path, `must have at most ${mostFields} fields`, { limit: mostFields }))
      return found
    }
    for (const key of keys) {
      const inner = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const rule = key === '__proto__' ? 'is not supported' : textRule(key)
      if (rule) found.push(issue(inner, rule))
      findHostile((value as Record<string, unknown>)[key], inner, depth + 1, found)
    }
  }
  return found
}

/** Leaves an object as many fields as it may have. Such a body is refused, and what else is said of it need not read thousands. */
export function cutFields(value: unknown, depth = 0): void {
  if (value === null || typeof value !== 'object' || depth > deepest) return
  const keys = Object.keys(value)
  const cut = hasTooMany(keys, value, depth) ? mostFields : keys.length
  for (const key of keys.slice(cut)) delete (value as Record<string, unknown>)[key]
  for (const key of keys.slice(0, cut)) cutFields((value as Record<string, unknown>)[key], depth + 1)
}

/** More items than any list of the API takes. */
const longestList = 1000

/** Whether a value has nothing that the two above and below look for, as nearly all have: a look that makes nothing anew. */
export function isHarmless(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return textRule(value) === undefined
  if (value === null || typeof value !== 'object') return true
  if (depth >= deepest) return false
  if (Array.isArray(value)) {
    return value.length <= longestList && value.every((item) => isHarmless(item, depth + 1))
  }
  const keys = Object.keys(value)
  if (hasTooMany(keys, value, depth)) return false
  for (const key of keys) {
    if (key === '__proto__' || textRule(key) !== undefined) return false
    if (!isHarmless((value as Record<string, unknown>)[key], depth + 1)) return false
  }
  return true
}

/**
 * A body whose lists end behind the longest that the API takes; itself where none is longer. For many wrong items Ajv takes the
 * square of their number, so a caller who sends too many is told by the first of them.
 */
export function shortened(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || depth > deepest) return value
  if (Array.isArray(value)) {
    const items = value.slice(0, longestList + 1).map((item) => shortened(item, depth + 1))
    return items.length === value.length && items.every((item, i) => item === value[i]) ? value : items
  }
  const before = Object.entries(value)
  const after = before.map(([key, inner]) => [key, shortened(inner, depth + 1)] as const)
  return after.every(([, inner], i) => inner === before[i]![1]) ? value : Object.fromEntries(after)
}

function textRule(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain the character U+0000'
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair'
  return undefined
}

const issue = (path: string, message: string, params = {}): FastifySchemaValidationError => ({
  keyword: 'hostile',
  instancePath: path,
  schemaPath: '',
  params,
  message,
})
