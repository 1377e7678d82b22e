import {
  type CallToolResult,
  createMcpHandler,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server'
import { type FieldErrors, fieldErrors } from '../http/contract/field-errors.ts'
import { makeAjv } from '../http/contract/validation.ts'
import { version } from '../process/version.ts'
import { Question } from './confirm.ts'
import { errorLines, HttpAnswer, ToolError } from './errors.ts'
import { fit } from './fit.ts'
import { instructions } from './instructions.ts'
import { readResource, resourceTemplates } from './resources.ts'
import type { Session } from './session.ts'
import { type Arguments, callKey, type Data, type Tool, type ToolCall } from './tool.ts'
import type { Tools } from './tools/tools.ts'

/** One request of a client, with what its answer is made from. */
export interface Exchange {
  session: Session
  /** For resources, whose texts are whole. */
  wholeTexts(): Session
  /** Runs a call of a tool within its limits and logs it. */
  call(tool: string, run: () => Promise<CallToolResult>): Promise<CallToolResult>
  /** The answer to the HTTP request as a whole, if that is not the handler's. */
  answer?: HttpAnswer
}

const cacheHints = {
  'tools/list': { ttlMs: 5 * 60_000, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: 5 * 60_000, cacheScope: 'private' },
} as const

/**
 * Answers the protocol's messages. The library makes a new server for each request and holds nothing in between, so any node
 * answers any request.
 */
export function protocolHandler(tools: Tools, onError: (error: Error) => void) {
  const exchanges = new WeakMap<Request, Exchange>()
  const checks = new Map<string, (args: Arguments) => FieldErrors | undefined>()
  const handler = createMcpHandler(
    ({ era, requestInfo }) => {
      const exchange = exchanges.get(requestInfo!)!
      return serverOf(exchange, era === 'modern')
    },
    { maxSubscriptions: 0, keepAliveMs: 0, onerror: onError },
  )

  function serverOf(exchange: Exchange, isModern: boolean): Server {
    const { session } = exchange
    const server = new Server(
      { name: 'wattle', title: 'Wattle', version },
      { capabilities: { tools: {}, resources: {} }, instructions, cacheHints },
    )
    server.setRequestHandler('tools/list', () => ({ tools: tools.list(session.access) as any }))
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const tool = tools.find(params.name, session.access)
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
      const args: Arguments = params.arguments ?? {}
      const canAsk = isModern && server.getClientCapabilities()?.elicitation !== undefined
      const { inputResponses, requestState } = mcpReq
      const answer = inputResponses?.confirm as PersonsAnswer | undefined
      const { again: _, confirm: __, ...same } = args
      const call: ToolCall = {
        canAsk,
        confirmed: answer && isYes(answer) ? requestState<string>() : undefined,
        key: callKey(tool.name, args.again === undefined ? same : { ...same, again: args.again }),
      }
      if (answer && !isYes(answer))
        return result({ done: false, hint: 'The person did not agree: nothing was changed.' }, session)
      try {
        return await exchange.call(tool.name, async () => {
          const errors = check(tool, args)
          if (errors) throw new ToolError(`The arguments of ${tool.name} are not valid.\n${errorLines(errors)}`)
          return result(await tool.run(session, args, call), session)
        })
      } catch (error) {
        if (error instanceof Question) return askPerson(error) as unknown as CallToolResult
        if (error instanceof HttpAnswer) {
          if (isModern) exchange.answer = error
          return failure(error.text)
        }
        if (error instanceof ToolError) return failure(error.message)
        throw error
      }
    })
    server.setRequestHandler('resources/list', () => ({ resources: [] }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: resourceTemplates(session) }))
    server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
      try {
        const text = await readResource(exchange.wholeTexts(), uri)
        if (text !== undefined) return { contents: [{ uri, mimeType: 'application/json', text }] }
      } catch (error) {
        if (error instanceof HttpAnswer) {
          if (isModern) exchange.answer = error
          throw new ProtocolError(ProtocolErrorCode.InternalError, error.text)
        }
        if (!(error instanceof ToolError)) throw error
      }
      throw new ResourceNotFoundError(uri)
    })
    return server
  }

  /** Compiled at the first call of a tool. */
  function check(tool: Tool, args: Arguments): FieldErrors | undefined {
    let known = checks.get(tool.name)
    if (!known) {
      const { input, required = [] } = tool
      const validate = makeAjv().compile({ type: 'object', properties: input, required, additionalProperties: false })
      known = (values) => (validate(values) ? undefined : fieldErrors((validate.errors ?? []) as never))
      checks.set(tool.name, known)
    }
    return known(args)
  }

  return {
    async answer(request: Request, parsedBody: unknown, exchange: Exchange): Promise<Response> {
      exchanges.set(request, exchange)
      return handler.fetch(request, { parsedBody })
    },
    close: () => handler.close(),
  }
}

interface PersonsAnswer {
  action?: string
  content?: { confirm?: unknown }
}
const isYes = ({ action, content }: PersonsAnswer): boolean => action === 'accept' && content?.confirm === true

const askPerson = ({ message, confirm }: Question) =>
  inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message: `${message}\n\nDo it?`,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Yes, do it' } },
          required: ['confirm'],
        },
      }),
    },
    requestState: confirm,
  })

/** The same data twice: most clients hand a model the text, some the structured content. */
function result(data: Data, { words }: Session): CallToolResult {
  const fitting = JSON.parse(JSON.stringify(fit(data))) as Data
  const links = [...words.cut].map((uri) => ({
    type: 'resource_link' as const,
    uri,
    name: uri,
    description: 'the whole text',
  }))
  return { content: [{ type: 'text', text: JSON.stringify(fitting) }, ...links], structuredContent: fitting }
}

const failure = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })
