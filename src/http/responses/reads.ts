import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, outcomeUnknown } from '../contract/errors.ts'
import { clientsOf, parsedResponse } from './json-response.ts'

/** How a response shows clients: as a response of the API, in a file of a list, or in a calendar that programs subscribe to. */
export const readVias = ['api', 'export', 'calendar'] as const
export type ReadVia = (typeof readVias)[number]

/** Who reads, and with which operation. */
export interface Reader {
  orgId: number
  connectionId: number
  /** Null for a calendar, which is read by its address. */
  tokenId: number | null
  operation: string
  via: ReadVia
}

export interface ReadRecorder {
  /**
   * Records that a request shows clients. A request whose response has several parts is counted with the first. What it
   * returns, if anything, must be awaited before the response is sent.
   */
  record(reader: Reader, clientIds: readonly number[], isNewRequest: boolean): Promise<void> | undefined
}

/** Which clients the response of a route shows. */
export interface Reads {
  /**
   * Where ids of clients are in the response, as `data[].client.id`: `[]` is each item of a list, and `[type=client]` an object,
   * or each of a list, with this value. A test finds those that the schema of the response has and this list lacks.
   */
  paths: readonly string[]
  /** The ids in a response or a part of one. */
  find(response: unknown, request: FastifyRequest): readonly number[] | Promise<readonly number[]>
  /** Looks up what `find` needs, before the handler: a change that fails afterwards would be made without a response. */
  lookUp?(request: FastifyRequest): Promise<readonly number[]>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route without it shows no client. */
    reads?: Reads
  }
  interface FastifyInstance {
    /** Undefined where reads are not recorded. */
    readRecorder: ReadRecorder | undefined
    /** What routes declare, by the id of their operation. */
    readsOfOperations: Map<string, Reads>
  }
  interface FastifyRequest {
    /** Clients that were looked up for the response. */
    shownClients: readonly number[]
    /** Whether the request was counted with a part of its response. */
    hasCountedRead: boolean
  }
}

type Collect = (ids: number[], value: unknown) => void

const collectId: Collect = (ids, value) => {
  if (Number.isSafeInteger(value)) ids.push(value as number)
}

function collectorOf([step, ...rest]: string[]): Collect {
  if (step === undefined) return collectId
  const inner = collectorOf(rest)
  const [, field, expected] = /^\[(\w+)=(\w+)\]$/.exec(step) ?? []
  if (field !== undefined) {
    return (ids, value) => {
      for (const one of Array.isArray(value) ? value : [value]) if (one?.[field] === expected) inner(ids, one)
    }
  }
  if (step === '[]') {
    return (ids, value) => {
      if (Array.isArray(value)) for (const one of value) inner(ids, one)
    }
  }
  return (ids, value) => {
    if (typeof value === 'object' && value !== null) inner(ids, (value as Record<string, unknown>)[step])
  }
}

/** The clients whose ids a response has. */
export function clientsAt(...paths: string[]) {
  const collectors = paths.map((path) => collectorOf(path.split(/\.|(?=\[)/)))
  return {
    paths,
    find(response: unknown): readonly number[] {
      const known = clientsOf(response)
      if (known) return known
      const ids: number[] = []
      const value = parsedResponse(response)
      for (const collect of collectors) collect(ids, value)
      return ids
    },
  } satisfies Reads
}

/** The clients that an error of any route shows: they are why the request was rejected. A test compares this with its schema. */
export const clientsInErrors = clientsAt('conflicts[].client.id', 'duplicates[].client_id')

/** The client that the path of the request names. The response may have the same id at `paths`. */
export const clientInPath = (parameter: string, ...paths: string[]): Reads => ({
  paths,
  find: (_, { params }) => [(params as Record<string, number>)[parameter]!],
})

/** The client that the body of the request names. */
export const clientInBody = (field: string): Reads => ({
  paths: [],
  find: (_, { body }) => [(body as Record<string, number>)[field]!],
})

/** Clients that the response does not name. */
export const clientsFoundBy = (lookUp: NonNullable<Reads['lookUp']>): Reads => ({
  paths: [],
  find: (_, { shownClients }) => shownClients,
  lookUp,
})

/** Figures over many clients: the operation is recorded, without clients. */
export const figuresOfClients: Reads = { paths: [], find: () => [] }

interface Part {
  via?: ReadVia
  /** Ids that are known without looking for them. */
  clientIds?: readonly number[] | undefined
}

/**
 * Records the clients that a response or a part of one shows. The response waits for it: in strict mode until the record is
 * committed.
 */
export async function recordReads(request: FastifyRequest, response: unknown, part: Part = {}): Promise<void> {
  const { reads } = request.routeOptions.config
  if (!reads || !request.server.readRecorder) return
  const ids = part.clientIds ?? (await reads.find(response, request))
  if (ids.length === 0 && (request.hasCountedRead || reads !== figuresOfClients)) return
  const recorded = record(request, ids, part.via)
  // A change has been made, whether its response may be sent or not.
  await (request.method === 'GET' ? recorded : recorded?.catch(afterChange))
}

/** The same for the body of an error. Nothing was changed. */
async function recordReadsOfError(request: FastifyRequest, body: unknown): Promise<void> {
  const ids = clientsInErrors.find(body)
  if (ids.length > 0) await record(request, ids)
}

function record(request: FastifyRequest, ids: readonly number[], via: ReadVia = 'api') {
  const { orgId, connectionId, tokenId } = request.caller
  const isNew = !request.hasCountedRead
  request.hasCountedRead = true
  const reader = { orgId, connectionId, tokenId, operation: operationOf(request.routeOptions), via }
  return request.server.readRecorder?.record(reader, ids, isNew)
}

function afterChange(error: Error): never {
  throw error instanceof ApiError ? outcomeUnknown() : error
}

const operationOf = ({ schema }: { schema?: unknown }): string => (schema as { operationId: string }).operationId

/**
 * Records what the responses of all routes show that declare it, and the errors of all: also those of requests that an
 * Idempotency-Key repeats. After the other hooks that replace handlers: no transaction is open any more. A response that is sent in
 * parts records each of them.
 */
export function recordReadsOfRoutes(app: FastifyInstance): void {
  app.decorateRequest('hasCountedRead', false)
  // The look-up replaces null before any response is sent.
  app.decorateRequest('shownClients', null as any)
  app.addHook('onRoute', (route) => {
    const { reads } = route.config ?? {}
    if (reads) app.readsOfOperations.set(operationOf(route), reads)
    if (!app.readRecorder) return
    const handle = route.handler
    route.handler = async function (request, reply) {
      if (reads?.lookUp) request.shownClients = await reads.lookUp(request)
      try {
        const response: unknown = await handle.call(this, request, reply)
        // Nothing for a response that is sent already.
        if (response === undefined || reply.sent) return response
        // The stored rejection of a repeated request is no exception.
        await (reply.statusCode < 300 ? recordReads(request, response) : recordReadsOfError(request, response))
        return response
      } catch (error) {
        if (error instanceof ApiError) await recordReadsOfError(request, error.body)
        throw error
      }
    }
  })
}
