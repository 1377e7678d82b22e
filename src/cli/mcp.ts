import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { escaped } from '../process/terminal.ts'
import { serviceUrl, tokenOf } from './remote-service.ts'

const help = `
Examples:
  WATTLE_TOKEN=svc_at_… wattle mcp
  WATTLE_TOKEN=svc_at_… wattle mcp --url https://care.example.org --read-only
  WATTLE_TOKEN=svc_at_… wattle mcp --areas roster,clients

For agents that start their MCP servers as programs: it passes the messages on stdin to the service's /mcp, and the answers to
stdout. Agents that connect by HTTP need no such program. docs/agents.md has the settings of both.

Environment:
  WATTLE_TOKEN  the token; other users of the machine can see --token in the list of processes
  WATTLE_URL    the address of the service`

interface Options {
  url?: string
  token?: string
  readOnly?: boolean
  areas?: string
}

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('connect an agent that starts its MCP servers as programs to a running service')
    .option('--url <url>', 'the address of the service (default: WATTLE_URL, or the service on this machine)')
    .option('--token <token>', 'an access token of the organisation (default: WATTLE_TOKEN)')
    .option('--read-only', 'only tools that read')
    .option('--areas <areas>', 'only tools of these areas, such as "roster,clients"')
    .addHelpText('after', help)
    .action(passMessages)
}

/** Each line of stdin is a message. Answers go to stdout as they arrive, and nothing else does. */
async function passMessages({ readOnly, areas, ...options }: Options): Promise<void> {
  const service = new McpService(addressOf(serviceUrl(options.url), { readOnly, areas }), tokenOf(options))
  const pending = new Set<Promise<void>>()
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue
    const passed = service.pass(line, (answer) => process.stdout.write(`${answer}\n`))
    pending.add(passed)
    void passed.finally(() => pending.delete(passed))
  }
  await Promise.all(pending)
}

function addressOf(
  url: string,
  { readOnly, areas }: { readOnly: boolean | undefined; areas: string | undefined },
): URL {
  const address = new URL(`${url}/mcp`)
  if (readOnly) address.searchParams.set('read_only', 'true')
  if (areas !== undefined) address.searchParams.set('areas', areas)
  return address
}

interface Message {
  id?: string | number
  method?: string
  params?: { name?: unknown; uri?: unknown; _meta?: Record<string, unknown> }
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** JSON-RPC's codes for text that is no JSON, and for errors of a server. */
const codes = { parseError: -32_700, serverError: -32_000 }

class McpService {
  readonly #address: URL
  readonly #headers: Record<string, string>
  /** Chosen by the handshake of the 2025 protocol. Later protocols have it in each message. */
  #version: string | undefined

  constructor(address: URL, token: string) {
    this.#address = address
    this.#headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
  }

  async pass(line: string, answer: (text: string) => void): Promise<void> {
    const message = parsed(line)
    if (!message) return answer(errorText(null, codes.parseError, 'The line is not valid JSON.'))
    try {
      const response = await fetch(this.#address, {
        method: 'POST',
        headers: { ...this.#headers, ...this.#headersOf(message) },
        body: line,
        redirect: 'manual',
      })
      const text = await response.text()
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      const answers = (isStream ? eventsOf(text) : [text]).filter(Boolean)
      const isAnswered = answers.length > 0 || (response.ok && message.id === undefined)
      if (isAnswered && answers.every((one) => parsed(one)?.jsonrpc === '2.0')) {
        for (const one of answers) this.#sendOn(message, one, answer)
        return
      }
      this.#fail(message, explain(response, parsed(text)), answer)
    } catch {
      this.#fail(
        message,
        `The service at ${this.#address.origin} cannot be reached: start it, or set WATTLE_URL or --url to its address.`,
        answer,
      )
    }
  }

  #headersOf({ method = '', params }: Message): Record<string, string> {
    const inMessage = params?._meta?.[versionKey]
    if (typeof inMessage !== 'string') return this.#version ? { 'mcp-protocol-version': this.#version } : {}
    const name = params?.name ?? params?.uri
    return {
      'mcp-protocol-version': inMessage,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': headerText(name) }),
    }
  }

  #sendOn({ method }: Message, text: string, answer: (text: string) => void) {
    const { result } = parsed(text) as { result?: { protocolVersion?: string } }
    if (method === 'initialize') this.#version = result?.protocolVersion
    // One line, whatever white space the answer has.
    answer(JSON.stringify(JSON.parse(text)))
  }

  /** A message without an id expects no answer. */
  #fail({ id }: Message, reason: string, answer: (text: string) => void): void {
    process.stderr.write(`${escaped(reason)}\n`)
    if (id !== undefined) answer(errorText(id, codes.serverError, reason))
  }
}

function explain({ status, headers }: Response, body: Failure | undefined): string {
  const seconds = headers.get('retry-after')
  const said =
    typeof body?.message === 'string' ? body.message : 'It is not the address of a Wattle service with an MCP server.'
  const fields = Object.values(body?.errors ?? {}).flat()
  return `${[said, ...fields].join(' ')} (${status})${seconds ? ` Retry after ${seconds} seconds.` : ''}`
}

const errorText = (id: string | number | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })

/** The messages of a stream of events. */
const eventsOf = (text: string): string[] =>
  text.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n'),
  )

/** Headers have printable ASCII alone. The protocol wraps other texts. */
const headerText = (text: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

type Failure = { message?: unknown; errors?: Record<string, string[]> }

function parsed(text: string): (Message & Failure & { jsonrpc?: string }) | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
