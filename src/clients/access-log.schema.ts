import { type Static, Type } from 'typebox'
import { IdParams, nullable, oneOf, open, ref, timestamp } from '../http/contract/schema.ts'
import { maxSignedLength } from '../http/pages/signed.ts'
import { readVias } from '../http/responses/reads.ts'

export const AccessLogEntry = Type.Object(
  {
    at: timestamp('The first of the requests. Those of the next two seconds may be in the same entry.'),
    connection: Type.String({ description: 'Name of the connection that has read.' }),
    token_id: nullable(
      Type.Integer({ description: 'Its access token. Null for a calendar, which is read by its address.' }),
    ),
    operation: Type.String({ description: '`operationId` of the request, or `calendar`.' }),
    via: oneOf(readVias, {
      ...open,
      description: '`api`, `export` for a list as CSV or NDJSON, or `calendar` for a file that programs subscribe to.',
    }),
    requests: Type.Integer({
      minimum: 1,
      description: 'Requests of this operation that were stored together, at least one of which showed the client.',
    }),
  },
  { $id: 'AccessLogEntry', description: 'That a connection was shown a client.' },
)

const time = (description: string) => Type.Optional(Type.String({ format: 'date-or-instant', description }))
export const AccessLogQuery = Type.Object({
  from: time('Only reads on or after this day or ISO 8601 instant.'),
  to: time('Only reads on or before this day or instant.'),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Maximum number of entries.' }),
  cursor: Type.Optional(
    Type.String({ maxLength: maxSignedLength, description: '`next_cursor` of the page before, with the same filter.' }),
  ),
})
export type AccessLogQuery = Static<typeof AccessLogQuery>

export const getClientAccessLog = {
  operationId: 'getClientAccessLog',
  sdk: 'clients.listAccess',
  summary: 'List who has read a client',
  description: `Returns which connections were shown the client in the last 400 days, newest first: by GET, by lists and exports, and by responses to changes. Notes, shifts, appointments, tasks and other records that name the client count too. Insights, webhooks and this log itself do not.

An entry is there a few seconds after its request. Go on with \`cursor\` = \`meta.next_cursor\`.`,
  tags: ['Clients'],
  params: IdParams,
  querystring: AccessLogQuery,
  returns: 'The entries of the page.',
  response: {
    200: Type.Object({
      data: Type.Array(ref(AccessLogEntry)),
      meta: Type.Object({
        next_cursor: nullable(Type.String({ description: 'Send it as `cursor` for the next page. Null on the last.' })),
      }),
    }),
  },
  examples: {
    requests: [
      { name: 'the newest', path: { id: 2001 } },
      { name: 'of some days', path: { id: 2001 }, query: { from: '2026-11-01', to: '2026-11-15', limit: 100 } },
    ],
    response: {
      data: [
        {
          ...{ at: '2026-11-16T02:10:11.123000Z', connection: 'BI job', token_id: 3, operation: 'listClients' },
          ...{ via: 'api' as const, requests: 4 },
        },
      ],
      meta: { next_cursor: null },
    },
  },
}
