import { createRequire } from 'node:module'
import { Ajv, type AnySchemaObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { isDate, isLocalTime } from '../../time/local-time.ts'
import { isDateOrInstant, isInstant } from './dates.ts'
import { maxDepth } from './nfc.ts'
import { coerceUrlParts, excludedParts, type UrlSchema } from './query.ts'

// ajv-formats is CommonJS, whose default export nodenext cannot see as callable.
const addFormats = createRequire(import.meta.url)('ajv-formats') as (ajv: Ajv) => Ajv

/**
 * Validates bodies without conversion or removal of fields, with all errors at once. A factory for Fastify, because a
 * compiler set later is dropped in every plugin that calls addSchema.
 */
export function buildValidator(shared: Record<string, AnySchemaObject>) {
  const ajv = makeAjv(Object.values(shared))
  return ({ schema, httpPart }: { schema: unknown; httpPart?: string }) => {
    const check = compiledAtFirstUse(ajv, schema as AnySchemaObject)
    return httpPart === 'body' ? checkBody(check) : checkUrlParts(check, schema as UrlSchema, httpPart === 'params')
  }
}

/** Schemas come from TypeBox; validating each of them against the meta-schema would take a third of every start. */
const trusted = { meta: false, validateSchema: false }

export function makeAjv(shared: AnySchemaObject[] = []): Ajv {
  const ajv = addFormats(
    new Ajv({ allErrors: true, useDefaults: true, verbose: true, strict: false, discriminator: true, ...trusted }),
  )
  // In place of the package's own `date`, which accepts the year 0000; PostgreSQL does not.
  ajv.addFormat('date', isDate)
  ajv.addFormat('local-time', isLocalTime)
  ajv.addFormat('date-or-instant', isDateOrInstant)
  ajv.addFormat('local-time-or-instant', (text: string) => isLocalTime(text) || isInstant(text))
  ajv.addFormat('web-address', isWebAddress)
  ajv.addKeyword(onOrAfter)
  ajv.addKeyword(ascending)
  for (const schema of shared) ajv.addSchema(schema)
  return ajv
}

/** An absolute http or https URL, never one that runs a script. */
const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)

/** `onOrAfter: 'from'` compares a date with that of another field of the same object. */
const onOrAfter: FuncKeywordDefinition = {
  keyword: 'onOrAfter',
  type: 'string',
  errors: false,
  validate: (other: string, text: string, _, context) => {
    const earliest: unknown = context?.parentData[other]
    return typeof earliest !== 'string' || !isDate(earliest) || !isDate(text) || text >= earliest
  },
}

/** `ascending: true` is a list whose items do not decrease. */
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
    // Depth is checked first: a recursive schema would otherwise recurse as deep as the input.
    const unsafe = findUnsafeValues(data)
    const tooMany = new Set(unsafe.filter(({ params }) => params.limit).map(({ instancePath }) => instancePath))
    if (tooMany.size > 0) removeExcessFields(data)
    const short = truncateLists(data)
    const ok = (short === data || check(short)) && check(data)
    const issues = check.errors ?? []
    // Where the schema has its own message, that one is reported.
    const reported = new Set(issues.filter(({ keyword }) => keyword === 'maxProperties').map((one) => one.instancePath))
    for (const { instancePath, params } of issues) {
      if (params.additionalProperty === '__proto__') reported.add(`${instancePath}/__proto__`)
    }
    // For an object with too many fields, unknown and missing fields are not reported.
    checked.errors = [
      ...issues.filter((one) => !fieldKeywords.includes(one.keyword) || !tooMany.has(one.instancePath)),
      ...unsafe.filter(({ instancePath }) => !reported.has(instancePath)),
    ]
    return ok && unsafe.length === 0
  }
  return checked
}

function checkUrlParts(check: Check, schema: UrlSchema, isPath: boolean): Check {
  const coerce = coerceUrlParts(schema, isPath)
  const excluded = excludedParts(schema)
  const checked: Check = (data) => {
    coerce(data as Record<string, unknown>)
    // Before the check, which fills in defaults.
    const together = excluded(data as Record<string, unknown>)
    const wrong = [
      ...findUnsafeValues(data),
      ...together.map(([name, other]) => issue(`/${name}`, `cannot be sent with ${other}`)),
    ]
    if (!isPath) removeUndeclared(data as Record<string, unknown>, schema)
    const ok = check(data)
    checked.errors = [...(check.errors ?? []), ...wrong]
    return ok && wrong.length === 0
  }
  return checked
}

/** An unknown parameter is ignored: no handler reads one that its route does not declare and nobody has checked. */
function removeUndeclared(parts: Record<string, unknown>, { properties = {} }: UrlSchema): void {
  for (const name of Object.keys(parts)) if (!Object.hasOwn(properties, name)) delete parts[name]
}

/**
 * More fields than any object in a valid body has. A body of 64 KB can have 5,500, and each takes 10 µs of the event
 * loop.
 */
const maxFields = 1000
const hasTooManyFields = (keys: string[], value: object, depth: number) =>
  depth > 0 && keys.length > maxFields && !Array.isArray(value)

/**
 * Finds values that are valid JSON and that PostgreSQL, JSON.stringify or a careless merge cannot handle: U+0000, half
 * a surrogate pair, a `__proto__` key, too deep nesting and too many fields. Applied to all input.
 */
function findUnsafeValues(value: unknown, path = '', depth = 0, issues: FastifySchemaValidationError[] = []) {
  if (typeof value === 'string') {
    const rule = textRule(value)
    if (rule) issues.push(issue(path, rule))
  } else if (value !== null && typeof value === 'object') {
    if (depth >= maxDepth) {
      issues.push(issue(path, `must not be nested deeper than ${maxDepth} levels`, { limit: maxDepth }))
      return issues
    }
    const keys = Object.keys(value)
    if (hasTooManyFields(keys, value, depth)) {
      issues.push(issue(path, `must have at most ${maxFields} fields`, { limit: maxFields }))
      return issues
    }
    for (const key of keys) {
      const inner = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const rule = key === '__proto__' ? 'is not supported' : textRule(key)
      if (rule) issues.push(issue(inner, rule))
      findUnsafeValues((value as Record<string, unknown>)[key], inner, depth + 1, issues)
    }
  }
  return issues
}

/**
 * Removes the fields over the limit. The body is rejected anyway, and the other checks need not read thousands of
 * fields.
 */
function removeExcessFields(value: unknown, depth = 0): void {
  if (value === null || typeof value !== 'object' || depth > maxDepth) return
  const keys = Object.keys(value)
  const cut = hasTooManyFields(keys, value, depth) ? maxFields : keys.length
  for (const key of keys.slice(cut)) delete (value as Record<string, unknown>)[key]
  for (const key of keys.slice(0, cut)) removeExcessFields((value as Record<string, unknown>)[key], depth + 1)
}

/** More items than any list of the API accepts. */
const maxItems = 1000

/** Whether a value passes all these checks, as nearly every value does. Allocates nothing. */
function isSafe(value: unknown, depth = 0): boolean {
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
 * Truncates lists to one item more than the API accepts; returns the same value where none is longer. Ajv takes time
 * quadratic in the number of invalid items, so only the first ones are validated.
 */
function truncateLists(value: unknown, depth = 0): unknown {
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

/** Whether an issue is about text or a key that cannot be stored, and not about size. */
export const isUnsafeText = ({ keyword, params }: Pick<FastifySchemaValidationError, 'keyword' | 'params'>) =>
  keyword === 'unsafe' && params.limit === undefined

const issue = (path: string, message: string, params = {}): FastifySchemaValidationError => ({
  keyword: 'unsafe',
  instancePath: path,
  schemaPath: '',
  params,
  message,
})
