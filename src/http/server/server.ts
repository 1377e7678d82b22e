import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Connection, Handle } from './connection.ts'
import type { Connections } from './connections.ts'

const closeUnreadEveryMilliseconds = 2000

/** Without these a slow sender keeps a connection for ever. */
const limits: ServerOptions = {
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 72_000,
  // A request without a host is refused by src/http/server/ambiguous.ts; Node would go on with what came behind it.
  requireHostHeader: false,
}

/** Node's HTTP server on connections with bounds: how many there are, and one request at a time on each. */
export class BoundedServer extends Server {
  readonly #connections: Connections

  constructor(connections: Connections, handle: Handle) {
    super(limits, (request: IncomingMessage, response: ServerResponse) =>
      (request.socket as unknown as Connection).handle(request, response, handle),
    )
    this.#connections = connections
    const timer = setInterval(() => connections.closeUnread(performance.now()), closeUnreadEveryMilliseconds).unref()
    this.once('close', () => clearInterval(timer))
  }

  /** Node takes any duplex stream for a connection; here it is a socket in bounds. */
  override emit(event: string, ...args: unknown[]): boolean {
    if (event !== 'connection') return super.emit(event, ...args)
    const connection = this.#connections.accept(args[0] as Socket)
    return connection !== undefined && super.emit('connection', connection)
  }
}
