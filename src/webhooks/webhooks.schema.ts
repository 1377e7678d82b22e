import { type Static, type TSchema, Type } from 'typebox'
import { eventTypes } from '../events/catalogue.ts'
import {
  closed,
  dataOf,
  IdParams,
  id,
  maxId,
  nullable,
  oneOf,
  oneOfOrNull,
  open,
  ref,
  timestamp,
} from '../http/contract/schema.ts'
import { testType } from './bodies.ts'
import { maxUrlLength } from './outbound/webhook-url.ts'

export const maxOfConnection = 20
export const maxOfOrganisation = 50
export const maxOverlapHours = 168
export const testsPerMinute = 10

export const statuses = ['active', 'resting', 'waiting', 'disabled'] as const
export const disabledReasons = ['gone', 'failing', 'request'] as const
export type DisabledReason = (typeof disabledReasons)[number]

const url = Type.String({
  maxLength: maxUrlLength,
  description: 'Where events are sent: an https address on the public internet.',
})
const types = Type.Array(Type.String({ maxLength: 60 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Types of events: `shift.cancelled`, all of a kind of record `shift.*`, or `*`.',
})
const description = nullable(Type.String({ maxLength: 255, description: 'What it is for.' }))
const ordered = Type.Boolean({
  description: 'Whether each event waits until the one before is delivered or has failed, whatever record it is about.',
})
export const dry_run = Type.Optional(
  Type.Boolean({ default: false, description: 'Validates the request and stores nothing.' }),
)
export const isDryRun = Type.Optional(Type.Boolean({ description: 'true in a dry run: nothing was stored.' }))

/** A place in the feed. A text is checked by a rule (`placeOf`), because a format applies to all of them. */
export const place = (description: string) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], minimum: 1, maximum: maxId, maxLength: 40, description })

export const Webhook = Type.Object(
  {
    id: id(),
    url: Type.String({ description: 'Where events are sent.' }),
    types,
    description,
    ordered,
    status: oneOf(statuses, {
      description:
        'active; resting after failures, until next_attempt_at; waiting while no token of the connection is valid; or disabled.',
    }),
    disabled_reason: oneOfOrNull(disabledReasons, {
      ...open,
      description:
        'gone: the receiver answered 410. failing: five days without a success. request: by PATCH or a command. Null if it is not disabled.',
    }),
    not_allowed: Type.Array(Type.String(), {
      description: 'Types that match and that no valid token of the connection may read. Their events are not sent.',
    }),
    failing_since: nullable(timestamp('The first failure since the last success.')),
    next_attempt_at: nullable(timestamp('The next attempt after failures. Null if none is due.')),
    position: Type.Integer({
      description:
        'Number of an event. All up to it were delivered, have failed, are not for this webhook, or are pending.',
    }),
    behind: Type.Integer({ description: 'How many events the feed has after the position.' }),
    secrets: Type.Array(
      Type.Object({
        last_four: Type.String({ description: 'Its last four characters.' }),
        expires_at: nullable(timestamp('When it ends. Null for the current secret.')),
      }),
      { description: 'The valid secrets, the current one first. Requests are signed with each of them.' },
    ),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { $id: 'Webhook', description: 'An address that events are sent to.' },
)

export const WebhookCreate = Type.Object(
  {
    url,
    types: Type.Optional({ ...types, default: ['*'] }),
    description: Type.Optional(description),
    ordered: Type.Optional({ ...ordered, default: false }),
    from: Type.Optional(
      place(
        'The first event to send: `latest` for new ones alone, the number of an event, or a day or ISO 8601 instant. If not sent: `latest`.',
      ),
    ),
    dry_run,
  },
  { ...closed, $id: 'WebhookCreate' },
)
export const WebhookPatch = Type.Partial(
  Type.Object({
    url,
    types,
    description,
    ordered,
    enabled: Type.Boolean({ description: 'false disables the webhook, true enables it again.' }),
    resume: oneOf(['continue', 'latest'], {
      description:
        'With `enabled: true`: whether a disabled webhook continues where it stopped, which is what happens if it is not sent, or sends new events alone.',
    }),
  }),
  { ...closed, $id: 'WebhookPatch' },
)
export const SecretRotation = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxOverlapHours,
        default: 24,
        description: 'How long requests are signed with the old secret too. 0 ends every older secret at once.',
      }),
    ),
  },
  { ...closed, $id: 'SecretRotation' },
)
export const WebhookTest = Type.Object(
  {
    type: Type.Optional(
      oneOf([testType, ...eventTypes], { default: testType, description: 'The type whose example is sent.' }),
    ),
  },
  { ...closed, $id: 'WebhookTest' },
)
export type Webhook = Static<typeof Webhook>
export type WebhookCreate = Omit<Static<typeof WebhookCreate>, 'dry_run'>
export type WebhookPatch = Static<typeof WebhookPatch>

const attempt = {
  status_code: nullable(Type.Integer({ description: 'Status of the response. Null if there was none.' })),
  duration_ms: Type.Integer({ description: 'Milliseconds until the status, or until the failure.' }),
  error: nullable(Type.String({ description: 'Why it failed. Null if it succeeded.' })),
  response: nullable(Type.String({ description: 'The beginning of the text of a failed response.' })),
}
/** An attempt in the log of deliveries. */
export const WebhookAttempt = Type.Object(
  { at: timestamp('When it was made.'), ...attempt },
  { $id: 'WebhookAttempt', description: 'One request to the receiver.' },
)
export type WebhookAttempt = Static<typeof WebhookAttempt>

export const webhookExample = {
  ...{ id: 1, url: 'https://hooks.example.org/wattle', types: ['shift.*', 'client.created'], description: 'Payroll' },
  ...{ ordered: false, status: 'active' as const, disabled_reason: null, not_allowed: [], failing_since: null },
  ...{ next_attempt_at: null, position: 10_400, behind: 0, secrets: [{ last_four: 'Kx4Q', expires_at: null }] },
  ...{ created_at: '2026-11-02T22:15:04.281934Z', updated_at: '2026-11-02T22:15:04.281934Z' },
}
const secretExample = 'whsec_0Ba6Q3zC1mOqR9yU4tWlN8vXe2sHd7kGfJpZ5iTbKx4Q='
const tags = ['Webhooks']
const one = dataOf(ref(Webhook))
const withSecret = <T extends TSchema>(properties: Record<string, T>) =>
  Type.Object({
    ...properties,
    data: ref(Webhook),
    secret: nullable(
      Type.String({
        description:
          'Verifies the signature of requests. It is shown once: null in a response that is replayed for an Idempotency-Key.',
      }),
    ),
  })

export const listWebhooks = {
  operationId: 'listWebhooks',
  sdk: 'webhooks.list',
  summary: 'List webhooks',
  description: `Returns the webhooks of the token’s connection, ordered by id. A connection has at most ${maxOfConnection}, an organisation ${maxOfOrganisation}.`,
  tags,
  returns: 'All webhooks of the connection.',
  response: { 200: Type.Object({ data: Type.Array(ref(Webhook)) }) },
  examples: { response: { data: [webhookExample] } },
}
export const getWebhook = {
  operationId: 'getWebhook',
  sdk: 'webhooks.get',
  summary: 'Get a webhook',
  description: 'Returns one webhook of the token’s connection. That of another connection is a 404.',
  tags,
  params: IdParams,
  returns: 'The webhook.',
  response: { 200: one },
  examples: { requests: [{ path: { id: 1 } }], response: { data: webhookExample } },
}
export const createWebhook = {
  operationId: 'createWebhook',
  sdk: 'webhooks.create',
  summary: 'Create a webhook',
  description: `Creates a webhook: from now on every event of its types is sent to the url, signed with the secret of the response (Standard Webhooks). It belongs to the token’s connection and gets what the valid tokens of the connection may read at the time of sending.

\`from\` sends stored events first: from the number of an event, included, or from a day or instant. A type of an area that the token may not read is a 403, also within \`*\` if another token of the connection may read it. The url must be an https address whose host name resolves to public addresses.`,
  tags,
  mayBeForbidden: true,
  body: ref(WebhookCreate),
  returns: {
    200: 'Dry run: the webhook as it would be created. Nothing was stored.',
    201: 'The created webhook with its secret.',
  },
  response: { 200: withSecret({ dry_run: isDryRun }), 201: withSecret({}) },
  examples: {
    requests: [
      {
        name: 'for some types',
        body: { url: 'https://example.org/hooks/wattle', types: ['shift.*', 'client.created'], description: 'Payroll' },
      },
      { name: 'from the first event', body: { url: 'https://example.org/hooks/wattle', from: 1, dry_run: true } },
    ],
    response: { data: { ...webhookExample, url: 'https://example.org/hooks/wattle' }, secret: secretExample },
  },
}
export const updateWebhook = {
  operationId: 'updateWebhook',
  sdk: 'webhooks.update',
  summary: 'Update a webhook',
  description: `Updates only the fields in the body. A new url ends a rest after failures.

\`enabled: false\` disables the webhook; its position stays. \`enabled: true\` continues from there, or with \`resume: latest\` from the next event on. If events after the position are no longer stored, continuing is a 422 that says which.`,
  tags,
  mayBeForbidden: true,
  params: IdParams,
  body: ref(WebhookPatch),
  returns: 'The names of the changed fields, and the webhook.',
  response: {
    200: Type.Object({
      updated: Type.Array(Type.String(), { description: 'Names of the fields that changed.' }),
      data: ref(Webhook),
    }),
  },
  examples: {
    requests: [
      { name: 'types', path: { id: 1 }, body: { types: ['shift.*', 'task.*'] } },
      { name: 'disable', path: { id: 1 }, body: { enabled: false } },
    ],
    response: { updated: ['types'], data: { ...webhookExample, types: ['shift.*', 'task.*'] } },
  },
}
export const deleteWebhook = {
  operationId: 'deleteWebhook',
  sdk: 'webhooks.delete',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook with its deliveries. Nothing more is sent.',
  tags,
  params: IdParams,
  returns: 'The deleted webhook.',
  response: { 200: one },
  examples: { requests: [{ path: { id: 3 } }], response: { data: { ...webhookExample, id: 3 } } },
}
export const rotateSecret = {
  operationId: 'rotateWebhookSecret',
  sdk: 'webhooks.rotateSecret',
  summary: 'Rotate the secret of a webhook',
  description:
    'Makes a new secret. For `overlap_hours` requests have two signatures, so that the receiver can change over at any time. While the secret before is still valid, another rotation is a 422, unless `overlap_hours` is 0. A token that may read less than its connection gets a 403 if the webhook gets more.',
  tags,
  mayBeForbidden: true,
  params: IdParams,
  body: ref(SecretRotation),
  returns: 'The webhook with its new secret.',
  response: { 200: withSecret({}) },
  examples: {
    requests: [
      { name: 'with an overlap', path: { id: 4 }, body: { overlap_hours: 48 } },
      { name: 'at once', path: { id: 4 }, body: { overlap_hours: 0 } },
    ],
    response: {
      data: {
        ...webhookExample,
        ...{ id: 4, description: 'Phone system' },
        secrets: [
          { last_four: 'p7Wc', expires_at: null },
          { last_four: 'Kx4Q', expires_at: '2026-11-18T02:10:11.000000Z' },
        ],
      },
      secret: 'whsec_mT3vYc0QpL5rXw8EaJ2nHs6KdZ9fUb1GoVi4RkPCp7Wc=',
    },
  },
}
export const testWebhook = {
  operationId: 'testWebhook',
  sdk: 'webhooks.test',
  summary: 'Test a webhook',
  description: `Sends an example of a type of event now, signed, with \`data.test: true\`, and returns what the receiver did. The default is the type \`${testType}\`. At most ${testsPerMinute} a minute for a webhook, then 429. An Idempotency-Key has no effect: each request sends.`,
  tags,
  mayBeForbidden: true,
  params: IdParams,
  body: ref(WebhookTest),
  returns: 'What the receiver did, also if it failed.',
  response: {
    200: dataOf(Type.Object({ ok: Type.Boolean({ description: 'Whether the status is 2xx.' }), ...attempt })),
  },
  examples: {
    requests: [
      { name: 'a test', path: { id: 1 }, body: {} },
      { name: 'of a type', path: { id: 1 }, body: { type: 'shift.cancelled' as const } },
    ],
    response: {
      data: {
        ...{ ok: false, status_code: 500, duration_ms: 812, error: 'The receiver answered 500.' },
        response: 'Internal Server Error',
      },
    },
  },
}
export const shared = [Webhook, WebhookCreate, WebhookPatch, SecretRotation, WebhookTest, WebhookAttempt]
