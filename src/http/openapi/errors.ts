import { readWrite } from '../../access/areas.ts'
import * as errors from '../contract/errors.ts'

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } })

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })

export const headers = {
  'X-Request-Id': text(
    'The request id from the request, or a generated one. The service logs it.',
    'b7c1f9d2-6f0f-4a2b-9c58-0d0b6f1c3a11',
  ),
  'WWW-Authenticate': text('The authentication scheme.', 'Bearer'),
  'X-Required-Access': text('The areas and levels that the operation needs.', 'clients=read-write'),
  'Retry-After': text('Seconds to wait before the next attempt.', '42'),
  'RateLimit-Policy': text('The quota and its window in seconds.', '"token";q=600;w=60'),
  RateLimit: text('The remaining quota, and the seconds until it resets.', '"token";r=599;t=60'),
  Deprecation: text(
    'The time since which something that the request uses is deprecated, in seconds since 1970 (RFC 9745).',
    '@1798761600',
  ),
  Sunset: text('The time from which it may be gone, if that is known (RFC 8594).', 'Thu, 01 Jul 2027 00:00:00 GMT'),
  Link: text(
    'Where the changelog says what to use in its place.',
    '</docs/changelog#deprecated-GET-shifts>; rel="deprecation"; type="text/html"',
  ),
  'X-Total-Count': text('The total number of matching records. The response has the first of them.', '73'),
  'Idempotency-Replayed': text(
    '`true` when the response is a replay of the first response with this Idempotency-Key.',
    'true',
  ),
}

/** Headers of operations that are deprecated, or take something that is. */
export const deprecatedHeaders = ['Deprecation', 'Sunset', 'Link'] as const

/** The response of one kind of error. Its own message, body and headers are the example. */
const response = (
  { message, body, headers: errorHeaders }: errors.ApiError,
  description: string,
  { schema = 'ApiError', further = [] as string[] } = {},
) => {
  const names = Object.keys(headers).filter((name) => name.toLowerCase() in errorHeaders)
  return {
    description,
    headers: Object.assign({}, ...['X-Request-Id', ...names, ...further].map(header)),
    content: {
      'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example: { message, ...body } },
    },
  }
}

export const errorSchemas = {
  // Not `Error`, because generated clients would define that twice.
  ApiError: {
    type: 'object',
    description: 'An error, with a message.',
    properties: { message: { type: 'string' } },
    required: ['message'],
  },
  ValidationError: {
    type: 'object',
    description: 'The validation errors by field. A change that is not allowed may have a message only.',
    properties: {
      message: { type: 'string' },
      errors: {
        type: 'object',
        description:
          'A list of messages for each field. Nested fields are written like `operations.2.position`. If there are more than 200 errors, `*` has the number of those that are not listed.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
      error: { type: 'string' },
      conflicts: {
        type: 'array',
        description: 'Roster only: the conflicts of the shift.',
        items: { $ref: '#/components/schemas/ShiftConflict' },
      },
      duplicates: {
        type: 'array',
        description: 'Conversion of a prospect only: existing clients that may be the same person.',
        items: { $ref: '#/components/schemas/LikelyClient' },
      },
      issues: {
        type: 'array',
        description: 'Publishing a form only: the issues to fix first.',
        items: { $ref: '#/components/schemas/FormIssue' },
      },
    },
    required: ['message'],
  },
}

/** Every error response, by its kind: declared once, and referred to by all operations. */
export const errorResponses = {
  NotAnObject: response(errors.notAnObject(), 'The request body is not a JSON object.'),
  Unauthenticated: response(errors.unauthenticated(), 'The access token is missing, invalid, disabled or expired.'),
  Forbidden: response(
    errors.forbidden(readWrite('clients')),
    'The access token does not have the permission that the operation needs. `X-Required-Access` lists it.',
  ),
  NotFound: response(errors.notFound('Client'), 'The record does not exist in this organisation.'),
  InProgress: response(
    errors.requestInProgress(),
    'The first request with this Idempotency-Key is still in progress. Retry after the seconds in `Retry-After`.',
  ),
  TooLarge: response(errors.tooLarge(), 'The request body is larger than 64 KB.'),
  Invalid: response(
    errors.invalid({ last_name: ['last_name is required.'] }),
    'The request is invalid, or the record’s state does not allow the change.',
    { schema: 'ValidationError' },
  ),
  TooManyRequests: response(
    errors.tooManyRequests(42),
    'The token has reached its rate limit. Retry after the seconds in `Retry-After`.',
    {
      further: ['RateLimit-Policy', 'RateLimit'],
    },
  ),
  ServerError: response(
    errors.serverError(),
    'An unexpected error on the server. The service’s log has the details, by `X-Request-Id`.',
  ),
  Unavailable: response(
    errors.integrationsOff(),
    'Integrations are turned off for the organisation, or the service is overloaded or unavailable. Retry after the seconds in `Retry-After`.',
  ),
} satisfies Partial<Record<errors.ErrorKind, object>>

export const writeParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a retry safe. A request with the same token, method, path, query, key and body within 24 hours returns the first response again. The same key with another body or query is a 422.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '5f0c7f0e-8f1e-4c39-9b7a-2f7b8a1d6c10',
  },
}
