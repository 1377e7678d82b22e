import { readWrite } from '../../access/areas.ts'
import * as errors from '../contract/errors.ts'

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } })

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })

export const headers = {
  'X-Request-Id': text(
    'The id sent, or one made for the request; it is in the service’s log.',
    'b7c1f9d2-6f0f-4a2b-9c58-0d0b6f1c3a11',
  ),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
  'X-Required-Access': text('The areas and levels that the request needs.', 'clients=read-write'),
  'Retry-After': text('Seconds to wait before another try.', '42'),
  'RateLimit-Policy': text('The quota and its window in seconds.', '"token";q=600;w=60'),
  RateLimit: text('What is left of the quota, and the seconds until it is whole again.', '"token";r=599;t=60'),
  'X-Total-Count': text('How many records match, of which the answer has the first.', '73'),
  'Idempotency-Replayed': text('true when this is the first answer given again.', 'true'),
}

/** One kind of error as the document shows it: its own message, body and headers are the example. */
const response = (
  { message, body, headers: sent }: errors.ApiError,
  description: string,
  { schema = 'ApiError', further = [] as string[] } = {},
) => {
  const names = Object.keys(headers).filter((name) => name.toLowerCase() in sent)
  return {
    description,
    headers: Object.assign({}, ...['X-Request-Id', ...names, ...further].map(header)),
    content: {
      'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example: { message, ...body } },
    },
  }
}

export const errorSchemas = {
  // Not `Error`, which generated clients would have twice.
  ApiError: {
    type: 'object',
    description: 'Every error is an object with a message.',
    properties: { message: { type: 'string' } },
    required: ['message'],
  },
  ValidationError: {
    type: 'object',
    description: 'What is wrong, by field; a change that is not allowed may have a message alone.',
    properties: {
      message: { type: 'string' },
      errors: {
        type: 'object',
        description:
          'From field name to sentences; nested fields are written like operations.2.position. Where there are more than 200 problems, `*` says how many are not listed.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
      error: { type: 'string' },
      conflicts: {
        type: 'array',
        description: 'On the roster: what conflicts with the shift',
        items: { $ref: '#/components/schemas/ShiftConflict' },
      },
      duplicates: {
        type: 'array',
        description: 'On conversion: clients that the prospect may be already',
        items: { $ref: '#/components/schemas/LikelyClient' },
      },
      issues: {
        type: 'array',
        description: 'On publishing a form: what is to be fixed before',
        items: { $ref: '#/components/schemas/FormIssue' },
      },
    },
    required: ['message'],
  },
}

/** Every error an operation can give, by its kind: declared once, and all operations refer to it. */
export const errorResponses = {
  NotAnObject: response(errors.notAnObject(), 'The body is not a JSON object.'),
  Unauthenticated: response(errors.unauthenticated(), 'The token is missing, invalid, disabled or expired.'),
  Forbidden: response(errors.forbidden(readWrite('clients')), 'The token lacks the permission.'),
  NotFound: response(errors.notFound('Client'), 'There is no such record in this organisation.'),
  InProgress: response(errors.requestInProgress(), 'The first request with this Idempotency-Key has not ended yet.'),
  TooLarge: response(errors.tooLarge(), 'The body is over 64 KB.'),
  Invalid: response(
    errors.invalid({ last_name: ['last_name is required.'] }),
    'The data is not valid, or the change is not allowed.',
    { schema: 'ValidationError' },
  ),
  TooManyRequests: response(errors.tooManyRequests(42), 'The rate limit is reached.', {
    further: ['RateLimit-Policy', 'RateLimit'],
  }),
  ServerError: response(errors.serverError(), 'Something is wrong with the service; its log says what.'),
  Unavailable: response(
    errors.integrationsOff(),
    'Integrations are turned off for the organisation, or the service is overloaded. Retry-After gives the seconds until the next attempt.',
  ),
} satisfies Partial<Record<errors.ErrorKind, object>>

export const writeParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a retry safe: the same token, method, path, query, key and body within 24 hours gives the first answer again. Another body or query with the same key is a 422.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '5f0c7f0e-8f1e-4c39-9b7a-2f7b8a1d6c10',
  },
}
