import { type Static, Type } from 'typebox'
import {
  closed,
  dataOf,
  dryRun,
  IdParams,
  id,
  isDryRun,
  listOf,
  nullable,
  oneOf,
  ref,
  text,
  timestamp,
  visibleText,
  words,
} from '../http/contract/schema.ts'
import { formatQuery, idsQuery, keysetQuery, updatedSince } from '../http/responses/paging.ts'
import { clientTypes } from './funding.ts'

export const clientStatuses = ['Active', 'Archived'] as const

const required = {
  first_name: visibleText(100),
  last_name: visibleText(100),
  client_type: oneOf(clientTypes),
  business_id: id('Id of a business location. GET /clients/options lists them.'),
}
const optional = {
  language: visibleText(100, words),
  address: nullable(text(500, words)),
  primary_contact_email: nullable(text(255, { format: 'email' })),
  primary_contact_number: nullable(text(40)),
  status: oneOf(clientStatuses),
}

export const Client = Type.Object(
  { id: id(), ...required, ...optional, created_at: timestamp(), updated_at: timestamp() },
  { $id: 'Client', description: 'A person who receives care or support.' },
)
export const ClientPatch = Type.Partial(Type.Object({ ...required, ...optional }), { ...closed, $id: 'ClientPatch' })
// Only create has defaults: on the shared fields they would also fill in every PATCH.
export const ClientCreate = Type.Object(
  {
    ...required,
    ...Type.Partial(Type.Object(optional)).properties,
    language: Type.Optional(visibleText(100, { default: 'English' })),
    status: Type.Optional(oneOf(clientStatuses, { default: 'Active' })),
  },
  { ...closed, $id: 'ClientCreate' },
)
export type Client = Static<typeof Client>
export type ClientCreate = Static<typeof ClientCreate>
export type ClientPatch = Static<typeof ClientPatch>

export const ClientQuery = Type.Object({
  ...keysetQuery('clients', 100, 50),
  ids: idsQuery('clients'),
  format: formatQuery,
  status: Type.Optional(oneOf(clientStatuses, { description: 'Only clients with this status.' })),
  client_type: Type.Optional(oneOf(clientTypes, { description: 'Only clients of this type.' })),
  updated_since: updatedSince('clients'),
  query: Type.Optional(text(200, { description: 'Part of the name, case-insensitive.' })),
})

/** A client of the demo organisation. */
const clientExample = {
  id: 2001,
  first_name: 'William',
  last_name: 'Doyle',
  client_type: 'SaH',
  business_id: 3,
  language: 'English',
  address: '23/59 Station Street, Adamstown NSW 2289',
  primary_contact_email: null,
  primary_contact_number: '0491 570 110',
  status: 'Active',
  created_at: '2024-11-18T03:55:26.828212Z',
  updated_at: '2024-12-12T03:28:37.642789Z',
} as const
export const createExample = {
  first_name: 'Joan',
  last_name: 'Hart',
  client_type: 'NDIS',
  business_id: 1,
  language: 'English',
  address: '12 Wattle St, Marrickville NSW 2204',
  primary_contact_email: 'joan.hart@example.com',
  primary_contact_number: '0491 570 156',
  status: 'Active',
} as const
const createdAt = '2026-11-02T22:15:04.281934Z'

const tags = ['Clients']
const one = dataOf(ref(Client))

export const createClient = {
  operationId: 'createClient',
  sdk: 'clients.create',
  summary: 'Create a client',
  description:
    'Creates a client. language defaults to English and status to Active. An unknown field is a 422 that names it. ' +
    'Send an Idempotency-Key to retry safely.',
  tags,
  body: ref(ClientCreate),
  returns: 'The created client.',
  response: { 201: one },
  examples: {
    requests: [{ body: createExample }],
    response: { data: { id: 2241, ...createExample, created_at: createdAt, updated_at: createdAt } },
  },
}
export const updateClient = {
  operationId: 'updateClient',
  sdk: 'clients.update',
  summary: 'Update a client',
  description:
    'Updates only the fields in the body; null clears a nullable field. status Archived archives the client, Active ' +
    'restores it. An update that changes nothing does not change updated_at.',
  tags,
  params: IdParams,
  body: ref(ClientPatch),
  returns: 'The updated client.',
  response: { 200: one },
  examples: {
    requests: [
      {
        name: 'contact',
        path: { id: 2001 },
        body: { primary_contact_number: '0491 570 157', address: null },
      },
      { name: 'business location', path: { id: 2001 }, body: { business_id: 2 } },
    ],
    response: { data: { ...clientExample, primary_contact_number: '0491 570 157', address: null } },
  },
}
export const archiveClient = {
  operationId: 'archiveClient',
  sdk: 'clients.archive',
  summary: 'Archive a client',
  description: 'Sets the status to Archived; the record remains. Archiving an archived client changes nothing.',
  tags,
  params: IdParams,
  querystring: Type.Object({ dry_run: dryRun }),
  returns: 'The archived client. In a dry run, as it would be.',
  response: { 200: Type.Object({ dry_run: isDryRun, ...one.properties }) },
  examples: {
    requests: [
      { name: 'one', path: { id: 2004 } },
      { name: 'dry run', path: { id: 2001 }, query: { dry_run: true } },
    ],
    response: {
      data: {
        ...clientExample,
        id: 2004,
        first_name: 'Chloe',
        last_name: 'White',
        client_type: 'HCP',
        business_id: 1,
        status: 'Archived',
      },
    },
  },
}
export const listClients = {
  operationId: 'listClients',
  sdk: 'clients.list',
  summary: 'List clients',
  description: 'Returns clients ordered by id. Archived clients are included unless status is set.',
  tags,
  querystring: ClientQuery,
  returns: 'The clients of the page.',
  response: { 200: listOf(ref(Client)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'filtered', query: { per_page: 2, status: 'Active', updated_since: '2026-01-01', query: 'jo' } },
      { name: 'after an id', query: { after_id: 0, per_page: 2 } },
      { name: 'by ids', query: { ids: [2001, 2002] } },
      { name: 'CSV', query: { format: 'csv' } },
      { name: 'NDJSON', query: { format: 'ndjson' } },
    ],
    response: { data: [clientExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
export const getClient = {
  operationId: 'getClient',
  sdk: 'clients.get',
  summary: 'Get a client',
  description: 'Returns a client by id, with any status.',
  tags,
  params: IdParams,
  returns: 'The client.',
  response: { 200: one },
  examples: { requests: [{ path: { id: 2001 } }], response: { data: clientExample } },
}
