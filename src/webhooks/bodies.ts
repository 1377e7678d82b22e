import { type TSchema, Type } from 'typebox'
import { type EventRecord, type EventType, eventKinds, eventRecord, sentEvent } from '../events/catalogue.ts'
import { EventSchema, EventSubject } from '../events/events.schema.ts'
import { id, ref, timestamp } from '../http/contract/schema.ts'

/** The feed and organisation of an event that is sent. */
export interface Source {
  feed: string
  organisation: string
}

/** A longer body is sent without its detail: receivers may refuse it. */
const maxBytes = 20 * 1024

/** The body of a webhook's request: the same bytes for every attempt of an event and for every webhook. */
export function bodyBytes(event: EventRecord, source: Source): Buffer {
  const body = webhookBody(event, source)
  const bytes = Buffer.from(JSON.stringify(body))
  if (bytes.length <= maxBytes) return bytes
  return Buffer.from(JSON.stringify({ ...body, data: { ...body.data, detail: null, detail_omitted: true } }))
}

/** The webhook-id of an event: unique among all organisations and installations, and the same for every attempt. */
export const messageId = ({ feed }: Pick<Source, 'feed'>, eventId: number): string => `evt_${feed}_${eventId}`

function webhookBody(event: EventRecord, { feed, organisation }: Source) {
  const { id, type, at, ...sent } = sentEvent(event)
  return { type, timestamp: at, data: { id, feed, organisation, ...sent } }
}

/** The schema of a body, with the detail of its type. */
const bodySchema = (type: string, detail: TSchema) =>
  Type.Object({
    type: Type.Unsafe<string>({ type: 'string', const: type }),
    timestamp: timestamp('The time of the change.'),
    data: Type.Object({
      id: id('Number of the event: 1, 2, 3 … without a gap in each organisation.'),
      feed: Type.String({ description: 'Name of the feed that the number is from.' }),
      organisation: Type.String({ description: 'The organisation, by its slug.' }),
      subject: ref(EventSubject),
      fields: EventSchema.properties.fields,
      detail,
      detail_omitted: Type.Optional(
        Type.Unsafe<true>({
          type: 'boolean',
          const: true,
          description: 'The detail is left out, because the body would have more than 20 KB: read `GET /events/{id}`.',
        }),
      ),
      connection: EventSchema.properties.connection,
      test: Type.Optional(
        Type.Unsafe<true>({ type: 'boolean', const: true, description: 'Only in a test: no event has happened.' }),
      ),
    }),
  })

/** The type of a test, which is in no feed. */
export const testType = 'webhook.test'
export type TestedType = EventType | typeof testType

interface Test {
  organisation: string
  webhookId: number
  connection: string
  at: string
}

/** The example of a type, as a test sends it. Its number is of no feed, so a receiver does not take it for an event. */
export function testBody(type: TestedType, { organisation, webhookId, connection, at }: Test) {
  const isPlain = type === testType
  const { example } = eventKinds.get(isPlain ? 'webhook.disabled' : type)!
  const stored = isPlain ? { ...example, subject_id: webhookId, fields: [], detail: null } : example
  const { timestamp, data } = webhookBody(eventRecord({ ...stored, at, connection }), { feed: 'test', organisation })
  return { type, timestamp, data: { ...data, test: true } }
}

const source = { feed: 'k3J9xQ2m', organisation: 'acme-care' }

/** The requests that webhooks get, by type of event, for the specification. */
export const webhookOperations = (): Record<string, object> =>
  Object.fromEntries([
    ...[...eventKinds.values()].map(({ type, area, description, sentDetail, example }) => [
      type,
      {
        post: {
          'x-area': area,
          ...operationOf(type, description, sentDetail, webhookBody(eventRecord(example), source)),
        },
      },
    ]),
    [testType, { post: operationOf(testType, testDescription, Type.Null(), exampleOfTest) }],
  ])

const testDescription = 'A test, by `POST /webhooks/{id}/test`. Other types can be tested too.'
const exampleOfTest = testBody(testType, {
  ...{ organisation: source.organisation, webhookId: 1, connection: 'Payroll sync', at: '2026-11-16T02:10:11.123456Z' },
})

function operationOf(type: string, description: string, detail: TSchema, example: object): object {
  return {
    operationId: `on${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: type,
    description,
    tags: ['Events'],
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: bodySchema(type, detail), example } },
    },
    responses: { '2XX': { description: 'The event was received.' } },
  }
}
