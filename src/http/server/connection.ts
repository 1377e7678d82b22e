import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

export type Handle = (request: IncomingMessage, response: ServerResponse) => void

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  handle: Handle
}

/** Of a head, and of a body in chunks. */
const end = Buffer.from('\r\n\r\n')
/** Node skips line breaks before a head; an end among them is none. */
const minHeadBytes = 'GET /'.length
/** Each part that is parsed by itself costs a call, and a body that nobody waits for may hold any number of ends. */
const minDiscardedBytes = 256
const nothing = Buffer.alloc(0)

/**
 * A caller's connection as Node's HTTP server sees it: one request at a time. Node parses all requests of a read at once and
 * starts every one of them, 2,000 for a packet of 60 KB, and keeps their answers until they can be sent in order. Here
 * bytes go to the parser up to the end of a head, then up to the end of its body, and the next ones when that request has its
 * answer. So nothing that comes behind a request is read, refused or answered before it.
 */
export class Connection extends Duplex {
  /** Whether a request of it was answered before. */
  wasServed = false
  readonly #socket: Socket
  readonly #onAnswered: (connection: Connection) => void
  /** Bytes that the parser has not seen. */
  #received: Buffer | undefined
  #hasEnded = false
  /** The last bytes that the parser has seen of a head, in which its end may begin. */
  #seen: Buffer = nothing
  /** The request whose body is coming, and how much of it is to come where it says so. */
  #incoming: IncomingMessage | undefined
  #bodyLeft = 0
  #current: Exchange | undefined
  /** Requests whose heads came in one part with the rest of a dropped body, which is not cut exactly. */
  readonly #next: Exchange[] = []

  constructor(socket: Socket, onAnswered: (connection: Connection) => void) {
    super({ decodeStrings: false })
    this.#socket = socket
    this.#onAnswered = onAnswered
    this.on('resume', this.#feed)
    socket.on('data', (bytes: Buffer) => {
      this.#received = this.#received ? Buffer.concat([this.#received, bytes]) : bytes
      this.#feed()
    })
    socket.on('end', () => {
      this.#hasEnded = true
      this.#feed()
    })
    socket.on('timeout', () => this.emit('timeout'))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  /** Answers that are not sent yet, in order. */
  get inFlight(): ServerResponse[] {
    return [...(this.#current ? [this.#current] : []), ...this.#next].map(({ response }) => response)
  }

  /** Waits for its caller: for a request or the rest of one, or until an answer is read. */
  get isIdle(): boolean {
    return !this.#current?.request.complete || this.#current.response.writableEnded
  }

  /** Whether the head of the current answer is sent, so that nothing else may be written. */
  get isResponding(): boolean {
    return this.#current?.response.headersSent === true
  }

  handle(request: IncomingMessage, response: ServerResponse, handle: Handle): void {
    this.#incoming = request
    this.#bodyLeft = Number(request.headers['content-length'] ?? 0) || 0
    const exchange = { request, response, handle }
    if (this.#current) this.#next.push(exchange)
    else this.#begin(exchange)
  }

  #begin(exchange: Exchange): void {
    this.#current = exchange
    exchange.response.once('close', this.#answered)
    exchange.handle(exchange.request, exchange.response)
  }

  #answered = (): void => {
    this.wasServed = true
    this.#onAnswered(this)
    this.#current = undefined
    const next = this.#next.shift()
    // Nothing is done of what came behind a request that ends the connection.
    if (next && !this.#isClosing) this.#begin(next)
    // Others have their turn first: answers that wait for nothing would follow each other until the packet is done.
    if (this.#received) setImmediate(this.#feed)
    else this.#feed()
  }

  get #isClosing(): boolean {
    return this.destroyed || this.writableEnded
  }

  get #isBusy(): boolean {
    return this.#next.length > 0 || this.#current?.request.complete === true
  }

  #feed = (): void => {
    if (this.#isClosing) this.#received = undefined
    while (this.#received && this.readableFlowing && !this.#isBusy) {
      const bytes: Buffer = this.#received
      const size = this.#nextPart(bytes)
      this.#received = size < bytes.length ? bytes.subarray(size) : undefined
      this.push(bytes.subarray(0, size))
    }
    if (this.#received) this.#socket.pause()
    else if (this.#hasEnded && !this.readableEnded) this.push(null)
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  /** How many bytes can go to the parser without the beginning of another request. */
  #nextPart(bytes: Buffer): number {
    if (this.#bodyLeft > 0) {
      const size = Math.min(this.#bodyLeft, bytes.length)
      this.#bodyLeft -= size
      return size
    }
    const isInChunks = this.#incoming?.complete === false
    return isInChunks && !this.#current ? this.#dropped(bytes) : this.#upToEnd(bytes, isInChunks ? 0 : minHeadBytes)
  }

  /** Of a head, or of a body in chunks. Its end may have begun in what the parser has seen. */
  #upToEnd(bytes: Buffer, shortest: number): number {
    const seen = this.#seen
    const at = seen.length === 0 ? bytes.indexOf(end, shortest) : Buffer.concat([seen, bytes]).indexOf(end)
    this.#seen = at < 0 ? Buffer.concat([seen, bytes]).subarray(-3) : nothing
    return at < 0 ? bytes.length : at + end.length - seen.length
  }

  /** Of a body in chunks that is answered already. */
  #dropped(bytes: Buffer): number {
    const at = bytes.indexOf(end, minDiscardedBytes)
    this.#seen = at < 0 ? bytes.subarray(-3) : nothing
    return at < 0 ? bytes.length : at + end.length
  }

  /** Closes it at once. What the system has not sent yet is dropped as well. */
  reset(): void {
    this.#socket.resetAndDestroy()
  }

  // What Node and Fastify ask of a socket beyond a stream.
  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }
  /** Of what is sent: as far as the system took it. */
  get bytesRead(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }
  get remotePort(): number | undefined {
    return this.#socket.remotePort
  }
  setTimeout(milliseconds: number): this {
    this.#socket.setTimeout(milliseconds)
    return this
  }
  destroySoon(): void {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', this.destroy)
  }

  override _read(): void {} // bytes are pushed while the stream flows
  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }
  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    // Node ends every answer with an empty chunk. Without it most answers are one write of the socket.
    const filled = chunks.filter(({ chunk }) => chunk.length > 0)
    if (filled.length === 0) done()
    this.#socket.cork()
    filled.forEach(({ chunk, encoding }, i) => {
      this.#socket.write(chunk, encoding, i === filled.length - 1 ? done : undefined)
    })
    this.#socket.uncork()
  }
  override _final(done: () => void): void {
    this.#socket.end(done)
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
