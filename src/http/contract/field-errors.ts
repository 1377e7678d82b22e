import type { FastifySchemaValidationError } from 'fastify/types/schema.js'

export type FieldErrors = Record<string, string[]>

type Schema = Record<string, unknown>
/** An error of Ajv with the fields of its verbose mode. `propertyName` is set on errors of a field's name. */
export type Issue = FastifySchemaValidationError & {
  parentSchema?: Schema
  schema?: unknown
  data?: unknown
  propertyName?: string
}
type Path = (string | number)[]

/** Errors that one response lists: as many as a form has fields. A body of 64 KB can have 20,000. */
export const maxListedErrors = 200
const maxCharacters = 64 * 1024
/** The key of the message about errors that are not listed. */
export const unlistedField = '*'

/** The field and the message of an issue. */
type DescribeIssue = (path: Path, rule: string) => readonly [field: string, message: string]
export const describeByField: DescribeIssue = (path, rule) => {
  const field = path.join('.') || 'body'
  return [field, `${field} ${rule}.`]
}

/** Messages by field for the issues of Ajv. Each message says what is allowed. */
export const fieldErrors = (issues: readonly Issue[], describe: DescribeIssue = describeByField): FieldErrors =>
  listErrors(relevantIssues(issues), (issue) => describe(pathOf(issue), ruleOf(issue)))

/** The same errors, up to the limit. */
export function limitErrors(errors: FieldErrors): FieldErrors {
  if (unlistedField in errors) return errors
  const all = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) => [field, message] as const),
  )
  return listErrors(all, (error) => error)
}

/** Lists errors up to the limit, and then the number of the others. */
function listErrors<P>(
  issues: readonly P[],
  describe: (problem: P) => readonly [field: string, message: string],
): FieldErrors {
  // A map, because a body may have a field `constructor` or `__proto__`.
  const errors = new Map<string, Set<string>>()
  const add = (field: string, message: string) => errors.set(field, (errors.get(field) ?? new Set()).add(message))
  let characters = 0
  let listed = 0
  for (; listed < Math.min(issues.length, maxListedErrors) && characters < maxCharacters; listed++) {
    const [field, message] = describe(issues[listed]!)
    characters += field.length + message.length
    add(field, message)
  }
  const more = issues.length - listed
  if (more > 0)
    add(unlistedField, more === 1 ? '1 more problem is not listed.' : `${more} more problems are not listed.`)
  return Object.fromEntries([...errors].map(([field, messages]) => [field, [...messages]]))
}

/**
 * Removes redundant issues. `if` only introduces the issues of its branch. Of several enums for one field the shortest
 * is what is allowed. For a text that is too short the pattern is redundant. An error of a field's name is reported
 * once, with the rule for names.
 */
export function relevantIssues<I extends Issue>(all: readonly I[]): I[] {
  const issues = withinOneChoice(all)
  const values = ({ params }: I) => (params.allowedValues as unknown[]).length
  const short = new Set<string>()
  const fewest = new Map<string, number>()
  for (const issue of issues) {
    const { keyword, instancePath: path } = issue
    if (keyword === 'minLength') short.add(path)
    if (keyword === 'enum') fewest.set(path, Math.min(fewest.get(path) ?? Number.POSITIVE_INFINITY, values(issue)))
  }
  const isRedundant = (issue: I) => {
    const { keyword, instancePath: path } = issue
    if (issue.propertyName !== undefined) return true
    if (keyword === 'enum') return values(issue) > fewest.get(path)!
    return keyword === 'pattern' ? short.has(path) : keyword === 'if'
  }
  return issues.filter((issue) => !isRedundant(issue))
}

interface Choice {
  type?: string | string[]
  properties?: object
}

/**
 * For a value that matches no choice of a union, Ajv reports the issues of every choice and then the union. Only those
 * of the intended choice are kept: the one with the value's type, or of several objects the one whose fields are used.
 * If there is no such choice, or more than one, only the union's own issue is kept.
 */
function withinOneChoice<I extends Issue>(issues: readonly I[]): I[] {
  const relevant: I[] = []
  for (const issue of issues) {
    relevant.push(issue)
    if (issue.keyword !== 'oneOf' && issue.keyword !== 'anyOf') continue
    const choices = `${issue.schemaPath}/`
    // A field's name can have 60,000 characters. Comparing texts of one length is faster than startsWith.
    const fields = `${issue.instancePath}/`
    const isInside = ({ schemaPath, instancePath: path }: I) =>
      schemaPath.startsWith(choices) && (path === issue.instancePath || path.slice(0, fields.length) === fields)
    let first = relevant.length - 1
    while (first > 0 && isInside(relevant[first - 1]!)) first--
    const inside = relevant.splice(first, relevant.length - 1 - first)
    const intended = choiceOf(issue.schema as Choice[], issue.data)
    if (intended === undefined) continue
    relevant.pop()
    relevant.push(...inside.filter(({ schemaPath }) => schemaPath.startsWith(`${choices}${intended}/`)))
  }
  return relevant
}

function choiceOf(choices: Choice[], value: unknown): number | undefined {
  const ofType = choices.filter(({ type }) => [type ?? []].flat().some((name) => isOfType(name, value)))
  const used = ofType.filter(({ properties = {} }) =>
    Object.keys(properties).some((name) => Object.hasOwn(Object(value), name)),
  )
  const [only, second] = ofType.length > 1 ? used : ofType
  return only && !second ? choices.indexOf(only) : undefined
}

const isOfType = (type: string, value: unknown): boolean => {
  if (Array.isArray(value)) return type === 'array'
  if (value === null) return type === 'null'
  return type === typeof value || (type === 'integer' && typeof value === 'number')
}

/** `/operations/2/position` as parts, with the name of a missing or unknown field. */
export function pathOf({ keyword, instancePath, params }: Issue): Path {
  const parts = instancePath.split('/').slice(1)
  const named =
    params.missingProperty ??
    params.additionalProperty ??
    params.propertyName ??
    (keyword === 'discriminator' ? params.tag : undefined)
  return [
    ...parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~'))),
    ...(named === undefined ? [] : [String(named)]),
  ]
}

/** Keywords that have their own message even where a schema has a `valueRule`. */
const keywordsWithOwnRule = ['required', 'additionalProperties', 'propertyNames', 'discriminator', 'onOrAfter']

/** What is allowed, such as `must have at most 100 characters`. */
export function ruleOf({ keyword, params, parentSchema = {}, message = 'is invalid' }: Issue): string {
  if (typeof parentSchema.valueRule === 'string' && !keywordsWithOwnRule.includes(keyword))
    return parentSchema.valueRule
  switch (keyword) {
    case 'required': {
      const { valueRule } = (parentSchema.properties as Record<string, Schema>)[params.missingProperty as string] ?? {}
      return valueRule === undefined ? 'is required' : `is required and ${valueRule}`
    }
    case 'additionalProperties':
      return (
        (parentSchema.unknownRule as string | undefined) ?? unsupported(Object.keys(parentSchema.properties as object))
      )
    case 'propertyNames':
      return (parentSchema.propertyNames as { patternRule: string }).patternRule
    case 'enum':
      return `must be one of ${[...new Set((params.allowedValues as unknown[]).map((value) => String(value)))].join(', ')}`
    case 'type':
      return (parentSchema.typeRule as string | undefined) ?? `must be ${types(params.type as string | string[])}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minimum':
    case 'maximum':
      return range(parentSchema, keyword)
    case 'minItems':
    case 'maxItems':
      return items(parentSchema)
    case 'uniqueItems':
      return 'must not have an item twice'
    case 'format':
      return formatRules[params.format as string] ?? message
    case 'maxProperties':
      return `must have at most ${params.limit} fields`
    case 'discriminator':
      return (parentSchema.tagRule as string | undefined) ?? message
    case 'onOrAfter':
      return `must be on or after ${parentSchema.onOrAfter}`
    case 'pattern':
      return (parentSchema.patternRule as string | undefined) ?? message
    default:
      return message
  }
}

const unsupported = (fields: string[]) =>
  `is not supported; ${fields.length > 0 ? `supported fields are ${fields.join(', ')}` : 'no fields are'}`

const typeNames: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}
const types = (type: string | string[]) =>
  [type]
    .flat()
    .flatMap((t) => t.split(','))
    .map((t) => typeNames[t] ?? t)
    .join(' or ')

const range = ({ minimum, maximum }: Record<string, unknown>, broken: string) =>
  maximum === undefined || (maximum === Number.MAX_SAFE_INTEGER && broken === 'minimum')
    ? `must be ${minimum} or greater`
    : `must be from ${minimum ?? 0} to ${maximum}`

const items = ({ minItems, maxItems }: Record<string, unknown>) => `must have ${minItems ?? 0} to ${maxItems} items`

const formatRules: Record<string, string> = {
  email: 'must be a valid email address',
  date: 'must be a date such as 2026-11-30',
  'local-time': 'must be a local time such as 2026-11-30 09:15:00',
  instant:
    'must be an ISO 8601 instant such as 2026-11-02T09:30:00.000000Z, with Z or an offset and at most microseconds',
  'web-address': 'must be a web address such as https://example.com/thanks',
  'local-time-or-instant':
    'must be a local time such as 2026-11-30 09:15:00 or an ISO 8601 instant such as 2026-11-30T09:15:00Z',
  'date-or-instant': 'must be a date such as 2026-11-30 or an ISO 8601 instant such as 2026-11-30T09:15:00Z',
}
