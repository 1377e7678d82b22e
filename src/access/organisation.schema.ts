import { Type } from 'typebox'
import { dataOf, ref } from '../http/contract/schema.ts'

export const OrganisationRecord = Type.Object(
  {
    name: Type.String({ description: 'Its name, as on the pages of its forms.' }),
    slug: Type.String({ description: 'Its short name in commands and in the addresses of its forms.' }),
    timezone: Type.String({
      description: 'The IANA time zone of all local times and dates, such as Australia/Sydney.',
    }),
    today: Type.String({ format: 'date', description: 'The current date in this time zone.' }),
    now: Type.String({ format: 'date-time', description: 'The current instant.' }),
    rate_limit: Type.Unsafe<{ limit: number; window_seconds: number } | null>({
      type: ['object', 'null'],
      required: ['limit', 'window_seconds'],
      properties: {
        limit: { type: 'integer', description: 'Requests of each token in a window.' },
        window_seconds: { type: 'integer', description: 'Length of a window.' },
      },
      description: 'How many requests a token may send. Null if they are not limited.',
    }),
  },
  { $id: 'Organisation', description: 'The organisation of the token.' },
)

export const getOrganisation = {
  operationId: 'getOrganisation',
  sdk: 'organisation.get',
  summary: 'Get the organisation',
  description:
    'Returns the organisation of the token, its time zone with the current date there, and how many requests a token may send.',
  tags: ['Access'],
  returns: 'The organisation.',
  response: { 200: dataOf(ref(OrganisationRecord)) },
  examples: {
    response: {
      data: {
        name: 'Banksia Community Care',
        slug: 'demo',
        timezone: 'Australia/Sydney',
        today: '2026-11-18',
        now: '2026-11-17T22:15:04.281Z',
        rate_limit: { limit: 600, window_seconds: 60 },
      },
    },
  },
}
