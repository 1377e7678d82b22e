import { statement } from '../db/statement.ts'

/** Where insights and dashboards are kept. */
export interface Space {
  id: number
  name: string
  subfolders: { id: string; name: string }[]
}

const spaces = 'select id, name, subfolders from space where org_id = $1 order by lower(name), id'
export const findSpaces = statement<[orgId: number], Space>('reports.find_spaces', spaces)
/** Whoever puts something into a space holds the spaces first, so that no import takes away the subfolder meanwhile. */
export const holdSpaces = statement<[orgId: number], Space>('reports.hold_spaces', `${spaces} for share`)
