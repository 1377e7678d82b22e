import type pg from 'pg'
import { Type } from 'typebox'
import type { Problems } from '../../bundle/problems.ts'
import { type AddProblem, section } from '../../bundle/section.ts'
import { closed, visibleText } from '../../http/contract/schema.ts'
import { maxSubfolders, newSubfolderId } from '../spaces/spaces.schema.ts'
import { spaceBytes } from '../spaces/spaces.sql.ts'
import { checkUsedSubfolders } from './subfolders.bundle.ts'

/** A folder of insights and dashboards. The organisation chooses the ids of subfolders, which are texts. */
export const spaces = section({
  list: 'spaces',
  table: 'space',
  fields: {
    name: visibleText(255),
    subfolders: Type.Optional(
      Type.Array(Type.Object({ id: newSubfolderId(), name: visibleText(255) }, closed), {
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
  async before(tx, orgId, problems) {
    await checkUsedSubfolders(tx, orgId, problems)
    await checkSize(tx, orgId, problems)
  },
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

/** How much all spaces of an organisation may be as JSON after an import. Requests add up to 256 KB. */
const maxBytes = 1024 * 1024

async function checkSize(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.before spaces size */
     with changed as (select sum(${spaceBytes}) as bytes from changed_space where org_id = $1)
     select from space where org_id = $1 and id not in (select id from changed_space where org_id = $1)
     having coalesce(sum(${spaceBytes}), 0) + (select bytes from changed) > $2`,
    [orgId, maxBytes],
  )
  if (rows.length > 0)
    problems.add('spaces', 'must be smaller: all spaces of an organisation together have at most 1 MB.')
}
