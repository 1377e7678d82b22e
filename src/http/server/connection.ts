import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  handle: RequestHandler
}

/** The end of the request head, and of a chunked body. */
const end = Buffer.from('\r\n\r\n')
/** Node skips line breaks before the head, so an `end` within these bytes does not count. */
const minHeadBytes = 'GET /'.length
/** Every part costs a call of the parser, and a discarded body may contain any number of `end`s. */
const minDiscardedBytes = 256
const nothing = Buffer.alloc(0)

/**
 * A client connection for Node's HTTP server that passes on one request at a time. Node parses all pipelined requests
 * of a read at once, starts every one of them, 2,000 for a packet of 60 KB, and buffers their responses. Here the
 * parser gets the bytes up to the end of a head, then up to the end of its body, and the next request after the
 * response. So no later request is parsed, rejected or answered before an earlier one.
 */
export class Connection extends Duplex {
  /** Whether it has completed a request. */
  wasServed = false
  readonly #socket: Socket
  readonly #onResponse: (connection: Connection) => void
  /** Bytes that the parser has not received. */
  #received: Buffer | undefined
  #hasEnded = false
  /** The last bytes of a head that the parser has received, in which its end may begin. */
  #tail: Buffer = nothing
  /** The request whose body is being received, and its remaining bytes where it has a Content-Length. */
  #incoming: IncomingMessage | undefined
  #bodyLeft = 0
  #current: Exchange | undefined
  /** Requests whose heads the parser received together with the rest of a discarded body. */
  readonly #next: Exchange[] = []

  constructor(socket: Socket, onResponse: (connection: Connection) => void) {
    super({ decodeStrings: false })
    this.#socket = socket
    this.#onResponse = onResponse
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

  /** Responses that are not complete, in order. */
  get inFlight(): ServerResponse[] {
    return [...(this.#current ? [this.#current] : []), ...this.#next].map(({ response }) => response)
  }

  /** Waits for its client: for a request or the rest of one, or until a response is read. */
  get isIdle(): boolean {
    return !this.#current?.request.complete || this.#current.response.writableEnded
  }

  /** Whether the head of the current response is sent, so that nothing else may be written. */
  get isResponding(): boolean {
    return this.#current?.response.headersSent === true
  }

  handle(request: IncomingMessage, response: ServerResponse, handle: RequestHandler): void {
    this.#incoming = request
    this.#bodyLeft = Number(request.headers['content-length'] ?? 0) || 0
    const exchange = { request, response, handle }
    if (this.#current) this.#next.push(exchange)
    else this.#begin(exchange)
  }

  #begin(exchange: Exchange): void {
    this.#current = exchange
    exchange.response.once('close', this.#completed)
    exchange.handle(exchange.request, exchange.response)
  }

  #completed = (): void => {
    this.wasServed = true
    this.#onResponse(this)
    this.#current = undefined
    const next = this.#next.shift()
    // Requests behind one that closes the connection are not handled.
    if (next && !this.#isClosing) this.#begin(next)
    // Other connections run first: responses without I/O would otherwise follow each other until the packet is done.
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
      const size = this.#nextPartBytes(bytes)
      this.#received = size < bytes.length ? bytes.subarray(size) : undefined
      this.push(bytes.subarray(0, size))
    }
    if (this.#received) this.#socket.pause()
    else if (this.#hasEnded && !this.readableEnded) this.push(null)
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  /** The number of bytes that the parser can get without the beginning of another request. */
  #nextPartBytes(bytes: Buffer): number {
    if (this.#bodyLeft > 0) {
      const size = Math.min(this.#bodyLeft, bytes.length)
      this.#bodyLeft -= size
      return size
    }
    const isChunked = this.#incoming?.complete === false
    return isChunked && !this.#current ? this.#discarded(bytes) : this.#upToEnd(bytes, isChunked ? 0 : minHeadBytes)
  }

  /** Up to the end of a head or a chunked body. The end may begin in bytes that the parser has received. */
  #upToEnd(bytes: Buffer, min: number): number {
    const tail = this.#tail
    const at = tail.length === 0 ? bytes.indexOf(end, min) : Buffer.concat([tail, bytes]).indexOf(end)
    this.#tail = at < 0 ? Buffer.concat([tail, bytes]).subarray(-3) : nothing
    return at < 0 ? bytes.length : at + end.length - tail.length
  }

  /** The part of a chunked body whose request already has its response. */
  #discarded(bytes: Buffer): number {
    const at = bytes.indexOf(end, minDiscardedBytes)
    this.#tail = at < 0 ? bytes.subarray(-3) : nothing
    return at < 0 ? bytes.length : at + end.length
  }

  /** Closes it at once, without sending the operating system's buffers. */
  reset(): void {
    this.#socket.resetAndDestroy()
  }

  // The parts of a socket that Node and Fastify use beyond a stream.
  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }
  /** Sent bytes that the operating system has accepted. */
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
    // Node ends every response with an empty chunk. Without it most responses are one write of the socket.
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
