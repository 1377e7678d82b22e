import { statement } from '../../db/statement.ts'
import type { TaskRow } from './tasks.sql.ts'

/** The client and the staff member that a body names, if they are there. A supplier is not staff. */
export const findLinks = statement<[orgId: number, clientId: number | null, assigneeId: number | null], Links>(
  'tasks.find_links',
  `select
     (select json_build_object('id', id, 'name', first_name || ' ' || last_name, 'client_type', client_type)
      from client where org_id = $1 and id = $2) as client,
     (select json_build_object('id', id, 'name', first_name || ' ' || last_name)
      from staff where org_id = $1 and id = $3 and not supplier) as assignee`,
)
export type Links = Pick<TaskRow, 'client' | 'assignee'>
