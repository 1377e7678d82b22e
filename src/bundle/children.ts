import type pg from 'pg'
import { stageNewIds } from './new-ids.ts'
import { type Child, type Parameters, runSql, zone } from './section.ts'
import { hasOwnId, isLocal, newIds, type Staging, wantedColumns, wantedName } from './staging.ts'

/** SQL for the bundle's form of an instant: a local time. */
const localTime = (instant: string) => `date_trunc('second', ${instant} at time zone ${zone})`

const joined = ({ parent, key }: Child, left: string, right: string) =>
  [parent, ...key].map((column) => `${left}.${column} = ${right}.${column}`).join(' and ')

/** Fills `wanted_<table>` with the children of all rows of the bundle, each with its id. */
export async function stageChildren(
  tx: pg.ClientBase,
  parameters: Parameters,
  staging: Staging,
  child: Child,
): Promise<void> {
  const { table } = child
  const name = wantedName(child)
  // A local time that the clock skips is moved to an existing one. Otherwise it would always differ from the stored instant.
  const values = wantedColumns(child).map((column) =>
    isLocal(child, column) ? `first_instant(${column}, ${zone}) at time zone ${zone}` : column,
  )
  await runSql(
    tx,
    `/* bundle.want ${table} */
     insert into ${name} (org_id, ${wantedColumns(child).join(', ')})
     select org_id, ${values.join(', ')} from (${child.rows}) r`,
    parameters,
  )
  await staging.analyze(name)
  if (hasOwnId(child)) await assignIds(tx, parameters.orgId, staging, child)
}

/** Condition for the stored rows that are deleted if they are not nested in the bundle: not those of the other list. */
const deletable = ({ alsoIn }: Child) =>
  alsoIn
    ? `and ${alsoIn.unless}
       and not exists (select from bundle_row o where o.org_id = $1 and o.list = '${alsoIn.list}' and o.id = s.id)`
    : ''

/** Gives every child an id: that of the stored child that it matches, or a new one. New ids have the order of the bundle. */
async function assignIds(tx: pg.ClientBase, orgId: number, staging: Staging, child: Child): Promise<void> {
  const { table, parent } = child
  const name = wantedName(child)
  const countMissing = `/* bundle.want ${table} missing */ select count(*) as missing from ${name} where org_id = $1 and id is null`
  const { missing } = (await tx.query(countMissing, [orgId])).rows[0]
  if (missing === 0) return
  const { rowCount } = await tx.query(`/* bundle.want ${table} stored ids */ ${matchText(child)}`, [orgId])
  const count = missing - rowCount!
  if (count === 0) return
  await stageNewIds(tx, orgId, { use: name, table, count })
  await staging.analyze(newIds.name)
  await tx.query(
    `/* bundle.want ${table} new ids */
     update ${name} w set id = i.id
     from (
       select ${parent}, place, row_number() over (order by ${parent}, place) as number
       from ${name} where org_id = $1 and id is null) n
       join bundle_new_id i on i.org_id = $1 and i.use = $2 and i.number = n.number
     where w.org_id = $1 and w.${parent} = n.${parent} and w.place = n.place`,
    [orgId, name],
  )
}

/** Equal siblings are matched by their order. Parent and place identify a child that has no id yet. */
function matchText(child: Child): string {
  const { table, parent, matchBy: alike = [] } = child
  const name = wantedName(child)
  const of = (alias: string) => [parent, ...alike].map((column) => `${alias}.${column}`).join(', ')
  return `
    with without_id as (
      select ${of('w')}, w.place, row_number() over (partition by ${of('w')} order by w.place) as number
      from ${name} w where w.org_id = $1 and w.id is null),
    free as (
      select s.id, ${of('s')}, row_number() over (partition by ${of('s')} order by s.id) as number
      from ${table} s
      where s.org_id = $1 and s.${parent} in (select ${parent} from without_id) ${deletable(child)}
        and not exists (select from ${name} w where w.org_id = $1 and w.id = s.id)),
    matched as (
      select n.${parent}, n.place, f.id from without_id n join free f on f.${parent} = n.${parent} and f.number = n.number
        and (${of('f')}) is not distinct from (${of('n')}))
    update ${name} w set id = m.id from matched m where w.org_id = $1 and w.${parent} = m.${parent} and w.place = m.place`
}

/** A created_at that the bundle omits is not a difference. */
const differs = (child: Child, column: string) => {
  const stored = isLocal(child, column) ? localTime(`s.${column}`) : `s.${column}`
  const incoming = column === 'created_at' ? `coalesce(w.created_at, ${stored})` : `w.${column}`
  return `${incoming} is distinct from ${stored}`
}

/** The ids of rows of the list whose children differ from the stored ones. */
export function differingText(child: Child, list: string): string {
  const { table, parent, columns } = child
  return `
    select w.${parent} from ${wantedName(child)} w left join ${table} s on s.org_id = $1 and ${joined(child, 's', 'w')}
    where w.org_id = $1 and (s.${parent} is null ${columns.map((column) => `or ${differs(child, column)}`).join(' ')})
    union
    select s.${parent} from ${table} s
    where s.org_id = $1 and s.${parent} in (select b.id from bundle_row b where b.org_id = $1 and b.list = '${list}') ${deletable(child)}
      and not exists (select from ${wantedName(child)} w where w.org_id = $1 and ${joined(child, 's', 'w')})`
}

/** Replaces the children of the rows in `changed_<of>` by those in `wanted_<table>`. */
export async function replaceChildren(
  tx: pg.ClientBase,
  parameters: Parameters,
  child: Child,
  of: string,
): Promise<void> {
  await removeChildren(tx, parameters.orgId, child, of)
  const { table, parent, key, columns, copied = {}, alsoIn } = child
  const value = (column: string) => {
    const instant = isLocal(child, column)
      ? `case when ${localTime(`s.${column}`)} = w.${column} then s.${column} else first_instant(w.${column}, ${zone}) end`
      : `w.${column}`
    return column === 'created_at' ? `coalesce(${instant}, s.created_at, now())` : instant
  }
  const updated_at = `
    case when s.id is null or ${alsoIn?.unless} then ${value('created_at')}
      when ${columns.map((column) => differs(child, column)).join(' or ')} then now() else s.updated_at end`
  const derived = { ...copied, ...(alsoIn && { updated_at }) }
  const set = [...columns, ...Object.keys(derived)]
  await runSql(
    tx,
    `/* bundle.replace ${table} */
     insert into ${table} as t (org_id, ${parent}, ${key.join(', ')}, ${set.join(', ')})
     select w.org_id, w.${parent}, ${key.map((column) => `w.${column}`).join(', ')}, ${[...columns.map(value), ...Object.values(derived)].join(', ')}
     from changed_${of} c
       ${Object.keys(copied).length > 0 ? `join ${of} p on p.org_id = $1 and p.id = c.id` : ''}
       join ${wantedName(child)} w on w.org_id = $1 and w.${parent} = c.id
       left join ${table} s on s.org_id = $1 and ${joined(child, 's', 'w')}
     where c.org_id = $1
     order by w.${parent}, w.place
     on conflict (org_id, ${hasOwnId(child) ? '' : `${parent}, `}${key.join(', ')}) do update
       set (${set.join(', ')}) = row (${set.map((column) => `excluded.${column}`).join(', ')})
       where (${set.map((column) => `t.${column}`).join(', ')}) is distinct from (${set.map((column) => `excluded.${column}`).join(', ')})`,
    parameters,
  )
}

async function removeChildren(tx: pg.ClientBase, orgId: number, child: Child, of: string): Promise<void> {
  const { table, parent, referredToBy = [] } = child
  const isRemoved = `
    s.org_id = $1 and s.${parent} = p.id and p.org_id = $1 ${deletable(child)}
    and not exists (select from ${wantedName(child)} w where w.org_id = $1 and ${joined(child, 's', 'w')})`
  if (referredToBy.length > 0) {
    // A row that refers to a child and is not committed yet is waited for here, so that the next statement sees it.
    const { rowCount } = await tx.query(
      `/* bundle.lock ${table} */ select s.org_id from ${table} s, changed_${of} p where ${isRemoved} for update of s`,
      [orgId],
    )
    if (rowCount === 0) return
  }
  for (const { table: referring, column, isShown } of referredToBy) {
    // The removed children come first: PostgreSQL would otherwise read every record that may refer to one.
    await tx.query(
      `/* bundle.clear ${referring}.${column} */
       with removed as materialized (select s.id from ${table} s, changed_${of} p where ${isRemoved})
       update ${referring} r set ${column} = null ${isShown ? ', updated_at = now()' : ''} from removed where r.org_id = $1 and r.${column} = removed.id`,
      [orgId],
    )
  }
  await tx.query(`/* bundle.remove ${table} */ delete from ${table} s using changed_${of} p where ${isRemoved}`, [
    orgId,
  ])
}
