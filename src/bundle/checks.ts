import type pg from 'pg'
import type { Problems } from './problems.ts'
import { nameOf } from './section.ts'
import { sections } from './sections.ts'
import { valuesAt } from './stage.ts'

/** The path of a row in the bundle, from the name under which its list is staged. */
const rowPath = (list: string, index: number) => `${nameOf(sections.find((one) => one.list === list)!)}[${index}]`

/**
 * The checks that need all rows of the bundle: duplicate ids, and links to records that do not exist. `onPart` is called before
 * each part, as shares of the time of all checks.
 */
export async function checkStaged(
  tx: pg.ClientBase,
  orgId: number,
  problems: Problems,
  onPart: (from: number, to: number) => void,
): Promise<void> {
  onPart(0, 0.2)
  await checkIds(tx, orgId, problems)
  await checkChildIds(tx, orgId, problems)
  await checkNestedOrListed(tx, orgId, problems)
  onPart(0.2, 0.7)
  await checkLinks(tx, orgId, problems)
  for (const section of sections) await section.checkLinks?.(tx, orgId, problems)
}

async function checkIds(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.ids */
     with duplicate as (
       select list, id, min(index) as first from bundle_row where org_id = $1 and id is not null
       group by list, id having count(*) > 1)
     select list, index, id, first from bundle_row join duplicate using (list, id)
     where org_id = $1 and index > first order by list, index`,
    [orgId],
  )
  for (const { list, index, id, first } of rows) {
    problems.add(`${rowPath(list, index)}.id`, `${id} is already the id of ${rowPath(list, first)}.`)
  }
}

/** A child's id is unique in the organisation, and its parent cannot change. */
async function checkChildIds(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  for (const { list, ids, children } of sections) {
    for (const { table, parent } of children) {
      const idPaths = Object.keys(ids).filter((path) => ids[path] === table)
      if (idPaths.length === 0) continue
      const imported = idPaths.map((idPath, number) => {
        const { from, path, value, order } = valuesAt(idPath)
        return `select b.index, b.id as parent, ${path} as path, ${value} as id, array[${order}, ${number}] as position
                from ${from} where b.org_id = $1 and b.list = $2 and ${value} is not null`
      })
      const { rows } = await tx.query(
        `/* bundle.ids ${table} */
         with imported as (${imported.join(' union all ')}),
         counted as (
           select *, first_value(index) over same as first_index, first_value(path) over same as first_path,
             row_number() over same as number
           from imported window same as (partition by id order by position))
         select i.index, i.path, i.id, case when number > 1 then first_index end as first_index, first_path, s.${parent} as owner
         from counted i left join ${table} s on s.org_id = $1 and s.id = i.id and s.${parent} <> i.parent
         where number > 1 or s.id is not null
         order by i.position`,
        [orgId, list],
      )
      for (const { index, path, id, first_index, first_path, owner } of rows) {
        const message =
          first_index === null
            ? `${id} belongs to ${list} ${owner} of the organisation.`
            : `${id} is already given at ${list}[${first_index}].${first_path}.`
        problems.add(`${list}[${index}].${path}`, message)
      }
    }
  }
}

/** A record that can be nested or listed must not be both. */
async function checkNestedOrListed(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  for (const { list: parentList, ids, children } of sections) {
    for (const [idPath, table] of Object.entries(ids)) {
      const own = sections.find((section) => section.table === table)
      if (!own || !children.some((child) => child.table === table)) continue
      const { from, path, value, order } = valuesAt(idPath)
      const { rows } = await tx.query(
        `/* bundle.ids_once ${parentList}.${idPath} */
         select r.index, r.id, b.index as parent_index, ${path} as path
         from ${from} join bundle_row r on r.org_id = $1 and r.list = $3 and r.id = ${value}
         where b.org_id = $1 and b.list = $2 order by ${order}`,
        [orgId, parentList, own.list],
      )
      for (const row of rows) {
        const at = `${rowPath(parentList, row.parent_index)}.${row.path}`
        problems.add(`${rowPath(own.list, row.index)}.id`, `${row.id} is already given at ${at}.`)
      }
    }
  }
}

/** A link points to a row of the bundle or to a record of the organisation. Each target is looked up once. */
async function checkLinks(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  for (const { list, links } of sections) {
    for (const [linkPath, targetList] of Object.entries(links)) {
      const { table } = sections.find((section) => section.list === targetList)!
      const { from, path, value, order } = valuesAt(linkPath)
      const { rows } = await tx.query(
        `/* bundle.links ${list}.${linkPath} */
         with missing as materialized (
           select link from (select distinct ${value} as link from ${from} where b.org_id = $1 and b.list = $2) linked
           where link is not null
             and not exists (select from bundle_row target where target.org_id = $1 and target.list = $3 and target.id = link)
             and not exists (select from ${table} target where target.org_id = $1 and target.id = link))
         select b.index, ${path} as path, link from ${from} join missing on link = ${value}
         where b.org_id = $1 and b.list = $2
         order by ${order}`,
        [orgId, list, targetList],
      )
      for (const { index, path, link } of rows) {
        problems.add(
          `${rowPath(list, index)}.${path}`,
          `there is no ${link} in ${targetList} of the bundle or the organisation.`,
        )
      }
    }
  }
}
