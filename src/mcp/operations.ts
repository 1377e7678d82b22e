import type { RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { type Access, type FixedNeeds, needsOf, needsText, permits } from '../access/areas.ts'
import type { OperationSchema } from '../http/openapi/openapi.ts'

type Fields = { properties?: Record<string, TSchema>; required?: string[] }

/** A request of the API. */
export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base path, as `/clients/{id}`. */
  path: string
  summary: string
  tag: string
  needs: string
  /** Names of its parameters. */
  pathParts: string[]
  query: string[]
  body: Fields | undefined
  /** The schemas of its successes, by status. */
  responses: Record<number, TSchema>
  /** Answers 201: a repeat would make a twin. */
  creates: boolean
  dryRun: 'body' | 'query' | undefined
  permits(access: Access): boolean
}

/**
 * Operations that hand data to others or to a place outside: webhooks, calendars that programs subscribe to, and links that open
 * a form. Nobody reaches them through the MCP server, because its callers also read text that strangers have written.
 */
const waysOut = (id: string, path: string): boolean =>
  /^\/webhooks(\/|$)|\/calendar$/.test(path) || id === 'createFormLink'

/** Operations besides every DELETE that destroy, publish or bill. They take a plan first. */
const destructive = new Set([
  ...['publishShifts', 'unpublishShifts', 'cancelShift', 'restoreShift'],
  ...['billBillables', 'voidBillable', 'convertProspect', 'publishForm', 'unpublishForm', 'editProspectOptions'],
])

/** Whether a request needs a plan. A shift that is created as published does as well. */
export const isDestructive = ({ id, method }: Operation, body: Record<string, unknown> | undefined): boolean =>
  method === 'DELETE' || destructive.has(id) || archives(body) || (id === 'createShift' && body?.publish === true)

/** A status that takes a record out of use. That of a site may be any text. */
export const archives = (body: Record<string, unknown> | undefined): boolean =>
  /^\s*archived\s*$/i.test(String(body?.status))

/** The operations that tools may send, and the schemas that they share. */
export class Operations {
  readonly all: Operation[]
  readonly #byId: Map<string, Operation>
  readonly #shared: Record<string, TSchema>

  constructor(routes: readonly RouteOptions[], shared: Record<string, TSchema>, basePath: string) {
    this.all = routes
      .map((route) => operationOf(route, basePath))
      .filter(({ id, path }) => !waysOut(id, path))
      .map((operation) => ({
        ...operation,
        body: operation.body && (this.resolve(operation.body as TSchema, shared) as Fields),
      }))
      .map((operation) => ({ ...operation, dryRun: dryRunOf(operation) }))
    this.#byId = new Map(this.all.map((operation) => [operation.id, operation]))
    this.#shared = shared
  }

  find(id: string): Operation | undefined {
    return this.#byId.get(id)
  }

  get(id: string): Operation {
    const operation = this.#byId.get(id)
    if (!operation) throw new Error(`No operation of the API has the id ${id}`)
    return operation
  }

  /** The schema that a reference names, or the schema itself. */
  resolve(schema: TSchema, shared = this.#shared): TSchema {
    const { $ref } = schema as { $ref?: string }
    return $ref === undefined ? schema : shared[$ref.replace(/#$/, '')]!
  }
}

function operationOf({ method, url, schema, config }: RouteOptions, basePath: string): Operation {
  const { operationId, summary, tags, params, querystring, body, response } = schema as OperationSchema
  const needs = config!.needs!
  const options = typeof needs === 'object' && 'by' in needs ? Object.values(needs.values) : [needs as FixedNeeds]
  const fieldsOf = (part: TSchema | undefined) => Object.keys((part as Fields | undefined)?.properties ?? {})
  return {
    id: operationId,
    method: method as Operation['method'],
    path: url.slice(basePath.length).replace(/:(\w+)/g, '{$1}'),
    summary,
    tag: tags[0]!,
    needs: needsText(needs),
    pathParts: fieldsOf(params),
    query: fieldsOf(querystring),
    body: body as Fields | undefined,
    responses: response,
    creates: '201' in response,
    dryRun: undefined,
    permits: (access) => options.some((option) => permits(access, option)),
  }
}

const dryRunOf = ({ body, query }: Operation): Operation['dryRun'] => {
  if (query.includes('dry_run')) return 'query'
  return body?.properties && 'dry_run' in body.properties ? 'body' : undefined
}

/** The areas that a need lacks, as `prospects=read`. */
export const missing = (access: Access, needs: FixedNeeds): string[] =>
  needsOf(needs)
    .filter((need) => !permits(access, need))
    .map(({ area, level }) => `${area}=${level}`)
