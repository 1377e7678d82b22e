import type { FastifyError } from 'fastify'
import { type Needs, needsText } from '../access/areas.ts'
import { isCutOff, isUnavailable } from '../db/unavailable.ts'
import { constraintErrors } from './constraints.ts'
import { type FieldErrors, fieldErrors, shortErrors } from './field-errors.ts'

/** The only error features throw. Everything else becomes a 500 that says nothing. */
export class ApiError extends Error {
  readonly status: number
  readonly body: object
  readonly headers: Record<string, string>

  constructor(status: number, message: string, body: object = {}, headers: Record<string, string> = {}) {
    // A refusal is no fault to be traced, and looking at the stack would cost more than the rest of it.
    const depth = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = depth
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export const unauthenticated = () =>
  new ApiError(401, 'Invalid or expired access token.', {}, { 'www-authenticate': 'Bearer' })
export const forbidden = (needs: Needs) =>
  new ApiError(403, 'Access token does not permit this action.', {}, { 'x-required-access': needsText(needs) })
export const tooManyRequests = (retryAfterSeconds: number) =>
  new ApiError(429, 'Too many requests.', {}, { 'retry-after': String(retryAfterSeconds) })
export const integrationsOff = () =>
  new ApiError(503, 'Integrations are turned off for this organisation.', {}, { 'retry-after': '3600' })
const notNow = (message: string) => new ApiError(503, message, {}, { 'retry-after': '1' })
/** Said before anything was looked at. */
export const tooMuchToDo = () => notNow('The service has too much to do at the moment. Try again shortly.')
export const unavailable = () => notNow('The service cannot answer at the moment. Try again shortly.')
export const mayBeDone = () =>
  notNow(
    'The service cannot answer at the moment, and the change may have been made. Look before you send it again, or send such requests with an Idempotency-Key.',
  )
export const notFound = (what: string) => new ApiError(404, `${what} not found.`)
export const notAnObject = () => new ApiError(400, 'The request body must be a JSON object.')
export const notHttp = () => new ApiError(400, 'The request is not valid HTTP.')
export const tooLarge = () => new ApiError(413, 'The request body must be at most 64 KB (65,536 bytes).')
export const invalid = (errors: FieldErrors) =>
  new ApiError(422, 'The given data was invalid.', { errors: shortErrors(errors) })
export const stillInProgress = () =>
  new ApiError(409, 'A request with this Idempotency-Key is still in progress.', {}, { 'retry-after': '1' })

export function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw notFound(what)
  return row
}

/** What a thrown error means to the caller; undefined when it is our own fault. */
export function asApiError(
  error: FastifyError & { constraint?: string },
  record: string | undefined,
  isWrite: boolean,
): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error.validation) {
    // A path id that is no id cannot belong to a record.
    return error.validationContext === 'params' ? notFound(record ?? 'Record') : invalid(fieldErrors(error.validation))
  }
  const broken = error.constraint === undefined ? undefined : constraintErrors[error.constraint]
  if (broken) return invalid(broken)
  if (isUnavailable(error)) return isWrite && isCutOff(error) ? mayBeDone() : unavailable()
  if (error.statusCode === 413) return tooLarge()
  if (error.code?.startsWith('FST_ERR_CTP')) return notAnObject()
  return undefined
}
