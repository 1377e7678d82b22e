import { createRequire } from 'node:module'
import { Ajv, type AnySchemaObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { isDate, isLocalTime } from '../../time/local-time.ts'
import { isDateOrInstant } from './dates.ts'
import { maxDepth } from './nfc.ts'
import { coerceUrlParts, type UrlSchema } from './query.ts'

// ajv-formats is CommonJS, whose default export nodenext cannot see as callable.
const addFormats = createRequire(import.meta.url)('ajv-formats') as (ajv: Ajv) => Ajv

/**
 * Bodies are taken as sent: nothing is converted, nothing removed, every problem is found at once. Given to
 * Fastify as a factory, because a compiler set later is dropped in every plugin that calls addSchema.
 */
export function buildValidator(shared: Record<string, AnySchemaObject>) {
  const ajv = makeAjv(Object.values(shared))
  return ({ schema, httpPart }: { schema: unknown; httpPart?: string }) => {
    const check = compiledAtFirstUse(ajv, schema as AnySchemaObject)
    return httpPart === 'body' ? checkBody(check) : checkUrlParts(check, schema as UrlSchema, httpPart === 'params')
  }
}

/** Schemas come from TypeBox; to hold each of them against the schema of schemas would take a third of every start. */
const trusted = { meta: false, validateSchema: false }

export function makeAjv(shared: AnySchemaObject[] = []): Ajv {
  const ajv = addFormats(
    new Ajv({ allErrors: true, useDefaults: true, verbose: true, strict: false, discriminator: true, ...trusted }),
  )
  // In place of the package's own `date`, which takes the year 0000 that PostgreSQL refuses.
  ajv.addFormat('date', isDate)
  ajv.addFormat('local-time', isLocalTime)
  ajv.addFormat('date-or-instant', isDateOrInstant)
  ajv.addFormat('web-address', isWebAddress)
  ajv.addKeyword(onOrAfter)
  ajv.addKeyword(ascending)
  for (const schema of shared) ajv.addSchema(schema)
  return ajv
}

/** Where a browser can be sent: whole, and nothing that would run. */
const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)

/** `onOrAfter: 'from'` holds a date against the one beside it, so that the two are judged along with everything else. */
const onOrAfter: FuncKeywordDefinition = {
  keyword: 'onOrAfter',
  type: 'string',
  errors: false,
  validate: (other: string, text: string, _, place) => {
    const earliest: unknown = place?.parentData[other]
    return typeof earliest !== 'string' || !isDate(earliest) || !isDate(text) || text >= earliest
  },
}

/** `ascending: true` is a list whose items do not get smaller. */
const ascending: FuncKeywordDefinition = {
  keyword: 'ascending',
  type: 'array',
  errors: false,
  validate: (_: boolean, items: unknown[]) =>
    items.every((item, i) => i === 0 || (item as number) >= (items[i - 1] as number)),
}

/** Compiling every schema took three quarters of a start; an operation's own is ready within milliseconds of its first request. */
function compiledAtFirstUse(ajv: Ajv, schema: AnySchemaObject): Check {
  let compiled: ValidateFunction | undefined
  const check: Check = (data) => {
    compiled ??= ajv.compile(schema)
    const isValid = compiled(data)
    check.errors = compiled.errors
    return isValid
  }
  return check
}

const fieldKeywords = ['additionalProperties', 'required', 'discriminator']
type Check = { (data: unknown): boolean; errors?: ValidateFunction['errors'] }

function checkBody(check: Check): Check {
  const checked: Check = (data) => {
    if (isSafe(data)) {
      const ok = check(data)
      checked.errors = check.errors
      return ok
    }
    // Depth first: a schema with a deep branch would otherwise recurse as far as the sender likes.
    const hostile = findUnsafeValues(data)
    const tooMany = new Set(hostile.filter(({ params }) => params.limit).map(({ instancePath }) => instancePath))
    if (tooMany.size > 0) removeExcessFields(data)
    const short = truncateLists(data)
    const ok = (short === data || check(short)) && check(data)
    const found = check.errors ?? []
    // Where the schema has a sentence of its own, that is the one to tell.
    const told = new Set(found.filter(({ keyword }) => keyword === 'maxProperties').map((one) => one.instancePath))
    for (const { instancePath, params } of found) {
      if (params.additionalProperty === '__proto__') told.add(`${instancePath}/__proto__`)
    }
    // An object of too many fields is told so, and not which of them are unknown, nor which are missing behind those.
    checked.errors = [
      ...found.filter((one) => !fieldKeywords.includes(one.keyword) || !tooMany.has(one.instancePath)),
      ...hostile.filter(({ instancePath }) => !told.has(instancePath)),
    ]
    return ok && hostile.length === 0
  }
  return checked
}

function checkUrlParts(check: Check, schema: UrlSchema, isPath: boolean): Check {
  const coerce = coerceUrlParts(schema, isPath)
  const checked: Check = (data) => {
    coerce(data as Record<string, unknown>)
    const hostile = findUnsafeValues(data)
    const ok = check(data)
    checked.errors = [...(check.errors ?? []), ...hostile]
    return ok && hostile.length === 0
  }
  return checked
}

/** More fields than any object inside a body has. A body of 64 KB can name 5,500, and what reads them takes 10 µs of the thread for each. */
const maxFields = 1000
const hasTooManyFields = (keys: string[], value: object, depth: number) =>
  depth > 0 && keys.length > maxFields && !Array.isArray(value)

/**
 * What JSON allows and PostgreSQL, JSON.stringify or an unwary merge does not survive: U+0000, half a surrogate
 * pair, a `__proto__` key, nesting without end, and fields without end. Looked for in every value that comes from outside.
 */
export function findUnsafeValues(value: unknown, path = '', depth = 0, found: FastifySchemaValidationError[] = []) {
  if (typeof value === 'string') {
    const rule = textRule(value)
    if (rule) found.push(issue(path, rule))
  } else if (value !== null && typeof value === 'object') {
    if (depth >= maxDepth) {
      found.push(issue(path, `must not be nested deeper than ${maxDepth} levels`, { limit: maxDepth }))
      return found
    }
    const keys = Object.keys(value)
    if (hasTooManyFields(keys, value, depth)) {
      found.push(issue(path, `must have at most ${maxFields} fields`, { limit: maxFields }))
      return found
    }
    for (const key of keys) {
      const inner = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const rule = key === '__proto__' ? 'is not supported' : textRule(key)
      if (rule) found.push(issue(inner, rule))
      findUnsafeValues((value as Record<string, unknown>)[key], inner, depth + 1, found)
    }
  }
  return found
}

/** Leaves an object as many fields as it may have. Such a body is refused, and what else is said of it need not read thousands. */
export function removeExcessFields(value: unknown, depth = 0): void {
  if (value === null || typeof value !== 'object' || depth > maxDepth) return
  const keys = Object.keys(value)
  const cut = hasTooManyFields(keys, value, depth) ? maxFields : keys.length
  for (const key of keys.slice(cut)) delete (value as Record<string, unknown>)[key]
  for (const key of keys.slice(0, cut)) removeExcessFields((value as Record<string, unknown>)[key], depth + 1)
}

/** More items than any list of the API takes. */
const maxItems = 1000

/** Whether a value has nothing that the two above and below look for, as nearly all have: a look that makes nothing anew. */
export function isSafe(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return textRule(value) === undefined
  if (value === null || typeof value !== 'object') return true
  if (depth >= maxDepth) return false
  if (Array.isArray(value)) {
    return value.length <= maxItems && value.every((item) => isSafe(item, depth + 1))
  }
  const keys = Object.keys(value)
  if (hasTooManyFields(keys, value, depth)) return false
  for (const key of keys) {
    if (key === '__proto__' || textRule(key) !== undefined) return false
    if (!isSafe((value as Record<string, unknown>)[key], depth + 1)) return false
  }
  return true
}

/**
 * A body whose lists end behind the longest that the API takes; itself where none is longer. For many wrong items Ajv takes the
 * square of their number, so a caller who sends too many is told by the first of them.
 */
export function truncateLists(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || depth > maxDepth) return value
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems + 1).map((item) => truncateLists(item, depth + 1))
    return items.length === value.length && items.every((item, i) => item === value[i]) ? value : items
  }
  const before = Object.entries(value)
  const after = before.map(([key, inner]) => [key, truncateLists(inner, depth + 1)] as const)
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
