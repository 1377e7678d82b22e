import type { FastifyContextConfig } from 'fastify'
import { daysBetween, isDate } from '../../time/local-time.ts'

/**
 * What callers should stop using. Declared as `deprecated` in the config of a route, or in the schema of a query parameter
 * or of a field at the top of a body. Within v1 it goes on working.
 */
export interface Deprecation {
  /** The day from which it is deprecated, in UTC. */
  since: string
  /** The day on which it ends with a later version of the API, at least 180 days after `since`. */
  sunset?: string
  /** What to use, as a phrase after "use". */
  instead: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecated?: Deprecation
  }
}

/** A deprecated operation, or a parameter or field that makes a request deprecated when it is sent. */
export interface DeprecatedPart {
  /** As `GET /shifts query.status`: the place in the API, and in the changelog. */
  name: string
  /** Undefined for the whole operation. */
  sent?: { location: 'query' | 'body'; field: string }
  deprecation: Deprecation
}

const leastDays = 180

interface Fields {
  $ref?: string
  properties?: Record<string, { deprecated?: unknown }>
}
interface Route {
  method: string | string[]
  url: string
  config?: FastifyContextConfig | undefined
  schema?: { params?: unknown; querystring?: unknown; body?: unknown; response?: unknown } | undefined
}

const nameOf = ({ method, url }: Route, basePath: string) =>
  `${method} ${url.slice(basePath.length).replace(/:(\w+)/g, '{$1}')}`
const resolveIn = (shared: Record<string, unknown>, from: Fields = {}): Fields =>
  from.$ref ? (shared[from.$ref.replace(/#$/, '')] as Fields) : from

/** The deprecated parts of a route. Throws if dates are wrong or a sunset is too early: the service does not start. */
export function deprecatedParts(
  route: Route,
  basePath: string,
  sharedSchemas: Record<string, unknown>,
): DeprecatedPart[] {
  const { config, schema } = route
  const operation = nameOf(route, basePath)
  const fields = (location: 'query' | 'body', from: unknown) =>
    Object.entries(resolveIn(sharedSchemas, from as Fields | undefined).properties ?? {}).flatMap(
      ([field, { deprecated }]) =>
        deprecated
          ? [
              {
                name: `${operation} ${location}.${field}`,
                sent: { location, field },
                deprecation: deprecated as Deprecation,
              },
            ]
          : [],
    )
  const parts: DeprecatedPart[] = [
    ...(config?.deprecated ? [{ name: operation, deprecation: config.deprecated }] : []),
    ...fields('query', schema?.querystring),
    ...fields('body', schema?.body),
  ]
  for (const { name, deprecation } of parts) checkDeprecation(name, deprecation)
  return parts
}

function checkDeprecation(name: string, { since, sunset, instead }: Deprecation): void {
  for (const [key, date] of Object.entries({ since, ...(sunset !== undefined && { sunset }) }))
    if (typeof date !== 'string' || !isDate(date))
      throw new Error(`${name}: write \`${key}\` of its deprecation as a date such as 2027-01-01.`)
  if (typeof instead !== 'string' || instead.trim() === '')
    throw new Error(`${name}: say in \`instead\` of its deprecation what to use.`)
  if (sunset === undefined) return
  const days = daysBetween(since, sunset)
  if (days < leastDays)
    throw new Error(`${name}: its sunset is ${days} days after ${since}. Callers have at least ${leastDays} days.`)
}

type Schema = Record<string, unknown>
/** Keywords with schemas by name, with a list of schemas, and with one. */
const subschemas = {
  named: ['properties', 'patternProperties'],
  listed: ['anyOf', 'oneOf', 'allOf', 'prefixItems'],
  single: ['items', 'additionalProperties', 'propertyNames', 'contentSchema', 'if', 'then', 'else', 'not'],
}

/**
 * Throws for a deprecation that no request can be found to use, such as that of a field of a response. `clean` has the schemas of
 * other routes without one.
 */
export function checkPlaces(
  route: Route,
  basePath: string,
  shared: Record<string, unknown>,
  clean: WeakSet<object>,
): void {
  const operation = nameOf(route, basePath)
  const { params, querystring, body, response } = route.schema ?? {}
  for (const [location, from] of Object.entries({ query: querystring, body })) {
    const { properties = {}, ...rest } = resolveIn(shared, from as Fields | undefined)
    check(rest, location)
    for (const [field, { deprecated, ...schema }] of Object.entries(properties)) check(schema, `${location}.${field}`)
  }
  check(params, 'path')
  for (const [status, schema] of Object.entries(response ?? {})) check(schema, status)

  function check(value: unknown, where: string): void {
    if (typeof value !== 'object' || value === null || clean.has(value)) return
    clean.add(value)
    const schema = value as Schema
    if (schema.deprecated)
      throw new Error(
        `${operation} ${where}: only an operation, a query parameter and a field at the top of a body can be deprecated. No request can be found to use anything else.`,
      )
    if (typeof schema.$ref === 'string') check(resolveIn(shared, schema), where)
    for (const keyword of subschemas.single) check(schema[keyword], where)
    for (const keyword of subschemas.listed) for (const one of (schema[keyword] ?? []) as unknown[]) check(one, where)
    for (const keyword of subschemas.named)
      for (const [name, one] of Object.entries((schema[keyword] ?? {}) as Schema)) check(one, `${where}.${name}`)
  }
}

/** The fragment of a part in /docs/changelog. */
export const anchorOf = (name: string): string => `deprecated-${name.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`

/** RFC 9745 and RFC 8594. Of several parts the earliest dates. */
export function deprecationHeaders(parts: DeprecatedPart[]): Record<string, string> {
  const earliest = (days: string[]) => Math.min(...days.map((text) => Date.parse(text)))
  const sunsets = parts.flatMap(({ deprecation: { sunset } }) => sunset ?? [])
  return {
    deprecation: `@${earliest(parts.map(({ deprecation: { since } }) => since)) / 1000}`,
    ...(sunsets.length > 0 && { sunset: new Date(earliest(sunsets)).toUTCString() }),
    link: parts
      .map(({ name }) => `</docs/changelog#${anchorOf(name)}>; rel="deprecation"; type="text/html"`)
      .join(', '),
  }
}

/** For people, at the end of a description. */
export const deprecationSentence = ({ since, sunset, instead }: Deprecation): string =>
  `**Deprecated** since ${since}: use ${instead}.${sunset ? ` It ends with a later version of the API, not before ${sunset}.` : ''}`
