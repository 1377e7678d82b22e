import { type Static, Type } from 'typebox'
import {
  closed,
  dataOf,
  IdParams,
  id,
  listOf,
  nullable,
  ref,
  text,
  timestamp,
  visibleText,
  words,
} from '../http/contract/schema.ts'
import { keysetQuery } from '../http/responses/paging.ts'

export const businessFields = {
  name: visibleText(255),
  address: nullable(text(500, words)),
}

export const Business = Type.Object(
  { id: id(), ...businessFields, created_at: timestamp(), updated_at: timestamp() },
  { $id: 'Business', description: 'A business location of the organisation. Every client belongs to one.' },
)
export const BusinessCreate = Type.Object(
  { name: businessFields.name, address: Type.Optional(businessFields.address) },
  { ...closed, $id: 'BusinessCreate' },
)
export const BusinessPatch = Type.Partial(Type.Object(businessFields), { ...closed, $id: 'BusinessPatch' })
export type Business = Static<typeof Business>
export type BusinessCreate = Static<typeof BusinessCreate>
export type BusinessPatch = Static<typeof BusinessPatch>

const example = {
  id: 1,
  name: 'Inner West',
  address: '10 Station St, Marrickville NSW 2204',
  created_at: '2026-11-02T22:15:04.281934Z',
  updated_at: '2026-11-02T22:15:04.281934Z',
}
const tags = ['Clients']
const one = dataOf(ref(Business))

export const listBusinesses = {
  operationId: 'listBusinesses',
  sdk: 'businesses.list',
  summary: 'List business locations',
  description: 'Returns the business locations of the organisation, ordered by id.',
  tags,
  querystring: Type.Object(keysetQuery('business locations', 100, 50)),
  returns: 'The business locations of the page.',
  response: { 200: listOf(ref(Business)) },
  examples: {
    requests: [{ name: 'all' }, { name: 'after an id', query: { after_id: 0, per_page: 2 } }],
    response: { data: [example], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
export const createBusiness = {
  operationId: 'createBusiness',
  sdk: 'businesses.create',
  summary: 'Create a business location',
  description: 'Creates a business location. Its id is the business_id of new clients.',
  tags,
  body: ref(BusinessCreate),
  returns: 'The created business location.',
  response: { 201: one },
  examples: {
    requests: [{ body: { name: 'Blue Mountains', address: '2 Katoomba St, Katoomba NSW 2780' } }],
    response: { data: { ...example, id: 5, name: 'Blue Mountains', address: '2 Katoomba St, Katoomba NSW 2780' } },
  },
}
export const updateBusiness = {
  operationId: 'updateBusiness',
  sdk: 'businesses.update',
  summary: 'Update a business location',
  description: 'Updates only the fields in the body; null clears the address. Its clients stay with it.',
  tags,
  params: IdParams,
  body: ref(BusinessPatch),
  returns: 'The updated business location.',
  response: { 200: one },
  examples: {
    requests: [{ path: { id: 1 }, body: { name: 'Inner West and City' } }],
    response: { data: { ...example, name: 'Inner West and City' } },
  },
}
export const deleteBusiness = {
  operationId: 'deleteBusiness',
  sdk: 'businesses.delete',
  summary: 'Delete a business location',
  description:
    'Deletes a business location that has no clients. With clients it is a 422 with their number; archived clients count.',
  tags,
  params: IdParams,
  returns: 'The id of the deleted business location.',
  response: { 200: Type.Object({ deleted: id('Id of the deleted business location.') }) },
  examples: { requests: [{ path: { id: 5 } }], response: { deleted: 5 } },
}
