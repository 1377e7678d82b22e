import { statement } from '../../db/statement.ts'

/** The people and places a shift is made of. Suppliers are not staff, though somebody on a shift can become one. */
export interface StaffMember {
  id: number
  name: string
  status: string
  supplier: boolean
}
export interface Client {
  id: number
  name: string
  status: string
  client_type: string
  address: string | null
}
export interface Site {
  id: number
  name: string
  address: string | null
  client_capacity: number | null
  participant_ids: number[]
}

const name = `first_name || ' ' || last_name as name`

/**
 * Holds staff members until the end of the transaction, in the order of their ids: whoever puts them on a shift does so
 * one after the other, and sees the shifts of the one before.
 */
export const lockStaff = statement<[orgId: number, ids: number[]], StaffMember>(
  'roster.lock_staff',
  `select id, ${name}, status, supplier from staff where org_id = $1 and id = any ($2::bigint[]) order by id for no key update`,
)
export const findStaff = statement<[orgId: number, ids: number[]], StaffMember>(
  'roster.find_staff',
  `select id, ${name}, status, supplier from staff where org_id = $1 and id = any ($2::bigint[])`,
)
export const findClients = statement<[orgId: number, ids: number[]], Client>(
  'roster.find_clients',
  `select id, ${name}, status, client_type, address from client where org_id = $1 and id = any ($2::bigint[])`,
)
/** Among several shifts, so by a list of ids. */
export const findSites = statement<[orgId: number, ids: number[]], Site>(
  'roster.find_sites',
  `select id, name, address, client_capacity,
     (select coalesce(json_agg(client_id), '[]') from site_participant p where p.org_id = $1 and p.site_id = site.id) as participant_ids
   from site where org_id = $1 and id = any ($2::bigint[])`,
)
