import { statement } from '../db/statement.ts'

/** The client and the staff member that a body names, if they are there. A supplier is not staff. */
export const findLinks = statement<[orgId: number, clientId: number | null, assigneeId: number | null], Links>(
  'tasks.find_links',
  `select (select client_type from client where org_id = $1 and id = $2) as client_type,
     exists (select from staff where org_id = $1 and id = $3 and not supplier) as is_staff`,
)
export interface Links {
  client_type: string | null
  is_staff: boolean
}
