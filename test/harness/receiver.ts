import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { Webhook } from 'standardwebhooks'
import type { Certificate } from './certificate.ts'

/** What a receiver does with a request that it has read. */
export type Behaviour = (response: ServerResponse, socket: Socket) => void

const raw =
  (text: string): Behaviour =>
  (_response, socket) =>
    socket.write(text)

/** Writes parts for as long as the other side takes them. */
function writeEndlessly(socket: Socket, part: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(part));
  }
  socket.on('drain', write)
  write()
}

/** What receivers do, good and bad. */
export const answers = {
  status:
    (status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Behaviour =>
    (response) =>
      response.writeHead(status, headers).end(body),
  redirect:
    (location: string, status = 302): Behaviour =>
    (response) =>
      response.writeHead(status, { location }).end(),
  hang: (() => {}) as Behaviour,
  /** TLS has no reset of its own: there the connection is closed. */
  reset: ((_response, socket) =>
    socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy()) as Behaviour,
  close: ((_response, socket) => socket.end()) as Behaviour,
  upgrade: raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
  brokenHttp: raw('SSH-2.0-OpenSSH_9.2\r\n\r\n'),
  /** Headers that never end, a byte at a time. */
  slowHeaders: ((_response, socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
    const timer = setInterval(() => socket.write('a'), 5)
    socket.once('close', () => clearInterval(timer))
  }) as Behaviour,
  longHeaders: (bytes: number): Behaviour => raw(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(bytes)}\r\n\r\n`),
  endlessInterim: ((_response, socket) =>
    writeEndlessly(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500))) as Behaviour,
  /** A body that begins and does not go on. */
  hangingBody:
    (status: number, text: string): Behaviour =>
    (response) =>
      response.writeHead(status, { 'content-length': 100_000 }).write(text),
  endlessBody:
    (status: number): Behaviour =>
    (_response, socket) => {
      socket.write(`HTTP/1.1 ${status} Endless\r\ntransfer-encoding: chunked\r\n\r\n`)
      writeEndlessly(socket, `1000\r\n${'a'.repeat(4096)}\r\n`)
    },
  /** A reset in the middle of the body. */
  resetBody:
    (status: number, text: string): Behaviour =>
    (_response, socket) =>
      socket.write(`HTTP/1.1 ${status} Reset\r\ncontent-length: 1000\r\n\r\n${text}`, () =>
        setImmediate(() => socket.resetAndDestroy()),
      ),
  /** The body ends before the length that the headers say. */
  cutBody:
    (status: number, text: string): Behaviour =>
    (_response, socket) =>
      socket.end(`HTTP/1.1 ${status} Cut\r\ncontent-length: 1000\r\n\r\n${text}`),
}

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** The name that TLS asked for, if any. */
  servername: string | false | undefined
  /** Verified by the library of Standard Webhooks with one of the receiver's secrets. */
  isSigned: boolean
}

interface Pending {
  /** The number of the event, if the body is one of an event. */
  event: number | undefined
  response: ServerResponse
  socket: Socket
}

interface ReceiverOptions {
  /** Serves https. */
  certificate?: Certificate
  secrets?: string[]
  /** By request, from 0. */
  behaviour?: (received: Received, index: number) => Behaviour
}

/** A receiver of webhooks on loopback. It answers 204 unless it is given another behaviour. */
export async function startReceiver({ certificate, secrets = [], behaviour }: ReceiverOptions = {}) {
  const requests: Received[] = []
  const connections = new Set<Socket>()
  const changes = new EventEmitter()
  const counts = { connections: 0, bytes: 0 }
  const open: Pending[] = []
  let behave = behaviour ?? (() => answers.status(204))

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url: path = '', headers } = request
    const body = Buffer.concat(chunks)
    const { servername } = request.socket as Socket & { servername?: string | false }
    const isVerified = secrets.some((secret) => isSigned(secret, body, headers))
    const received = { method, path, headers, body, servername, isSigned: isVerified }
    requests.push(received)
    const { socket } = request
    open.push({ event: eventOf(body), response, socket })
    behave(received, requests.length - 1)(response, socket)
    changes.emit('change')
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    // The other side may go away at any time.
    handle(request, response).catch(() => request.socket.destroy())
  }
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener)
  server.on('connection', (socket: Socket) => {
    counts.connections++
    connections.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      connections.delete(socket)
      counts.bytes += socket.bytesRead
      changes.emit('change')
    })
    changes.emit('change')
  })
  server.on('tlsClientError', () => {})
  // The other side closes connections.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const until = async (isReached: () => boolean) => {
    while (!isReached()) await once(changes, 'change')
  }
  return {
    port,
    requests,
    /** `connections` ever made, and `bytes` received by those that are closed. */
    counts,
    /** From the next request on. */
    behave(next: Behaviour) {
      behave = () => next
    },
    /** Requests without an answer, and what answers them. */
    pending: () => open.filter(({ response, socket }) => !response.writableEnded && !socket.destroyed),
    /** Waits until so many requests were received. */
    received: (count: number) => until(() => requests.length >= count),
    /** Waits until so many connections were made. */
    connected: (count: number) => until(() => counts.connections >= count),
    /** Waits until the other side has closed all connections. */
    disconnected: () => until(() => connections.size === 0),
    async stop() {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function eventOf(body: Buffer): number | undefined {
  try {
    return JSON.parse(body.toString()).data.id
  } catch {
    return undefined
  }
}

function isSigned(secret: string, body: Buffer, headers: IncomingHttpHeaders): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false })
    return true
  } catch {
    return false
  }
}
