import { statement } from '../db/statement.ts'

/** Where insights and dashboards are kept. */
export interface Space {
  id: number
  name: string
  subfolders: { id: string; name: string }[]
}

export const findSpaces = statement<[orgId: number], Space>(
  'reports.find_spaces',
  'select id, name, subfolders from space where org_id = $1 order by lower(name), id',
)
