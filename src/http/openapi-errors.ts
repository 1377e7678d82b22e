/** Every error an operation can give, written once and referred to by all. */
const message = (text: string) => ({ message: text })
const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } })

const response = (description: string, example: object, extra: object = {}, schema = 'ApiError') => ({
  description,
  headers: { ...header('X-Request-Id'), ...extra },
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } },
})

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

export const errorResponses = {
  NotAnObject: response('The body is not a JSON object.', message('The request body must be a JSON object.')),
  Unauthenticated: response(
    'The token is missing, invalid, disabled or expired.',
    message('Invalid or expired access token.'),
    header('WWW-Authenticate'),
  ),
  Forbidden: response(
    'The token lacks the permission.',
    message('Access token does not permit this action.'),
    header('X-Required-Access'),
  ),
  NotFound: response('There is no such record in this organisation.', message('Client not found.')),
  InProgress: response(
    'The first request with this Idempotency-Key has not ended yet.',
    message('A request with this Idempotency-Key is still in progress.'),
    header('Retry-After'),
  ),
  TooLarge: response('The body is over 64 KB.', message('The request body must be at most 64 KB (65,536 bytes).')),
  Invalid: response(
    'The data is not valid, or the change is not allowed.',
    { message: 'The given data was invalid.', errors: { last_name: ['last_name is required.'] } },
    {},
    'ValidationError',
  ),
  TooManyRequests: response('The rate limit is reached.', message('Too many requests.'), {
    ...header('Retry-After'),
    ...header('RateLimit-Policy'),
    ...header('RateLimit'),
  }),
  ServerError: response('Something is wrong with the service; its log says what.', message('Server error.')),
  Unavailable: response(
    'The organisation has turned integrations off, or the service has too much to do at the moment. Retry-After tells when to try again.',
    message('Integrations are turned off for this organisation.'),
    header('Retry-After'),
  ),
}

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
