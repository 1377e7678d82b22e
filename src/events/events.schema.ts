import { type Static, Type } from 'typebox'
import { areas } from '../access/areas.ts'
import { dataOf, id, nullable, oneOf, oneOfOrNull, open, ref, timestamp } from '../http/contract/schema.ts'
import { type EventRecord, eventKinds, eventRecord, eventTypes, subjectTypes } from './catalogue.ts'

export const maxLimit = 1000
export const maxWaitSeconds = 20

export const EventSubject = Type.Object(
  {
    type: oneOf(subjectTypes, { ...open, description: 'The kind of record. The type of an event begins with it.' }),
    id: nullable(Type.Integer({ description: 'The record’s id. Null for records of which there is one.' })),
    ref: nullable(Type.String({ description: 'The ref of a shift or note, null for other records.' })),
    path: nullable(
      Type.String({
        description: 'The path of GET for the record. Null if it is gone, or if no request returns it alone.',
      }),
    ),
  },
  { $id: 'EventSubject', description: 'The record that changed.' },
)

export const EventTypeName = oneOf(eventTypes, {
  ...open,
  $id: 'EventTypeName',
  description: 'What happened. GET /events/types describes each type.',
})

export const EventSchema = Type.Object(
  {
    id: id('Its number: 1, 2, 3 … without a gap in each organisation.'),
    type: ref(EventTypeName),
    at: timestamp('The time of the change.'),
    subject: ref(EventSubject),
    fields: Type.Array(Type.String(), {
      description: 'Names of the fields that changed, or that were sent to create it.',
    }),
    detail: Type.Unsafe<EventRecord['detail']>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Further facts. GET /events/types has the schema for each type.',
    }),
    connection: nullable(
      Type.String({ description: 'The connection that made the change. Null for series, imports and public forms.' }),
    ),
  },
  { $id: 'Event', description: 'What happened to a record.' },
)

export const FeedMeta = Type.Object(
  {
    feed: Type.String({
      description:
        'Name of the feed. It changes when the operator restarts the feed, after a backup was restored. Send it as `feed`.',
    }),
    next: Type.Integer({ description: 'Send it as `after` to go on, also if `data` is empty.' }),
    latest: Type.Integer({ description: 'Number of the last event; 0 before the first.' }),
    oldest: Type.Integer({ description: 'Number of the oldest event that is still stored.' }),
  },
  { $id: 'FeedMeta', description: 'Position in the feed.' },
)

const ListQuery = Type.Object({
  after: Type.String({
    default: 'oldest',
    pattern: '^(oldest|latest|\\d{1,16})$',
    patternRule: 'must be a number, oldest or latest',
    description: 'Only events after this number; `oldest` for all that are stored, `latest` for new ones alone.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: maxLimit, default: 100, description: 'Maximum number of events.' }),
  types: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 100,
      description: 'Only these types: `shift.cancelled`, all of a kind of record `shift.*`, or `*`.',
    }),
  ),
  subject: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'Only events of one record: `client:7`, `shift:a:4411`, `note:general:5`.',
    }),
  ),
  wait: Type.Integer({
    minimum: 0,
    maximum: maxWaitSeconds,
    default: 0,
    description:
      'If there is no event yet, the response waits this many seconds for one. At most 2 requests of a token wait in each process of the service; others are answered at once.',
  }),
  feed: Type.Optional(
    Type.String({ maxLength: 60, description: 'The feed that `after` is from. Another one is a 422.' }),
  ),
})
export type ListQuery = Static<typeof ListQuery>

const exampleOf = (type: (typeof eventTypes)[number], number: number) => ({
  ...eventRecord(eventKinds.get(type)!.example),
  id: number,
})

export const listEvents = {
  operationId: 'listEvents',
  sdk: 'events.list',
  summary: 'List events',
  description: `Returns what happened, in the order in which it became visible, oldest first. A token sees the events of the areas that it may read.

Go on with \`after\` = \`meta.next\`. It is how far the request has looked, so it moves on when no event matches the filter; one request looks at up to 10,000 events. With \`wait\` a program learns of a change within a fraction of a second, without polling.

Events are stored for 400 days unless the service is set otherwise. An \`after\` before the oldest one is a 422: read the records anew, then go on after \`latest\`. So is an \`after\` beyond the last event or another \`feed\`, which means that a backup was restored. Send \`feed\` with each request: after a restore new events may have numbers that you know already.`,
  tags: ['Events'],
  returns: 'The events after the number, and where to go on.',
  mayBeForbidden: true,
  querystring: ListQuery,
  response: { 200: Type.Object({ data: Type.Array(ref(EventSchema)), meta: ref(FeedMeta) }) },
  examples: {
    requests: [
      { name: 'from the oldest', query: { limit: 2 } },
      { name: 'of shifts and clients', query: { after: 'oldest', types: ['shift.*', 'client.created'] } },
      { name: 'of one client', query: { subject: 'client:7' } },
    ],
    response: {
      data: [exampleOf('client.created', 10_233), exampleOf('shift.cancelled', 10_234)],
      meta: { feed: 'k3J9xQ2m', next: 10_234, latest: 10_400, oldest: 812 },
    },
  },
}

export const EventParams = Type.Object({ id: id('Number of the event.') })

export const getEvent = {
  operationId: 'getEvent',
  sdk: 'events.get',
  summary: 'Get an event',
  description: 'Returns one event by its number. An event of an area that the token may not read is a 404.',
  tags: ['Events'],
  returns: 'The event.',
  params: EventParams,
  response: { 200: dataOf(ref(EventSchema)) },
  examples: {
    requests: [{ path: { id: 1 } }],
    response: { data: { ...exampleOf('client.updated', 1), connection: 'Demo' } },
  },
}

export const EventTypeSchema = Type.Object(
  {
    type: ref(EventTypeName),
    description: Type.String({ description: 'When it occurs.' }),
    area: oneOfOrNull(areas, { ...open, description: 'The area that a token must read. Null: it needs none.' }),
    allowed: Type.Boolean({ description: 'Whether this token sees such events.' }),
    subject: oneOf(subjectTypes, { ...open, description: 'The kind of record.' }),
    detail: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'JSON Schema of `detail` in the feed.',
    }),
    example: ref(EventSchema),
  },
  { $id: 'EventType', description: 'A type of event.' },
)

export const listEventTypes = {
  operationId: 'listEventTypes',
  sdk: 'events.listTypes',
  summary: 'List event types',
  description: 'Returns every type of event with its meaning, its area, the schema of its detail and an example.',
  tags: ['Events'],
  returns: 'All types of events.',
  response: { 200: Type.Object({ data: Type.Array(ref(EventTypeSchema)) }) },
  examples: {
    response: {
      data: [
        {
          type: 'form.published',
          description: eventKinds.get('form.published')!.description,
          area: 'forms',
          allowed: true,
          subject: 'form',
          detail: {
            type: 'object',
            required: ['version'],
            properties: { version: { type: 'integer', description: 'The published version.' } },
            additionalProperties: false,
          },
          example: exampleOf('form.published', 10_234),
        },
      ],
    },
  },
}
