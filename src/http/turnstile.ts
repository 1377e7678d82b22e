import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { requestIdOf } from './conventions.ts'
import { answerByHand } from './door.ts'
import type { ApiError } from './errors.ts'
import { plainRequest } from './plain-request.ts'

/** As much of a request as it takes to know whose it is and which line it would stand in. */
export type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** What a request is told that has no chance. */
export interface Refusal {
  error: ApiError
  /** Hears that it was told, with the id of the request. */
  told?(id: string): void
}

/** Says whether a request has no chance, and why. */
export type Refuses = (asked: Asked) => Refusal | undefined

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** A connection that a request was sent away on. */
interface Watched {
  socket: Socket
  /** Requests that Node has read on it since it is watched, and the last of them. */
  seen: number
  request?: IncomingMessage
  response?: ServerResponse
  /** Node has read exactly what the last bytes were, a whole request and nothing of another. */
  isWhole: boolean
  /** What is sent away and has not heard of it yet. */
  leaving?: { asked: Asked; refusal: Refusal } | undefined
}

/** So many hear in each turn of the event loop that they are sent away; where more wait for it, half of them do, or it never ends. */
const answeredAtOnce = 64

/**
 * Sends most of what is too much away before it is read as HTTP. To parse a request, to make a request and a response of it and to
 * send that costs Node half of what serving a small one costs; to look at the bytes of a plain one and to write prepared
 * bytes costs a third of that. At three times what a node can do this decides whether it does most of it or next to nothing.
 *
 * Only connections that a request was sent away on already are watched, and only a request in its plainest form, whole and
 * alone, on a connection where Node has nothing under way, is answered here. All else goes to Node's parser as it came.
 *
 * Those who are sent away hear of it a few in each turn of the event loop, and mostly send no more until they do. Otherwise a
 * turn would read and refuse whatever a thousand connections have sent before it looks at what PostgreSQL has answered, and
 * PostgreSQL would stand idle just when there is most to do.
 */
export class Turnstile {
  readonly #watched = new WeakMap<Socket, Watched>()
  readonly #refuses: Refuses
  #keptForSeconds = 0
  #leaving: Watched[] = []
  #isDue = false

  constructor(refuses: Refuses) {
    this.#refuses = refuses
  }

  /** Sees what Node has read before anything is done with it. */
  guard(server: Server): void {
    this.#keptForSeconds = Math.floor(server.keepAliveTimeout / 1000)
    const [handle] = server.listeners('request') as [Handle]
    server.removeListener('request', handle)
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const watched = this.#watched.get(request.socket)
      if (watched) {
        watched.seen++
        watched.request = request
        watched.response = response
      }
      handle(request, response)
    })
  }

  watch(socket: Socket): void {
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[]
    if (this.#watched.has(socket) || socket.destroyed || !parse) return
    const watched: Watched = { socket, seen: 0, isWhole: false }
    this.#watched.set(socket, watched)
    socket.off('data', parse)
    socket.on('data', (bytes: Buffer) => {
      // Whoever does not wait for an answer has it now, since answers come in the order of what was asked.
      if (watched.leaving) this.#answer(watched)
      const asked = plainRequest(bytes)
      const refusal = asked && isIdle(watched) ? this.#refuses(asked) : undefined
      if (asked && refusal) {
        watched.leaving = { asked, refusal }
        this.#leaving.push(watched)
        this.#willAnswer()
        return
      }
      const before = watched.seen
      parse(bytes)
      watched.isWhole = asked !== undefined && watched.seen === before + 1 && watched.request!.complete
    })
  }

  #willAnswer(): void {
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(this.#answerSome)
  }

  #answerSome = (): void => {
    this.#isDue = false
    const now = Math.max(answeredAtOnce, this.#leaving.length / 2)
    for (const watched of this.#leaving.splice(0, now)) this.#answer(watched)
    if (this.#leaving.length > 0) this.#willAnswer()
  }

  #answer(watched: Watched): void {
    const { socket, leaving } = watched
    watched.leaving = undefined
    if (!leaving || !socket.writable) return
    const { asked, refusal } = leaving
    const id = requestIdOf(asked)
    socket.write(answerByHand(asked, id, refusal.error, this.#keptForSeconds), 'latin1')
    refusal.told?.(id)
  }
}

/** Node has read a whole request and nothing behind it, and its answer is sent: what comes now begins a new one. */
const isIdle = ({ isWhole, response }: Watched): boolean => isWhole && response!.writableFinished
