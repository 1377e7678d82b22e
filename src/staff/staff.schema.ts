import { type Static, Type } from 'typebox'
import {
  closed,
  dataOf,
  IdParams,
  id,
  listOf,
  nullable,
  oneOf,
  ref,
  text,
  timestamp,
  visibleText,
} from '../http/contract/schema.ts'
import { formatQuery, idsQuery, keysetQuery, updatedSince } from '../http/responses/paging.ts'
import { moves, staffStatuses } from './moves.ts'

const names = { first_name: visibleText(100), last_name: visibleText(100) }
const contact = { email: text(255, { format: 'email' }), phone: visibleText(40) }
const status = oneOf(staffStatuses)

export const Staff = Type.Object(
  {
    id: id('The user id.'),
    ...names,
    email: Type.Optional(Type.String({ description: 'Omitted if there is none.' })),
    phone: Type.Optional(Type.String({ description: 'Omitted if there is none.' })),
    status,
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { $id: 'Staff', description: 'A member of staff. Suppliers are not staff.' },
)

// null clears an optional field.
const optional = { email: nullable(contact.email), phone: nullable(contact.phone) }

export const StaffPatch = Type.Partial(Type.Object({ ...names, ...optional, status }), { ...closed, $id: 'StaffPatch' })
export const StaffCreate = Type.Object(
  {
    ...names,
    ...Type.Partial(Type.Object(optional)).properties,
    status: Type.Optional(oneOf(staffStatuses, { default: 'Pending' })),
  },
  { ...closed, $id: 'StaffCreate' },
)
export const StaffMove = Type.Object(
  { status, reason: Type.Optional(visibleText(500, { description: 'Recorded in the event.' })) },
  { ...closed, $id: 'StaffMove' },
)
export type Staff = Static<typeof Staff>
export type StaffCreate = Static<typeof StaffCreate>
export type StaffPatch = Static<typeof StaffPatch>

export const StaffQuery = Type.Object({
  ...keysetQuery('staff', 100, 50),
  ids: idsQuery('staff'),
  format: formatQuery,
  updated_since: updatedSince('staff'),
  status: Type.Optional(oneOf(staffStatuses, { description: 'Only staff with this status.' })),
  query: Type.Optional(text(200, { minLength: 1, description: 'Part of the name, case-insensitive.' })),
})

const example = {
  id: 101,
  first_name: 'Jack',
  last_name: 'Doyle',
  email: 'jack.doyle@banksiacare.example',
  phone: '0400 000 101',
  status: 'Active',
  created_at: '2025-03-10T23:04:51.000000Z',
  updated_at: '2026-10-28T05:12:33.914220Z',
} as const
const moveTable = Object.entries(moves)
  .map(([from, to]) => `${from} → ${to.join(', ')}`)
  .join('; ')

const tags = ['Staff']
const one = dataOf(ref(Staff))

export const listStaff = {
  operationId: 'listStaff',
  sdk: 'staff.list',
  summary: 'List staff',
  description:
    'Returns staff ordered by id. Archived staff are included unless status is set. Suppliers are never included.',
  tags,
  querystring: StaffQuery,
  returns: 'The staff members of the page.',
  response: { 200: listOf(ref(Staff)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'filtered', query: { per_page: 2, status: 'Active', updated_since: '2026-01-01', query: 'ja' } },
      { name: 'after an id', query: { after_id: 0, per_page: 2 } },
      { name: 'by ids', query: { ids: [101, 102] } },
      { name: 'CSV', query: { format: 'csv' } },
      { name: 'NDJSON', query: { format: 'ndjson' } },
    ],
    response: { data: [example], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
export const getStaff = {
  operationId: 'getStaff',
  sdk: 'staff.get',
  summary: 'Get a staff member',
  description: 'Returns a staff member by user id. A supplier is not found.',
  tags,
  params: IdParams,
  returns: 'The staff member.',
  response: { 200: one },
  examples: { requests: [{ path: { id: 101 } }], response: { data: example } },
}
export const createStaff = {
  operationId: 'createStaff',
  sdk: 'staff.create',
  summary: 'Create a staff member',
  description: 'Creates a staff member. status defaults to Pending.',
  tags,
  body: ref(StaffCreate),
  returns: 'The created staff member.',
  response: { 201: one },
  examples: {
    requests: [
      { body: { first_name: 'Ana', last_name: 'Li', email: 'ana.li@banksiacare.example', phone: '0491 570 110' } },
    ],
    response: { data: { ...example, status: 'Pending' } },
  },
}
export const updateStaff = {
  operationId: 'updateStaff',
  sdk: 'staff.update',
  summary: 'Update a staff member',
  description: `Updates only the fields in the body; null clears email or phone. status can change as follows: ${moveTable}.`,
  tags,
  params: IdParams,
  body: ref(StaffPatch),
  returns: 'The updated staff member.',
  response: { 200: one },
  examples: {
    requests: [{ path: { id: 101 }, body: { phone: '0491 570 111' } }],
    response: { data: { ...example, phone: '0491 570 111' } },
  },
}
export const moveStaff = {
  operationId: 'setStaffStatus',
  sdk: 'staff.setStatus',
  summary: 'Change the status of a staff member',
  description: `status can change as follows: ${moveTable}. Any other change is a 422 that lists the allowed ones. Sending the current status changes nothing.`,
  tags,
  params: IdParams,
  body: ref(StaffMove),
  returns: 'The staff member with the new status.',
  response: { 200: one },
  examples: {
    requests: [{ path: { id: 144 }, body: { status: 'Inactive', reason: 'Parental leave' } }],
    response: { data: { ...example, id: 104, status: 'Inactive' } },
  },
}
