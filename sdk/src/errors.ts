import type { FormIssue, LikelyClient, ShiftConflict } from './generated/api.ts'

/** The kinds of an error, on every error: two copies of this package in one program know each other's errors. */
const kindsOf = Symbol.for('@wattle/client/error')

type WithKinds = { [kindsOf]?: readonly string[] }

/** Every error of this client. `instanceof` also works where two copies of the package are installed. */
export class WattleError extends Error {
  /** The name of the class, which minifiers leave as it is. */
  static readonly kind: string = 'WattleError'

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    const kinds: string[] = []
    for (let one: unknown = new.target; typeof one === 'function'; one = Object.getPrototypeOf(one))
      if (Object.hasOwn(one, 'kind')) kinds.push((one as typeof WattleError).kind)
    Object.defineProperty(this, kindsOf, { value: kinds })
    Object.defineProperty(this, 'name', { value: kinds[0], configurable: true, writable: true })
  }
}

// Not in the class, where TypeScript would see it and narrow no type by `instanceof`.
Object.defineProperty(WattleError, Symbol.hasInstance, {
  value(this: typeof WattleError, value: unknown): boolean {
    // A class of the program that extends one of these is known by its prototype alone.
    if (!Object.hasOwn(this, 'kind')) return Function.prototype[Symbol.hasInstance].call(this, value)
    return (value as WithKinds | null | undefined)?.[kindsOf]?.includes(this.kind) ?? false
  },
})

export interface ErrorBody {
  message: string
  errors?: Record<string, string[]>
  error?: string
  conflicts?: ShiftConflict[]
  duplicates?: LikelyClient[]
  issues?: FormIssue[]
  [field: string]: unknown
}

/** What an error of the service is made of. */
export interface Rejection {
  status: number
  /** Undefined if it is no JSON object, as that of a proxy. */
  body: ErrorBody | undefined
  headers: Headers
  /** The method and path, as `POST /clients`. */
  request: string
  /** The seconds of Retry-After. */
  retryAfter: number | undefined
}

/** The service answered, with a status that is no success. The text has the messages by field, the status and the id of the request. */
export class ApiError extends WattleError {
  static override readonly kind: string = 'ApiError'
  readonly status: number
  /** The method and path, as `POST /clients`. */
  readonly request: string
  /** Messages by field; `{}` if there are none. */
  readonly errors: Record<string, string[]>
  /** As the service sent it: its `message` is without what the text of this error has in addition. */
  readonly body: ErrorBody | undefined
  /** What the log of the service knows the request by. */
  readonly requestId: string | undefined

  constructor(rejection: Rejection) {
    super(textOf(rejection))
    const { status, body, headers, request } = rejection
    this.status = status
    this.request = request
    this.errors = body?.errors ?? {}
    this.body = body
    this.requestId = headers.get('x-request-id') ?? undefined
  }
}

function textOf({ status, body, headers }: Rejection): string {
  const fields = Object.entries(body?.errors ?? {}).map(([field, said]) => `\n  ${field}: ${[said].flat().join(' ')}`)
  const [id, needs] = [headers.get('x-request-id'), headers.get('x-required-access')]
  const known = id ? `${status}, request ${id}` : status
  const said = body?.message ?? `The service responded with ${status}.`
  return `${said}${fields.join('')} (${known})${needs ? `\n  The token needs ${needs}.` : ''}`
}

/** 401: the token is missing, mistyped, expired, disabled or revoked. */
export class Unauthenticated extends ApiError {
  static override readonly kind: string = 'Unauthenticated'
}

/** 403: the token may not do this. */
export class Forbidden extends ApiError {
  static override readonly kind: string = 'Forbidden'
  /** What the token needs, as `clients=read-write`. */
  readonly requiredAccess: string | undefined

  constructor(rejection: Rejection) {
    super(rejection)
    this.requiredAccess = rejection.headers.get('x-required-access') ?? undefined
  }
}

/** 404: the record does not exist. Of an endpoint that does not exist it is a `WattleError`, which asks for the base URL. */
export class NotFound extends ApiError {
  static override readonly kind: string = 'NotFound'
}

/** 409: a request with the same `Idempotency-Key` is still running, after all tries. */
export class Conflict extends ApiError {
  static override readonly kind: string = 'Conflict'
}

/** 413: the body is larger than 64 KB. */
export class TooLarge extends ApiError {
  static override readonly kind: string = 'TooLarge'
}

/** 422: a rule is not met, and nothing was changed. `errors` has the messages by field. */
export class Invalid extends ApiError {
  static override readonly kind: string = 'Invalid'
  /** Of a shift: why it should not have a person, time or site. */
  readonly conflicts: ShiftConflict[] | undefined
  /** Of a prospect that is converted: clients who may be the same person. */
  readonly duplicates: LikelyClient[] | undefined
  /** Of a form: why it cannot be published. */
  readonly issues: FormIssue[] | undefined

  constructor(rejection: Rejection) {
    super(rejection)
    const { conflicts, duplicates, issues } = rejection.body ?? {}
    this.conflicts = conflicts
    this.duplicates = duplicates
    this.issues = issues
  }
}

/** 429: too many requests of this token. */
export class RateLimited extends ApiError {
  static override readonly kind: string = 'RateLimited'
  /** Seconds to wait before the next request. */
  readonly retryAfter: number | undefined

  constructor(rejection: Rejection) {
    super(rejection)
    this.retryAfter = rejection.retryAfter
  }
}

/** 500, 502, 504: the service, or what is before it, failed. */
export class ServerError extends ApiError {
  static override readonly kind: string = 'ServerError'
}

/** 503: the service is overloaded or stopping, or integrations are off; then `retryAfter` is 3600. */
export class Unavailable extends ApiError {
  static override readonly kind: string = 'Unavailable'
  /** Seconds to wait before the next request. */
  readonly retryAfter: number | undefined

  constructor(rejection: Rejection) {
    super(rejection)
    this.retryAfter = rejection.retryAfter
  }
}

/** There was no answer: the connection could not be made, or broke. `cause` is the error of `fetch`. */
export class ConnectionError extends WattleError {
  static override readonly kind: string = 'ConnectionError'
}

/** There was no answer in time. */
export class TimeoutError extends WattleError {
  static override readonly kind: string = 'TimeoutError'
}

/** A request is no signed event of a webhook: answer with 401, and do nothing else. */
export class InvalidWebhook extends WattleError {
  static override readonly kind: string = 'InvalidWebhook'
}

const byStatus: Record<number, new (rejection: Rejection) => ApiError> = {
  401: Unauthenticated,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  413: TooLarge,
  422: Invalid,
  429: RateLimited,
  503: Unavailable,
}

export function errorOf(rejection: Rejection): WattleError {
  const { status, body, headers, request } = rejection
  // A program takes NotFound as a record that is gone, which another service cannot say.
  if (status === 404 && (!body || body.message === 'Endpoint not found.' || !headers.has('x-request-id')))
    return new WattleError(`${request}: the service has no such endpoint. Is the base URL right?`)
  return new (byStatus[status] ?? (status >= 500 ? ServerError : ApiError))(rejection)
}
