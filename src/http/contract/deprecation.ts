import type { FastifyContextConfig } from 'fastify'

/**
 * What callers should stop using. Declared as `deprecated` in the config of a route, or in the schema of a parameter or of a field.
 * Within v1 it goes on working.
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

const day = 86_400_000
const leastDays = 180

interface Fields {
  $ref?: string
  properties?: Record<string, { deprecated?: unknown }>
}
interface Route {
  method: string | string[]
  url: string
  config?: FastifyContextConfig | undefined
  schema?: { querystring?: unknown; body?: unknown } | undefined
}

/** The deprecated parts of a route. Throws if a sunset is too early: the service does not start. */
export function deprecatedParts(
  { method, url, config, schema }: Route,
  basePath: string,
  sharedSchemas: Record<string, unknown>,
): DeprecatedPart[] {
  const operation = `${method} ${url.slice(basePath.length).replace(/:(\w+)/g, '{$1}')}`
  const resolve = (from: Fields = {}): Fields =>
    from.$ref ? (sharedSchemas[from.$ref.replace(/#$/, '')] as Fields) : from
  const fields = (location: 'query' | 'body', from: unknown) =>
    Object.entries(resolve(from as Fields | undefined).properties ?? {}).flatMap(([field, { deprecated }]) =>
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
  for (const { name, deprecation } of parts) checkSunset(name, deprecation)
  return parts
}

function checkSunset(name: string, { since, sunset }: Deprecation): void {
  if (sunset === undefined) return
  const days = (Date.parse(sunset) - Date.parse(since)) / day
  if (!(days >= leastDays))
    throw new Error(`${name}: its sunset is ${days} days after ${since}. Callers have at least ${leastDays} days.`)
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
