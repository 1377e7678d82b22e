import type pg from 'pg'
import type { Problems } from './problems.ts'
import { nameOf } from './section.ts'
import { sections } from './sections.ts'
import { valuesAt } from './stage.ts'

/** Where a row stands in the bundle, by the name it is staged under. */
const rowAt = (list: string, index: number) => `${nameOf(sections.find((one) => one.list === list)!)}[${index}]`

/** What only shows when all rows are staged: ids that are given twice, and links that lead nowhere. */
export async function checkStaged(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  await checkIds(tx, problems)
  await checkChildIds(tx, orgId, problems)
  await checkIdsOnce(tx, problems)
  await checkLinks(tx, orgId, problems)
  for (const section of sections) await section.checkLinks?.(tx, orgId, problems)
}

async function checkIds(tx: pg.ClientBase, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.ids */
     with twice as (
       select list, id, min(index) as first from bundle_row where id is not null group by list, id having count(*) > 1
     )
     select list, index, id, first from bundle_row join twice using (list, id) where index > first order by list, index`,
  )
  for (const { list, index, id, first } of rows) {
    problems.add(`${rowAt(list, index)}.id`, `${id} is already the id of ${rowAt(list, first)}.`)
  }
}

/** A child's id is unique in the organisation, and stays with the row it belongs to. */
async function checkChildIds(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  for (const { list, ids, children } of sections) {
    for (const { table, parent } of children) {
      const places = Object.keys(ids).filter((path) => ids[path] === table)
      if (places.length === 0) continue
      const given = places.map((place, number) => {
        const { from, path, value, order } = valuesAt(place)
        return `select b.index, b.id as parent, ${path} as path, ${value} as id, array[${order}, ${number}] as place
                from ${from} where b.list = $2 and ${value} is not null`
      })
      const { rows } = await tx.query(
        `/* bundle.ids ${table} */
         with given as (${given.join(' union all ')}),
         counted as (
           select *, first_value(index) over same as first_index, first_value(path) over same as first_path,
             row_number() over same as number
           from given window same as (partition by id order by place))
         select g.index, g.path, g.id, case when number > 1 then first_index end as first_index, first_path, s.${parent} as owner
         from counted g left join ${table} s on s.org_id = $1 and s.id = g.id and s.${parent} <> g.parent
         where number > 1 or s.id is not null
         order by g.place`,
        [orgId, list],
      )
      for (const { index, path, id, first_index, first_path, owner } of rows) {
        const holder =
          first_index === null ? `${list} ${owner} of the organisation` : `${list}[${first_index}].${first_path}`
        const message = first_index === null ? `${id} belongs to ${holder}.` : `${id} is already given at ${holder}.`
        problems.add(`${list}[${index}].${path}`, message)
      }
    }
  }
}

/** A record that can be nested or have a row of its own does not have both. */
async function checkIdsOnce(tx: pg.ClientBase, problems: Problems): Promise<void> {
  for (const { list: holder, ids, children } of sections) {
    for (const [place, table] of Object.entries(ids)) {
      const own = sections.find((section) => section.table === table)
      if (!own || !children.some((child) => child.table === table)) continue
      const { from, path, value, order } = valuesAt(place)
      const { rows } = await tx.query(
        `/* bundle.ids_once ${holder}.${place} */
         select r.index, r.id, b.index as holder, ${path} as path
         from ${from} join bundle_row r on r.list = $2 and r.id = ${value} where b.list = $1 order by ${order}`,
        [holder, own.list],
      )
      for (const row of rows) {
        const at = `${rowAt(holder, row.holder)}.${row.path}`
        problems.add(`${rowAt(own.list, row.index)}.id`, `${row.id} is already given at ${at}.`)
      }
    }
  }
}

/** A link points at a row of the bundle or at a record of the organisation. Many links point at few records, each looked for once. */
async function checkLinks(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  for (const { list, links } of sections) {
    for (const [place, targetList] of Object.entries(links)) {
      const { table } = sections.find((section) => section.list === targetList)!
      const { from, path, value, order } = valuesAt(place)
      const { rows } = await tx.query(
        `/* bundle.links ${list}.${place} */
         with missing as materialized (
           select link from (select distinct ${value} as link from ${from} where b.list = $2) linked
           where link is not null
             and not exists (select from bundle_row target where target.list = $3 and target.id = link)
             and not exists (select from ${table} target where target.org_id = $1 and target.id = link))
         select b.index, ${path} as path, link from ${from} join missing on link = ${value}
         where b.list = $2
         order by ${order}`,
        [orgId, list, targetList],
      )
      for (const { index, path, link } of rows) {
        problems.add(
          `${rowAt(list, index)}.${path}`,
          `there is no ${link} in ${targetList} of the bundle or the organisation.`,
        )
      }
    }
  }
}
