import { isUtf8 } from 'node:buffer'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Area, areas } from '../access/areas.ts'
import { foreignOrigin, invalid, methodNotAllowed, notAnObject, tooManyRequests } from '../http/contract/errors.ts'
import { maxDepth } from '../http/contract/nfc.ts'
import { originOf } from '../http/pages/origin.ts'
import { type CountExchange, RateLimit } from '../http/rate-limit/rate-limit.ts'
import { basePath } from '../http/server/listen.ts'
import { Question } from './confirm.ts'
import { describer } from './describe.ts'
import { HttpAnswer, ToolError } from './errors.ts'
import type { McpMode } from './modes.ts'
import { Operations } from './operations.ts'
import type { Exchange, protocolHandler } from './server.ts'
import { Session } from './session.ts'
import { Tools } from './tools/tools.ts'
import { maxResourceTextLength } from './words.ts'

export const mcpPath = '/mcp'
const callsPerMinute = 60

export interface McpOptions {
  mode: McpMode
  hidesOutsiders: boolean
  /** False if the operator has turned off the limit of requests. */
  limitsCalls: boolean
  /** Where several processes count calls together. */
  counts?: CountExchange<string> | undefined
  /** A call that takes longer is answered, and goes on. Tests wait less. */
  callMilliseconds?: number | undefined
}

/** The MCP server: agents use the API through it with the rights of their token. */
export const mcpRoutes =
  ({ mode, hidesOutsiders, limitsCalls, counts, callMilliseconds = 20_000 }: McpOptions) =>
  async (app: FastifyInstance) => {
    if (mode === 'off') return
    const needs = { config: { needs: 'valid token' } } as const
    const calls = new RateLimit<string>(limitsCalls ? callsPerMinute : Number.POSITIVE_INFINITY, app.clock, counts)
    let started: Promise<Started> | undefined

    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, payload, done) => {
      const message = parse(payload as Buffer)
      if (message === undefined) done(notAnObject())
      else done(null, message)
    })
    app.addHook('onRequest', (request, _, done) => {
      const { origin } = request.headers
      done(origin === undefined || origin === ownOrigin(request) ? undefined : foreignOrigin())
    })
    app.addHook('onClose', async () => (await started)?.handler.close())
    for (const method of ['GET', 'DELETE'] as const)
      app.route({
        method,
        url: mcpPath,
        config: { needs: 'nothing' },
        handler: () => {
          throw methodNotAllowed('POST')
        },
      })

    app.post(mcpPath, needs, async (request, reply) => {
      started ??= start(app)
      const { operations, handler } = await started
      const limits = { mode, hidesOutsiders, ...limitsOf(request.query as Record<string, unknown>) }
      const exchange: Exchange = {
        session: new Session(app, request, operations, limits),
        wholeTexts: () => new Session(app, request, operations, { ...limits, maxLength: maxResourceTextLength }),
        call: (tool, run) => call(request, tool, run),
      }
      const response = await handler.answer(webRequest(request), request.body, exchange)
      const text = await response.text()
      if (exchange.answer) return sendAnswer(reply, exchange.answer)
      reply.code(response.status)
      const type = response.headers.get('content-type')
      if (type) reply.type(type)
      return reply.send(text)
    })

    /** Counts a call, ends it after its time, and logs the name of the tool and never its arguments. */
    async function call<T>(request: FastifyRequest, tool: string, run: () => Promise<T>): Promise<T> {
      const { tokenId, orgId } = request.caller
      const startedAt = performance.now()
      const log = (outcome: string) => {
        const ms = Math.round((performance.now() - startedAt) * 100) / 100
        request.log.info({ reqId: request.id, org: orgId, token: tokenId, tool, outcome, ms }, 'tool call')
      }
      try {
        const { allowed, resetSeconds } = calls.take(`${orgId}/${tokenId}`)
        if (!allowed) throw tooManyCalls(resetSeconds)
        const result = await withinTime(run(), callMilliseconds)
        log('ok')
        return result
      } catch (error) {
        log(outcomeOf(error))
        throw error
      }
    }
  }

function outcomeOf(error: unknown): string {
  if (error instanceof Question) return 'asked'
  if (error instanceof ToolError) return 'refused'
  return error instanceof HttpAnswer ? 'rejected' : 'failed'
}

interface Started {
  operations: Operations
  handler: ReturnType<typeof protocolHandler>
}

/** At the first request, so that a service without agents neither loads the library nor describes tools. */
async function start(app: FastifyInstance): Promise<Started> {
  const { protocolHandler } = await import('./server.ts')
  const { routes, shared } = app.apiRoutes
  const operations = new Operations(routes, shared, basePath)
  const tools = new Tools(
    operations,
    describer(() => app.openapiDocument()),
  )
  return { operations, handler: protocolHandler(tools, (err) => app.log.debug({ err }, 'an MCP message was rejected')) }
}

/**
 * The origin of the service's own pages. A page of a stranger may give its own name the address of this machine, so that its Host
 * is its Origin: without WATTLE_PUBLIC_URL only localhost and plain addresses, which no one else can name, are the service's own.
 */
function ownOrigin(request: FastifyRequest): string | undefined {
  if (request.server.publicUrl) return new URL(request.server.publicUrl).origin
  const origin = originOf(request)
  if (!URL.canParse(origin)) return undefined
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) ? origin : undefined
}

/** `?read_only=true` and `?areas=roster,clients` narrow what the token may do. */
function limitsOf(query: Record<string, unknown>): { readOnly: boolean; areas: Area[] | undefined } {
  const { read_only: readOnly = 'false', areas: chosen, ...unknown } = query
  // A misspelt limit would be none.
  const misspelt = Object.keys(unknown)
  if (misspelt.length > 0)
    throw invalid(
      Object.fromEntries(misspelt.map((name) => [name, [`/mcp takes read_only and areas, and not ${name}.`]])),
    )
  if (readOnly !== 'true' && readOnly !== 'false') throw invalid({ read_only: ['read_only must be true or false.'] })
  if (chosen === undefined) return { readOnly: readOnly === 'true', areas: undefined }
  const names = [chosen].flat().flatMap((text) => String(text).split(','))
  if (names.some((name) => !areas.some((area) => area === name)))
    throw invalid({ areas: [`areas must be some of ${areas.join(', ')}.`] })
  return { readOnly: readOnly === 'true', areas: names as Area[] }
}

/**
 * The message in UTF-8. A batch is refused, which only the oldest form of the protocol has: it would be a hundred messages for the
 * quota of one. Deeper nesting than that of any valid body is refused before anything walks through it.
 */
function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined
  try {
    const message: unknown = JSON.parse(bytes.toString())
    return Array.isArray(message) || isDeeper(message, maxDepth + messageDepth) ? undefined : message
  } catch {
    return undefined
  }
}

/** `params.arguments.body` around a body of the API. */
const messageDepth = 4

function isDeeper(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== 'object') return false
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1))
}

/** The library reads headers alone: it is given the body as parsed. */
function webRequest({ headers, url }: FastifyRequest): Request {
  const known = [
    'accept',
    'content-type',
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
    'mcp-session-id',
    'last-event-id',
  ]
  const present = known.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])] as [string, string]],
  )
  return new Request(new URL(url, 'http://localhost'), { method: 'POST', headers: present })
}

function sendAnswer(reply: FastifyReply, { status, body, headers }: HttpAnswer): FastifyReply {
  for (const name of ['retry-after', 'www-authenticate']) if (headers[name]) reply.header(name, headers[name])
  return reply.code(status).send(body)
}

function tooManyCalls(seconds: number): HttpAnswer {
  const { status, message, headers } = tooManyRequests(
    seconds,
    `A token has at most ${callsPerMinute} calls of tools a minute.`,
  )
  return new HttpAnswer(status, { message }, headers)
}

/** A change may still be made after the time: the answer says so. */
async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new ToolError(
          'The call took too long and was given up. A change may still be made: read the record before you repeat it. What creates a record may be repeated with the same arguments.',
        ),
      )
    }, milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
