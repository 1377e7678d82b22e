import { Type } from 'typebox'
import { type AddProblem, section } from '../../bundle/section.ts'
import { closed, visibleText } from '../../http/contract/schema.ts'
import { maxSubfolders, subfolderId } from '../spaces/spaces.schema.ts'
import { checkUsedSubfolders } from './subfolders.bundle.ts'

/** A folder of insights and dashboards. The organisation chooses the ids of subfolders, which are texts. */
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
  // A request that puts something into a subfolder locks its space, so none can from here on.
  lookup: {
    table: 'bundle_space',
    columns: { id: 'bigint' },
    rows: `
     select org_id, id from space where org_id = $1 and id in (select id from bundle_row where org_id = $1 and list = 'spaces')
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
