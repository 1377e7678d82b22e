import { type TSchema, Type } from 'typebox'
import { id, ref, timestamp } from '../http/contract/schema.ts'
import { type EventKind, eventKinds, eventRecord, type StoredEvent, sentEvent } from './catalogue.ts'
import { EventSchema, EventSubject } from './events.schema.ts'

/** The feed and organisation of an event that is sent. */
export interface Source {
  feed: string
  organisation: string
}

/** The body of a webhook's request. It is the same for every try of an event and for every webhook. */
export function webhookBody(stored: StoredEvent, { feed, organisation }: Source) {
  const { id, type, at, ...event } = sentEvent(eventRecord(stored))
  return { type, timestamp: at, data: { id, feed, organisation, ...event } }
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
      connection: EventSchema.properties.connection,
    }),
  })

const example = { feed: 'k3J9xQ2m', organisation: 'acme-care' }

/** The requests that webhooks get, by type of event, for the specification. */
export const webhookOperations = (): Record<string, object> =>
  Object.fromEntries([...eventKinds.values()].map((kind) => [kind.type, { post: operationOf(kind) }]))

function operationOf({ type, description, sentDetail, example: stored }: EventKind): object {
  return {
    operationId: `on${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: type,
    description,
    tags: ['Events'],
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: bodySchema(type, sentDetail), example: webhookBody(stored, example) },
      },
    },
    responses: { '2XX': { description: 'The event was received.' } },
  }
}
