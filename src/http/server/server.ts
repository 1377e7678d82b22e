import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Connection, RequestHandler } from './connection.ts'
import type { Connections } from './connections.ts'

const closeUnreadEveryMilliseconds = 2000

/** Without these a slow client could keep a connection forever. */
const limits: ServerOptions = {
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 72_000,
  // ambiguous.ts rejects a request without Host and closes the connection; Node would handle the requests behind it.
  requireHostHeader: false,
}

/** Node's HTTP server with a limit on connections and one request at a time on each. */
export class BoundedServer extends Server {
  readonly #connections: Connections

  constructor(connections: Connections, handle: RequestHandler) {
    super(limits, (request: IncomingMessage, response: ServerResponse) =>
      (request.socket as unknown as Connection).handle(request, response, handle),
    )
    this.#connections = connections
    const timer = setInterval(() => connections.closeUnread(performance.now()), closeUnreadEveryMilliseconds).unref()
    this.once('close', () => clearInterval(timer))
  }

  /** Node accepts any duplex stream as a connection. */
  override emit(event: string, ...args: unknown[]): boolean {
    if (event !== 'connection') return super.emit(event, ...args)
    const connection = this.#connections.accept(args[0] as Socket)
    return connection !== undefined && super.emit('connection', connection)
  }
}
