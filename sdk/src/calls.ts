import type { operations } from './generated/api.ts'

/** Options of every call, the last argument. */
export interface CallOptions {
  /**
   * The name of a write, so that the service makes it once. Without it the client makes a random one for each call.
   * Give one of your own, such as the number of an order, if the program may start again in between.
   */
  idempotencyKey?: string
  /** Milliseconds for each try; 30,000 if not given. */
  timeout?: number
  /** Milliseconds for the whole call with all its tries and waits. Of a list that is iterated: for each of its pages. */
  deadline?: number
  /** Ends the call. It then rejects with the reason of the signal. */
  signal?: AbortSignal
}

export interface ListOptions extends CallOptions {
  /** How many items an iteration yields at most. */
  limit?: number
}

/** The rate limit of the token after this request. */
export interface RateLimit {
  limit: number
  remaining: number
  windowSeconds: number
  resetSeconds: number
}

/** An answer with what came along with it. */
export interface WithResponse<T> {
  body: T
  /** Its body has been read. */
  response: Response
  /** What the log of the service knows the request by. */
  requestId: string | undefined
  /** Undefined if the service does not limit requests. */
  rateLimit: RateLimit | undefined
}

export type OperationId = keyof operations

/** The input of an operation without one. It has its place nevertheless: a later release may add fields to it. */
export type NoInput = Record<string, never>

export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>

export type Body<Id extends OperationId> = Content<NonNullable<operations[Id]['requestBody']>>

/** The body of a success. */
export type Answer<Id extends OperationId> = Content<operations[Id]['responses'][keyof operations[Id]['responses']]>

type Content<T> = T extends { content: { 'application/json': infer Json } } ? Json : never

/** A request that was sent. Await it for the body of the answer. */
export class Call<T> implements Promise<T> {
  readonly #sent: () => Promise<WithResponse<T>>

  /** `isLazy`: it is sent when somebody wants the answer. */
  constructor(send: () => Promise<WithResponse<T>>, isLazy = false) {
    let sent: Promise<WithResponse<T>> | undefined
    this.#sent = () => {
      sent ??= send()
      return sent
    }
    if (!isLazy) this.#sent()
  }

  get [Symbol.toStringTag](): string {
    return 'Call'
  }

  /** The body with the response, the id of the request, and what is left of the rate limit. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#sent()
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = T, B = never>(
    done?: ((body: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: any) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#sent()
      .then(({ body }) => body)
      .then(done, failed)
  }

  catch<B = never>(failed?: ((reason: any) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, failed)
  }

  finally(settled?: (() => void) | null): Promise<T> {
    return this.then().finally(settled)
  }
}

/**
 * A list. Await it for the page that the input names, or iterate over it for every item: `for await (const client of
 * wattle.clients.list())`. Nothing is sent before.
 */
export class List<Page, Item> extends Call<Page> implements AsyncIterable<Item> {
  readonly #pages: () => AsyncGenerator<Page, void, undefined>
  readonly #items: () => AsyncGenerator<Item, void, undefined>

  constructor(
    send: () => Promise<WithResponse<Page>>,
    pages: () => AsyncGenerator<Page, void, undefined>,
    items: () => AsyncGenerator<Item, void, undefined>,
  ) {
    super(send, true)
    this.#pages = pages
    this.#items = items
  }

  /** The pages, one after the other. */
  pages(): AsyncGenerator<Page, void, undefined> {
    return this.#pages()
  }

  /** Every item of all pages. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.#items()
  }
}
