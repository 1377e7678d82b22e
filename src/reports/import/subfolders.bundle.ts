import type pg from 'pg'
import { Type } from 'typebox'
import type { Problems } from '../../bundle/problems.ts'
import type { AddProblem } from '../../bundle/section.ts'
import { id, nullable } from '../../http/contract/schema.ts'
import { subfolderId } from '../spaces/spaces.schema.ts'

/** The space and subfolder of an insight or a dashboard. */
export const locationFields = {
  space_id: Type.Optional(nullable(id())),
  subfolder_id: Type.Optional(nullable(subfolderId())),
}
interface LocatedRow {
  space_id?: number | null
  subfolder_id?: string | null
}

export function checkLocation({ space_id, subfolder_id }: LocatedRow, problem: AddProblem): void {
  if (subfolder_id && !space_id) problem(['subfolder_id'], 'is only supported together with space_id.')
}

/** The lists whose rows have a location, with their tables. */
const tables = { insights: 'insight', dashboards: 'dashboard' } as const
type LocatedList = keyof typeof tables

/** Checks that a subfolder belongs to its space in the bundle, or else in the organisation. */
export const verifySubfolders =
  (list: LocatedList) =>
  async (tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> => {
    const { rows } = await tx.query(
      `/* bundle.verify ${list} */
       with known as materialized (
         select coalesce(b.id, s.id) as id, coalesce(b.row -> 'subfolders', s.subfolders) as subfolders
         from (select * from bundle_row where org_id = $1 and list = 'spaces') b
           full join (select id, subfolders from space where org_id = $1) s on s.id = b.id)
       select b.index, k.id as space,
         array(select e.value ->> 'id' from jsonb_array_elements(k.subfolders) with ordinality e (value, place) order by place) as subfolders
       from bundle_row b join known k on k.id = (b.row ->> 'space_id')::bigint
       where b.org_id = $1 and b.list = $2 and b.row ->> 'subfolder_id' is not null
         and not k.subfolders @> jsonb_build_array(jsonb_build_object('id', b.row -> 'subfolder_id'))
       order by b.index`,
      [orgId, list],
    )
    for (const { index, space, subfolders } of rows) {
      const message = subfolders.length === 0 ? 'has none' : `has ${subfolders.join(', ')}`
      problems.add(`${list}[${index}].subfolder_id`, `must be a subfolder of space ${space}, which ${message}.`)
    }
  }

/** Checks again once spaces are written, and locks them so that no other import removes a subfolder. */
export const lockSubfolders = (list: LocatedList) => {
  const verify = verifySubfolders(list)
  return async (tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> => {
    const { rowCount } = await tx.query(
      `/* bundle.before ${list} */
       select from space
       where org_id = $1 and id in (select space_id from changed_${tables[list]} where org_id = $1 and subfolder_id is not null)
       order by id for share`,
      [orgId],
    )
    if (rowCount! > 0) await verify(tx, orgId, problems)
  }
}

/** Rows that are not in the bundle keep their location, so their subfolders must stay. */
export async function checkUsedSubfolders(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const inside = Object.entries(tables).map(
    ([list, table]) => `
      select '${table}' as kind, p.id, p.space_id, p.subfolder_id from ${table} p
      where p.org_id = $1 and p.subfolder_id is not null and p.space_id in (select id from changed_space where org_id = $1)
        and not exists (select from bundle_row o where o.org_id = $1 and o.list = '${list}' and o.id = p.id)`,
  )
  const { rows } = await tx.query(
    `/* bundle.before spaces */
     select b.index, p.subfolder_id, (array_agg(p.kind || ' ' || p.id order by p.kind desc, p.id))[1] as holder
     from (${inside.join(' union all ')}) p
       join changed_space c on c.org_id = $1 and c.id = p.space_id
       join bundle_row b on b.org_id = $1 and b.list = 'spaces' and b.id = c.id
     where not c.subfolders @> jsonb_build_array(jsonb_build_object('id', p.subfolder_id))
     group by b.index, p.subfolder_id order by b.index, p.subfolder_id`,
    [orgId],
  )
  for (const { index, subfolder_id, holder } of rows) {
    problems.add(`spaces[${index}].subfolders`, `must keep ${subfolder_id}, which ${holder} of the organisation is in.`)
  }
}
