import type { FastifyInstance, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { type Need, type Needs, needsOf, needsText } from '../../access/areas.ts'
import { version } from '../../process/version.ts'
import { type Deprecation, deprecatedParts, deprecationSentence } from '../contract/deprecation.ts'
import { type ErrorKind, errorStatus } from '../contract/errors.ts'
import type { RecordSchema } from '../lists/columns.ts'
import { type ExportFormat, exportText, mediaTypes } from '../lists/export.ts'
import { type StoredDocument, sendDocument } from '../responses/documents.ts'
import { deprecatedHeaders, errorResponses, errorSchemas, headers, writeParameters } from './errors.ts'
import { apiDescription, tags } from './texts.ts'

/**
 * A valid request. Its path names a record of the demo organisation, if that has such records. The tests and trials
 * send all examples in order to an organisation that has every record they name (`trials/lib`).
 */
export interface ExampleRequest {
  /** Required where an operation has several examples. */
  name?: string
  path?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: object
}

/** A route's schema with its documentation. */
export interface OperationSchema {
  operationId: string
  /** Its name in the typed clients: a resource and a verb, as `shifts.cancel`. */
  sdk: string
  summary: string
  description: string
  tags: string[]
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  response: Record<number, TSchema>
  /** Description of the success response; by status where there are several. */
  returns: string | Record<number, string>
  /** Whether what the request names may need an area that the token may not read, beyond the needs of the route. */
  mayBeForbidden?: boolean
  /** Headers of the response beyond those of every response. */
  responseHeaders?: string[]
  /** Examples of responses that are not JSON, by media type. */
  otherResponses?: Record<string, string>
  /** `response` is the one to the first request, which the docs show as a curl command. */
  examples: { requests?: ExampleRequest[]; response: object }
}
type Fields = {
  properties?: Record<string, object & { description?: string; deprecated?: Deprecation }>
  required?: string[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the registered routes. */
    openapiDocument(): object
    /** The routes of the API, and the schemas that they share by their names. */
    apiRoutes: { routes: readonly RouteOptions[]; shared: Record<string, TSchema> }
    /** Requests that the service sends, by name. Features add theirs. */
    openapiWebhooks: Record<string, object>
  }
}

/** What the build has generated from the routes and the releases. */
interface Published {
  openapi: StoredDocument
  changelog: StoredDocument
}

/** Collects every route, and serves the document that the build has generated from them, and its changes. */
export function openapi(app: FastifyInstance, basePath: string, published: Published) {
  const routes: RouteOptions[] = []
  const shared: Record<string, TSchema> = {}
  const clientNames = new Map<string, string>()
  app.addHook('onRoute', function (this: FastifyInstance, route) {
    if (route.config?.needs === 'nothing' || !route.url.startsWith(`${basePath}/`)) return
    nameInClients(clientNames, route)
    routes.push(route)
    Object.assign(shared, this.getSchemas())
  })

  app.decorate('openapiWebhooks', {})
  app.decorate('apiRoutes', { routes, shared })
  app.decorate('openapiDocument', () => build(basePath, routes, shared, app.openapiWebhooks))
  for (const [name, document] of Object.entries({ openapi: published.openapi, changelog: published.changelog }))
    app.get(`${basePath}/${name}.json`, { config: { needs: 'nothing' }, exposeHeadRoute: true }, (request, reply) =>
      sendDocument(request, reply, document),
    )
}

/** Each operation has a name of its own in the typed clients. */
function nameInClients(names: Map<string, string>, { method, url, schema }: RouteOptions) {
  const { sdk = '' } = schema as OperationSchema
  const route = `${method} ${url}`
  if (!/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/.test(sdk))
    throw new Error(`${route}: give its schema \`sdk\`, a resource and a verb such as 'shifts.cancel'`)
  if (names.has(sdk)) throw new Error(`${route}: \`sdk: '${sdk}'\` is also the name of ${names.get(sdk)}`)
  names.set(sdk, route)
}

function build(
  basePath: string,
  routes: RouteOptions[],
  shared: Record<string, unknown>,
  webhooks: Record<string, object>,
): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.url.slice(basePath.length).replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    const parts = deprecatedParts(route, basePath, shared)
    paths[path][String(route.method).toLowerCase()] = operation(route, shared, parts.length > 0)
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Wattle Integrations API',
      version,
      description: apiDescription,
      contact: { name: 'Wattle' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath, description: 'This service' }],
    security: [{ accessToken: [] }],
    tags,
    paths,
    webhooks,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'svc_at_…',
          description: 'An access token of the organisation.',
        },
      },
      schemas: { ...describeEachDefault(shared), ...errorSchemas },
      responses: errorResponses,
      parameters: writeParameters,
      headers: publishedHeaders(paths),
    },
  }
  return JSON.parse(JSON.stringify(document, publish)) as object
}

/** Those of deprecated operations are left out while there are none. */
const publishedHeaders = (paths: object): object => {
  const used = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !(deprecatedHeaders as readonly string[]).includes(name) || used.includes(`/headers/${name}"`),
    ),
  )
}

function operation(
  { method, config, schema }: RouteOptions,
  shared: Record<string, unknown>,
  hasDeprecated: boolean,
): object {
  const { operationId, sdk, summary, description, tags, params, querystring, body, response, returns } =
    schema as OperationSchema
  const { responseHeaders = [], examples } = schema as OperationSchema
  const otherResponses = (schema as OperationSchema).otherResponses ?? exportsOf(schema as OperationSchema, shared)
  const requests = examples.requests ?? []
  const needs = config!.needs!
  const writes = method !== 'GET'
  const takesKey = writes && config!.takesKey !== false
  return {
    operationId,
    summary,
    description: `${description}\n\nNeeds: ${needsSentence(needs)}`,
    ...(config!.deprecated && { deprecated: config!.deprecated }),
    tags,
    'x-needs': needsText(needs),
    'x-sdk': sdk,
    // The names of several examples in order. Those without a query and body appear only here.
    ...(requests.length > 1 && { 'x-requests': requests.map(({ name }) => name) }),
    parameters: [
      ...parameters('path', params as Fields, requests),
      ...parameters('query', querystring as Fields, requests),
      ...(takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(body && {
      requestBody: {
        required: config!.bodyIsOptional !== true,
        content: {
          'application/json': { schema: describeDefaults(body), ...exampleOf(requests, ({ body }) => body) },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(response).map(([status, one]) => [
          status,
          success(
            one,
            typeof returns === 'string' ? returns : returns?.[Number(status)],
            examples.response,
            otherResponses,
            [
              ...(takesKey ? ['Idempotency-Replayed'] : []),
              ...(hasDeprecated ? deprecatedHeaders : []),
              ...responseHeaders,
            ],
          ),
        ]),
      ),
      ...Object.fromEntries(
        errorsOf(needs, writes, takesKey, schema as OperationSchema).map((name) => [
          errorStatus[name],
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
    },
  }
}

/** The examples of an export, for a list that has a `format` for it. */
function exportsOf({ querystring, response, examples }: OperationSchema, shared: Record<string, unknown>) {
  const { format } = (querystring as Fields | undefined)?.properties ?? {}
  if (!format) return {}
  const { items } = (response[200] as RecordSchema).properties!.data!
  const { data } = examples.response as { data: object[] }
  return Object.fromEntries(
    Object.entries(mediaTypes).map(([name, type]) => [type, exportText(name as ExportFormat, items!, shared, data)]),
  )
}

const success = (
  schema: TSchema,
  description: string | undefined,
  example: object,
  others: Record<string, string>,
  further: string[],
) => ({
  description,
  headers: Object.fromEntries(
    ['X-Request-Id', 'RateLimit-Policy', 'RateLimit', ...further].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  ),
  content: {
    'application/json': { schema, example },
    ...Object.fromEntries(
      Object.entries(others).map(([type, text]) => [type, { schema: { type: 'string' }, example: text }]),
    ),
  },
})

function errorsOf(needs: Needs, writes: boolean, takesKey: boolean, operation: OperationSchema): ErrorKind[] {
  const { params, querystring, body, mayBeForbidden = false } = operation
  const can: Partial<Record<ErrorKind, boolean>> = {
    NotAnObject: writes,
    Forbidden: typeof needs === 'object' || mayBeForbidden,
    NotFound: params !== undefined,
    InProgress: takesKey,
    Invalid: writes || querystring !== undefined || body !== undefined,
  }
  return (Object.keys(errorResponses) as ErrorKind[]).filter((name) => can[name] ?? true)
}

const parameters = (
  location: 'path' | 'query',
  { properties = {}, required = [] }: Fields = {},
  requests: ExampleRequest[],
) =>
  Object.entries(properties).map(([name, { description, deprecated, ...schema }]) => ({
    name,
    in: location,
    // One that is not sent has its default.
    required: location === 'path' || (required.includes(name) && !('default' in schema)),
    description,
    deprecated,
    ...(isOfObjects(schema)
      ? { schema: asText(schema) }
      : { schema, ...(isList(schema) && { style: 'form', explode: false }) }),
    ...exampleOf(requests, (request) => {
      const value = request[location]?.[name]
      return isOfObjects(schema) ? asJsonText(value) : value
    }),
  }))
/** A value that is the same in all requests is an `example`; otherwise `examples` has them by request name. */
function exampleOf(requests: ExampleRequest[], at: (request: ExampleRequest) => unknown) {
  const values = requests.map(at)
  const [first, ...others] = values.map((value) => JSON.stringify(value))
  if (others.every((value) => value === first)) return { example: values[0] }
  const named = requests.flatMap(({ name }, n) => (values[n] === undefined ? [] : [[name, { value: values[n] }]]))
  return { examples: Object.fromEntries(named) as object }
}
/** In a query a list of objects is JSON text. */
const asJsonText = (value: unknown) =>
  Array.isArray(value) && typeof value[0] === 'object' ? JSON.stringify(value) : value
const isList = (schema: { type?: string }) => schema.type === 'array'
/** A list of objects is sent as JSON text. Not with `content`, on which client generators fail. */
const asText = (contentSchema: object) => ({ type: 'string', contentMediaType: 'application/json', contentSchema })
const isOfObjects = (schema: { type?: string; items?: { type?: string } }) =>
  isList(schema) && schema.items?.type === 'object'

function needsSentence(needs: Needs): string {
  if (typeof needs === 'string') return 'a valid token.'
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const sentence = ({ area, level }: Need) => `${capital(area)}, ${capital(level)}`
  if ('by' in needs) {
    const each = Object.entries(needs.values).map(([value, need]) => `${sentence(need)} for \`${value}\``)
    return `by ${needs.by}: ${each.join('; ')}.`
  }
  return `${needsOf(needs).map(sentence).join(', and ')}.`
}

/**
 * Moves the default of a body's field into its description. With the keyword `default`, generated clients make the
 * field required or send the value themselves. Query parameters keep the keyword.
 */
function describeDefaults(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(describeDefaults)
  if (typeof schema !== 'object' || schema === null) return schema
  const { default: defaultValue, description } = schema as { default?: unknown; description?: string }
  const sentence = `If not sent: \`${typeof defaultValue === 'string' ? defaultValue : JSON.stringify(defaultValue)}\`.`
  const withDefault = description === undefined ? sentence : `${description.replace(/\.?$/, '.')} ${sentence}`
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'default') return description === undefined ? [['description', withDefault]] : []
    if (key === 'description') return [[key, defaultValue === undefined ? value : withDefault]]
    if (key === 'properties') return [[key, describeEachDefault(value)]]
    return [[key, ['enum', 'const', 'examples'].includes(key) ? value : describeDefaults(value)]]
  })
  return Object.fromEntries(entries)
}
const describeEachDefault = (schemas: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, describeDefaults(schema)]))

/** Keywords for our own code. A `discriminator` is left out because each choice has one value of its tag. */
const unpublished = [
  '$id',
  'typeRule',
  'tagRule',
  'unknownRule',
  'discriminator',
  'onOrAfter',
  'ascending',
  'inFeedAlone',
  'notWith',
  'words',
  'fromOutside',
  'linkToPage',
  'wordsAt',
]

/**
 * Turns Fastify's references into OpenAPI's, and removes the keywords of our own code. A pattern has its rule in words
 * beside it, as `x-rule`.
 */
function publish(key: string, value: unknown): unknown {
  if (unpublished.includes(key)) return undefined
  if (key === '$ref' && typeof value === 'string' && value.endsWith('#'))
    return `#/components/schemas/${value.slice(0, -1)}`
  if (isDeprecated(value)) return publishRule(publishDeprecation(value))
  return typeof value === 'object' && value !== null ? publishRule(value) : value
}

function publishRule(value: object): object {
  if (!('patternRule' in value || 'valueRule' in value)) return value
  const { patternRule, valueRule = patternRule, ...schema } = value as Record<string, unknown>
  return 'pattern' in schema ? { ...schema, 'x-rule': valueRule } : schema
}

function publishDeprecation({ deprecated, description, ...rest }: Deprecated): object {
  const text = [description, deprecationSentence(deprecated)].filter(Boolean).join('\n\n')
  return { ...rest, description: text, deprecated: true, 'x-deprecated': deprecated }
}

interface Deprecated {
  description?: string
  deprecated: Deprecation
}
/** An operation, a parameter or a field that is deprecated. A field may have the name too. */
const isDeprecated = (value: unknown): value is Deprecated =>
  typeof (value as { deprecated?: { since?: unknown } } | null)?.deprecated?.since === 'string'
