import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import {
  Client,
  type ElicitRequest,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { FastifyInstance } from 'fastify'

/** The forms of the protocol: with a handshake, and with the client's capabilities in each message. */
export const eras = ['legacy', 'modern'] as const
export type Era = (typeof eras)[number]

export interface Result {
  isError: boolean
  text: string
  /** The structured content. */
  data: any
  /** Resources of texts that were cut. */
  links: string[]
}

interface ConnectOptions {
  era?: Era
  /** The query of the address, such as `read_only=true`. */
  query?: string
  /** Answers what the server asks a person. Without it the client cannot ask. */
  person?: (question: ElicitRequest['params']) => ElicitResult
}

/** The official client over a real port, for each token and era. */
export async function mcpClients(app: FastifyInstance) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const open: Client[] = []
  after(() => Promise.all(open.map((client) => client.close())))

  async function connect(token: string, options: ConnectOptions = {}) {
    const client = await connectTo(`${origin}/mcp${options.query ? `?${options.query}` : ''}`, token, options)
    open.push(client)
    const call = async (name: string, args: Record<string, unknown> = {}): Promise<Result> =>
      resultOf(await client.callTool({ name, arguments: args }))
    return { client, call }
  }

  /** One message without a client. */
  const send = (message: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    })
  return { origin, connect, send }
}

export async function connectTo(
  url: string,
  token: string,
  { era = 'modern', person }: ConnectOptions = {},
): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' }
  const capabilities = person ? { elicitation: { form: {} } } : {}
  const client = new Client({ name: 'tests', version: '1.0.0' }, {
    versionNegotiation: { mode },
    capabilities,
  } as never)
  if (person) client.setRequestHandler('elicitation/create', ({ params }) => person(params) as never)
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

export function resultOf(result: Awaited<ReturnType<Client['callTool']>>): Result {
  const blocks = (result as any).content as { type: string; text?: string; uri?: string }[]
  return {
    isError: result.isError === true,
    text: blocks.find(({ type }) => type === 'text')?.text ?? '',
    data: result.structuredContent,
    links: blocks.filter(({ type }) => type === 'resource_link').map(({ uri }) => uri!),
  }
}
