import type { FastifyContextConfig, FastifyError } from 'fastify'
import { type Needs, needsText } from '../../access/areas.ts'
import { isConnectionLost, isUnavailable } from '../../db/connect/unavailable.ts'
import { violatedConstraint } from '../../db/constraint.ts'
import { constraintErrors } from './constraints.ts'
import { type FieldErrors, fieldErrors, limitErrors } from './field-errors.ts'

/** Each kind of error with its status. No other file has an error status; scripts/statuses.ts checks that. */
export const errorStatus = {
  NotAnObject: 400,
  NotHttp: 400,
  Unauthenticated: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Timeout: 408,
  InProgress: 409,
  Conflict: 409,
  Gone: 410,
  TooLarge: 413,
  Invalid: 422,
  TooManyRequests: 429,
  HeadersTooLarge: 431,
  /** Only in the log: the client has closed the connection. */
  CallerLeft: 499,
  ServerError: 500,
  Unavailable: 503,
} as const
export type ErrorKind = keyof typeof errorStatus

/** The only error that features throw. Any other becomes a 500 without details. */
export class ApiError extends Error {
  readonly kind: ErrorKind
  readonly status: number
  readonly body: object
  readonly headers: Record<string, string>

  constructor(kind: ErrorKind, message: string, body: object = {}, headers: Record<string, string> = {}) {
    // A rejected request needs no stack, and capturing it would cost more than the rest of the response.
    const depth = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = depth
    this.kind = kind
    this.status = errorStatus[kind]
    this.body = body
    this.headers = headers
  }

  /** A failure of the service: the same request may succeed later. */
  get isServerError(): boolean {
    return this.status >= errorStatus.ServerError
  }
}

export const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) })

export const unauthenticated = () =>
  new ApiError('Unauthenticated', 'Invalid or expired access token.', {}, { 'www-authenticate': 'Bearer' })
export const forbidden = (needs: Needs) =>
  new ApiError('Forbidden', 'Access token does not permit this action.', {}, { 'x-required-access': needsText(needs) })
export const tooManyRequests = (seconds: number, message = 'Too many requests.') =>
  new ApiError('TooManyRequests', message, {}, retryAfter(seconds))
export const exportInProgress = () =>
  tooManyRequests(5, 'An export of this access token is still running. Wait until it ends, or use another token.')
export const integrationsOff = () =>
  new ApiError('Unavailable', 'Integrations are turned off for this organisation.', {}, retryAfter(3600))
const retryLater = (message: string) => new ApiError('Unavailable', message, {}, retryAfter(1))
/** Sent before any other check of the request. */
export const overloaded = () => retryLater('Service overloaded. Retry after 1 second.')
export const unavailable = () => retryLater('The service cannot answer at the moment. Try again shortly.')
export const outcomeUnknown = () =>
  retryLater(
    'The service cannot answer at the moment, and the change may have been made. Look before you send it again, or send such requests with an Idempotency-Key.',
  )
export const notFound = (what: string) => new ApiError('NotFound', `${what} not found.`)
export const notAnObject = () => new ApiError('NotAnObject', 'The request body must be a JSON object.')
export const notHttp = () => new ApiError('NotHttp', 'The request is not valid HTTP.')
export const headersTooLarge = () => new ApiError('HeadersTooLarge', 'The request headers must be at most 16 KB.')
export const methodNotAllowed = (allowed: string) =>
  new ApiError('MethodNotAllowed', `Only ${allowed} is allowed here.`, {}, { allow: allowed })
export const foreignOrigin = () =>
  new ApiError('Forbidden', 'Requests of web pages are accepted from this service’s own address alone.')
export const timedOut = () => new ApiError('Timeout', 'The request took too long to arrive.')
export const tooLarge = () => new ApiError('TooLarge', 'The request body must be at most 64 KB (65,536 bytes).')
export const isTooLarge = (error: { statusCode?: number }) => error.statusCode === errorStatus.TooLarge
/** Validation errors by field. */
export const invalid = (errors: FieldErrors, more: object = {}) =>
  new ApiError('Invalid', 'The given data was invalid.', { errors: limitErrors(errors), ...more })
/** The data is valid, but the state of the record does not allow the change. */
export const rejected = (message: string, body: object = {}) => new ApiError('Invalid', message, body)
/** The same, with one field as the reason. */
export const rejectedField = (field: string, message: string) => rejected(message, { errors: { [field]: [message] } })
/** The record has changed since the client read it. */
export const conflict = (message: string) => new ApiError('Conflict', message)
export const gone = (message: string) => new ApiError('Gone', message)
export const requestInProgress = () =>
  new ApiError('InProgress', 'A request with this Idempotency-Key is still in progress.', {}, retryAfter(1))
export const serverError = () => new ApiError('ServerError', 'Server error.')

export function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw notFound(what)
  return row
}

/** The response for a thrown error; undefined for an unexpected error. */
export function asApiError(
  error: FastifyError & { constraint?: string },
  { record = 'Record', pathNamesNew = false }: FastifyContextConfig,
  isWrite: boolean,
): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error.validation) {
    // An invalid id in the path cannot belong to a record.
    const isUnknown = error.validationContext === 'params' && !pathNamesNew
    return isUnknown ? notFound(record) : invalid(fieldErrors(error.validation))
  }
  const constraint = violatedConstraint(error) ?? ''
  // The organisation was deleted after its token was checked.
  if (constraint.endsWith('_org_id_fkey')) return unauthenticated()
  const fieldErrorsOfConstraint = constraintErrors[constraint]
  if (fieldErrorsOfConstraint) return invalid(fieldErrorsOfConstraint)
  if (isUnavailable(error)) return isWrite && isConnectionLost(error) ? outcomeUnknown() : unavailable()
  if (isTooLarge(error)) return tooLarge()
  if (error.code?.startsWith('FST_ERR_CTP')) return notAnObject()
  return undefined
}
