import { Type } from 'typebox'
import { type AddProblem, section } from '../../bundle/section.ts'
import { closed, visibleText } from '../../http/contract/schema.ts'
import { subfolderId } from '../spaces/location.ts'
import { checkUsedSubfolders } from './subfolders.bundle.ts'

const maxSubfolders = 500

/** Where insights and dashboards are kept. A subfolder is named by an id of the organisation's own, which is text. */
export const spaces = section({
  list: 'spaces',
  table: 'space',
  fields: {
    name: visibleText(255),
    subfolders: Type.Optional(
      Type.Array(Type.Object({ id: subfolderId(), name: visibleText(255) }, closed), {
        maxItems: maxSubfolders,
        default: [],
      }),
    ),
  },
  // Whoever puts something into a subfolder holds its space, so from here on none of them gets anything new.
  lookup: {
    table: 'bundle_space',
    columns: 'id bigint primary key',
    rows: `
     select id from space where org_id = $1 and id in (select id from bundle_row where list = 'spaces')
     order by id for no key update`,
  },
  check: checkSpace,
  before: checkUsedSubfolders,
})

interface SpaceRow {
  name: string
  subfolders: { id: string; name: string }[]
}

function checkSpace(row: SpaceRow, problem: AddProblem): void {
  row.name = row.name.trim()
  const indexes = new Map<string, number>()
  for (const [index, subfolder] of row.subfolders.entries()) {
    subfolder.name = subfolder.name.trim()
    const first = indexes.get(subfolder.id)
    if (first === undefined) indexes.set(subfolder.id, index)
    else problem(['subfolders', index, 'id'], `is already the id of subfolders[${first}].`)
  }
}
