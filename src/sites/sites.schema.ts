import { type Static, Type } from 'typebox'
import {
  closed,
  dataOf,
  IdParams,
  id,
  KeysetMeta,
  maxId,
  nullable,
  ref,
  text,
  visibleText,
  words,
} from '../http/contract/schema.ts'
import { formatQuery, updatedSince } from '../http/responses/paging.ts'

/** The maximum number of sites in a response of GET /sites. */
export const maxListed = 50
const maxWithAfterId = 100

const required = { name: visibleText(255) }
const status = visibleText(100, { description: 'Any text, such as Active.' })
const people = (description: string) =>
  nullable(Type.Array(id(), { uniqueItems: true, maxItems: 200, description: `${description}, in this order.` }))
const optional = {
  type: nullable(text(100, { description: 'Any text, such as SIL.' })),
  status,
  address: nullable(text(500)),
  client_capacity: nullable(Type.Integer({ minimum: 0, maximum: 10_000 })),
  manager: nullable(text(255)),
  tags: nullable(Type.Array(visibleText(100), { uniqueItems: true, maxItems: 50 })),
  participant_ids: people('Ids of the clients a site shift can include'),
  support_staff_ids: people('Ids of the staff who work at the site'),
  admin_staff_ids: people('Ids of the staff who run the site'),
}

export const SitePatch = Type.Partial(Type.Object({ ...required, ...optional }), { ...closed, $id: 'SitePatch' })
export const SiteCreate = Type.Object(
  {
    ...required,
    ...Type.Partial(Type.Object(optional)).properties,
    status: Type.Optional({ ...status, default: 'Active' }),
  },
  { ...closed, $id: 'SiteCreate' },
)

const persons = (description: string) => Type.Array(Type.Object({ id: id(), name: Type.String() }), { description })
const withStaff = 'Only with include_staff=true, and in the response of a create or update.'
export const Site = Type.Object(
  {
    id: id(),
    name: Type.String(),
    type: Type.Optional(Type.String(words)),
    status: Type.String(words),
    address: Type.Optional(Type.String(words)),
    client_capacity: Type.Optional(Type.Integer()),
    manager: Type.Optional(Type.String()),
    tags: Type.Optional(Type.Array(Type.String(words))),
    participants: persons('The clients a site shift can include.'),
    support_staff: Type.Optional(persons(`The staff who work at the site. ${withStaff}`)),
    admin_staff: Type.Optional(persons(`The staff who run the site. ${withStaff}`)),
  },
  { $id: 'Site', description: 'A house or location for site shifts. Fields without a value are omitted.' },
)
export type Site = Static<typeof Site>
export type SiteCreate = Static<typeof SiteCreate>
export type SitePatch = Static<typeof SitePatch>

const include_staff = Type.Optional(
  Type.Boolean({ default: false, description: 'true adds support_staff and admin_staff.' }),
)
const SiteQuery = Type.Object({ include_staff })
const SitesQuery = Type.Object({
  query: Type.Optional(text(255, { minLength: 1, description: 'Part of the name, case-insensitive.' })),
  status: Type.Optional(text(255, { minLength: 1, description: 'Only sites with exactly this status.' })),
  updated_since: updatedSince('sites'),
  format: formatQuery,
  include_staff,
  after_id: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxId,
      description:
        'Only sites after this id, in the order of ids, and all of them in turn. Begin with 0 and go on with `next_after_id` of the response until it is null.',
    }),
  ),
  per_page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxWithAfterId,
      default: maxWithAfterId,
      description: `Sites in a response to \`after_id\`, 1 to ${maxWithAfterId}. Without it there are no pages.`,
    }),
  ),
})

const example = {
  id: 1,
  name: 'Grevillea House',
  type: 'SIL',
  status: 'Active',
  address: '18 Grevillea Crescent, Westmead NSW 2145',
  client_capacity: 4,
  manager: 'Jack Doyle',
  tags: ['overnight', 'step-free'],
  participants: [{ id: 2002, name: 'Pauline White' }],
}
const exampleWithStaff = {
  ...example,
  support_staff: [{ id: 102, name: 'Ramesh Karki' }],
  admin_staff: [{ id: 101, name: 'Jack Doyle' }],
}

const tags = ['Sites']
const one = dataOf(ref(Site))
const linkErrors =
  'A client or staff member that does not exist in this organisation, or a supplier, is a 422 that names the id.'

export const listSites = {
  operationId: 'listSites',
  sdk: 'sites.list',
  summary: 'List sites',
  description: `Returns at most ${maxListed} sites, ordered by name (case-insensitive) and then by id, without pages. X-Total-Count is the number of matches. With \`after_id\` all sites can be read, ordered by id.`,
  tags,
  querystring: SitesQuery,
  returns: 'The matching sites, ordered by name.',
  response: {
    200: Type.Object({
      data: Type.Array(ref(Site), { maxItems: maxWithAfterId }),
      meta: Type.Optional({ ...ref(KeysetMeta), description: 'Only with after_id.' }),
    }),
  },
  responseHeaders: ['X-Total-Count'],
  examples: {
    requests: [
      { name: 'all' },
      { name: 'filtered', query: { query: 'house', status: 'Active', include_staff: true } },
      { name: 'what changed', query: { updated_since: '2026-01-01' } },
      { name: 'after an id', query: { after_id: 0, per_page: 2 } },
      { name: 'CSV', query: { format: 'csv' } },
      { name: 'NDJSON', query: { format: 'ndjson' } },
    ],
    response: { data: [example] },
  },
}
export const getSite = {
  operationId: 'getSite',
  sdk: 'sites.get',
  summary: 'Get a site',
  description: 'Returns a site by id, with any status.',
  tags,
  params: IdParams,
  querystring: SiteQuery,
  returns: 'The site.',
  response: { 200: one },
  examples: {
    requests: [
      { name: 'plain', path: { id: 1 } },
      { name: 'with staff', path: { id: 1 }, query: { include_staff: true } },
    ],
    response: { data: example },
  },
}
export const createSite = {
  operationId: 'createSite',
  sdk: 'sites.create',
  summary: 'Create a site',
  description: `Creates a site. status defaults to Active. ${linkErrors}`,
  tags,
  body: ref(SiteCreate),
  returns: 'The created site.',
  response: { 201: one },
  examples: {
    requests: [
      {
        body: {
          ...{
            name: 'Banksia House',
            type: 'SIL',
            address: '1 Gum Street, Ryde NSW 2112',
            client_capacity: 4,
            manager: 'Jack Doyle',
          },
          ...{ tags: ['respite'], participant_ids: [2001], support_staff_ids: [101], admin_staff_ids: [102] },
        },
      },
    ],
    response: { data: exampleWithStaff },
  },
}
export const updateSite = {
  operationId: 'updateSite',
  sdk: 'sites.update',
  summary: 'Update a site',
  description: `Updates only the fields in the body; null clears a nullable field, and a list of ids replaces the current list. ${linkErrors}`,
  tags,
  params: IdParams,
  body: ref(SitePatch),
  returns: 'The updated site.',
  response: { 200: one },
  examples: {
    requests: [
      { name: 'manager', path: { id: 2 }, body: { manager: 'Ramesh Karki' } },
      {
        name: 'people',
        path: { id: 2 },
        body: { participant_ids: [2002], support_staff_ids: [102], admin_staff_ids: [101] },
      },
    ],
    response: { data: { ...exampleWithStaff, id: 2, manager: 'Ramesh Karki' } },
  },
}
