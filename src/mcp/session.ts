import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { type Access, type Area, accessOf, areas, type FixedNeeds, permits } from '../access/areas.ts'
import type { Caller } from '../access/tokens.ts'
import { errorStatus } from '../http/contract/errors.ts'
import { asInner } from '../http/contract/inner-request.ts'
import { basePath } from '../http/server/listen.ts'
import { errorLines, HttpAnswer, ToolError } from './errors.ts'
import type { McpMode } from './modes.ts'
import { missing, type Operation, type Operations } from './operations.ts'
import { clean, oneLine, Words, type WordsOptions } from './words.ts'

export interface ApiRequest {
  path?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: object | undefined
  /** Makes a repeat within ten minutes return the first result. */
  key?: string
}

/** A successful answer of the API. */
export interface ApiAnswer {
  schema: TSchema
  body: any
  /** The first result of the same call, which was made before. */
  isRepeated: boolean
}

/** Only successes are kept: what was refused may be possible a moment later. */
const repeats = { lifetimeMilliseconds: 10 * 60_000, keepsRefusals: false }

interface Limits {
  mode: McpMode
  /** `?read_only=true` and `?areas=` of the request. */
  readOnly: boolean
  areas: readonly Area[] | undefined
}

/** The access of a token within the limits that the operator and the request set. */
export function limitAccess(access: Access, { mode, readOnly, areas: chosen }: Limits): Access {
  const levelOf = (area: Area) => {
    if (chosen && !chosen.includes(area)) return 'none'
    return access[area] === 'read-write' && (readOnly || mode === 'read') ? 'read' : access[area]
  }
  return accessOf(Object.fromEntries(areas.map((area) => [area, levelOf(area)])))
}

/**
 * One request to `/mcp`. Tools reach the data only by requests to the API with the caller's own token, so its rights, limits, log
 * and audit hold for them as for any other program.
 */
export class Session {
  readonly caller: Caller
  /** At most that of the token. */
  readonly access: Access
  readonly operations: Operations
  readonly words: Words
  readonly #app: FastifyInstance
  readonly #request: FastifyRequest
  readonly #limit: (access: Access) => Access

  constructor(app: FastifyInstance, request: FastifyRequest, operations: Operations, options: SessionOptions) {
    this.#app = app
    this.#request = request
    this.operations = operations
    this.caller = request.caller
    this.#limit = (access) => limitAccess(access, options)
    this.access = this.#limit(request.caller.access)
    this.words = new Words(operations, options)
  }

  get now(): number {
    return this.#app.clock.now()
  }

  permits(needs: FixedNeeds): boolean {
    return permits(this.access, needs)
  }

  /** Throws if the needs are beyond what this request may use, and says what is missing. */
  require(needs: FixedNeeds): void {
    if (!this.permits(needs))
      throw new ToolError(`This needs ${missing(this.access, needs).join(' and ')}, which is not granted here.`)
  }

  /** Sends a request and throws if it fails. */
  async send(id: string, request: ApiRequest = {}): Promise<ApiAnswer> {
    const operation = this.operations.get(id)
    const { headers } = this.#request
    const keys = request.key ? repeats : undefined
    const response = await asInner({ limit: this.#limit, keys }, (inner) =>
      this.#app.inject({
        method: operation.method,
        url: urlOf(operation, request),
        remoteAddress: this.#request.ip,
        headers: {
          authorization: headers.authorization!,
          'x-request-id': this.#request.id,
          ...(headers.host && { host: headers.host }),
          ...inner,
          ...(request.key && { 'idempotency-key': request.key }),
        },
        ...(request.body && { payload: request.body }),
      }),
    )
    const body = JSON.parse(response.body)
    if (response.statusCode < 300)
      return {
        schema: operation.responses[response.statusCode]!,
        body,
        isRepeated: response.headers['idempotency-replayed'] === 'true',
      }
    throw failureOf(response.statusCode, body, response.headers as Record<string, string>)
  }

  /** The body of an answer, for a model. */
  async get(id: string, request: ApiRequest = {}): Promise<any> {
    return this.show(await this.send(id, request))
  }

  show({ body, schema }: ApiAnswer): any {
    return this.words.show(body, schema)
  }
}

interface SessionOptions extends Limits, WordsOptions {}

function urlOf({ path, id }: Operation, { path: parts = {}, query = {} }: ApiRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parts[name]
    if (value === undefined) throw new ToolError(`${id} needs path.${name}.`)
    const part = encodeURIComponent(textOf(`path.${name}`, value))
    // They would make it the path of another operation.
    if (part === '' || part === '.' || part === '..')
      throw new ToolError(`${id} has no record at path.${name} "${part}".`)
    return part
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    const isOfObjects = Array.isArray(value) && value.some((item) => typeof item === 'object')
    const texts = Array.isArray(value) && !isOfObjects ? value.map((item) => textOf(`query.${name}`, item)) : undefined
    search.set(name, isOfObjects ? JSON.stringify(value) : (texts?.join(',') ?? textOf(`query.${name}`, value)))
  }
  const text = search.toString()
  return `${basePath}${filled}${text && `?${text}`}`
}

/** A value of a path or query. */
function textOf(name: string, value: unknown): string {
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
  if (text?.isWellFormed()) return text
  throw new ToolError(`${name} must be a text, a number, true or false.`)
}

/** The statuses that answer the HTTP request as a whole. */
const ofWholeRequest: number[] = [errorStatus.Unauthenticated, errorStatus.TooManyRequests, errorStatus.Unavailable]

function failureOf(status: number, body: Failure, headers: Record<string, string>): Error {
  if (ofWholeRequest.includes(status)) return new HttpAnswer(status, body, headers)
  const { message, errors, error: _, ...more } = body
  const parts = [oneLine(message)]
  if (errors) parts.push(errorLines(errors))
  const needs = headers['x-required-access']
  if (needs) parts.push(`It needs ${needs}, which is not granted here.`)
  // Such as the conflicts of a shift.
  if (Object.keys(more).length > 0) parts.push(clean(JSON.stringify(more)))
  return new ToolError(parts.join('\n'))
}

interface Failure {
  message: string
  errors?: Record<string, string[]>
  error?: string
}
