import type pg from 'pg'
import { type Child, zone } from './section.ts'

const hasOwnId = ({ key }: Child) => key.includes('id')
const isLocal = ({ local = [] }: Child, column: string) => local.includes(column)
/** SQL for the bundle's form of an instant: a local time. */
const localTime = (instant: string) => `date_trunc('second', ${instant} at time zone ${zone})`

const wanted = ({ table, as = table }: Child) => `wanted_${as}`
const wantedColumns = ({ parent, key, columns }: Child) => [...new Set([parent, ...key, ...columns, 'place'])]
const joined = ({ parent, key }: Child, left: string, right: string) =>
  [parent, ...key].map((column) => `${left}.${column} = ${right}.${column}`).join(' and ')

/** Fills `wanted_<table>` with the children of all rows of the bundle, each with its id. */
export async function stageChildren(tx: pg.ClientBase, orgId: number, child: Child): Promise<void> {
  const { table, columns } = child
  const typed = wantedColumns(child).map((column) => {
    if (column === 'place' && !columns.includes('place')) return '0::bigint as place'
    return isLocal(child, column) ? `null::timestamp as ${column}` : column
  })
  await tx.query(`/* bundle.wanted ${table} */
    create temporary table ${wanted(child)} on commit drop as select ${typed.join(', ')} from ${table} with no data`)
  // A local time that the clock skips is moved to an existing one. Otherwise it would always differ from the stored instant.
  const values = wantedColumns(child).map((column) =>
    isLocal(child, column) ? `first_instant(${column}, ${zone}) at time zone ${zone}` : column,
  )
  // The condition uses $1 for children whose SQL does not.
  await tx.query(
    `/* bundle.want ${table} */
     insert into ${wanted(child)} (${wantedColumns(child).join(', ')})
     select ${values.join(', ')} from (${child.rows}) r where $1::bigint is not null`,
    [orgId],
  )
  await tx.query(`analyze ${wanted(child)}`)
  if (hasOwnId(child)) await tx.query(`/* bundle.want ${table} ids */ ${assignIdsText(child)}`, [orgId])
}

/** Condition for the stored rows that are deleted if they are not nested in the bundle: not those of the other list. */
const deletable = ({ alsoIn }: Child) =>
  alsoIn
    ? `and ${alsoIn.unless} and not exists (select from bundle_row o where o.list = '${alsoIn.list}' and o.id = s.id)`
    : ''

/** Equal siblings are matched by their order. New ids are assigned in the order of the bundle. */
function assignIdsText(child: Child): string {
  const { table, parent, matchBy: alike = [] } = child
  const same = ['', ...alike].join(', ')
  const name = wanted(child)
  return `
    with without_id as (
      select ctid as at, ${parent}, place${same},
        row_number() over (partition by ${parent}${same} order by place) as number
      from ${name} where id is null),
    free as (
      select s.id, s.${parent}${alike.map((column) => `, s.${column}`).join('')},
        row_number() over (partition by s.${parent}${alike.map((column) => `, s.${column}`).join('')} order by s.id) as number
      from ${table} s
      where s.org_id = $1 and s.${parent} in (select ${parent} from without_id) ${deletable(child)}
        and not exists (select from ${name} w where w.id = s.id)),
    matched as (
      select n.at, f.id from without_id n left join free f on f.${parent} = n.${parent} and f.number = n.number
        and (${['f.number', ...alike.map((column) => `f.${column}`)].join(', ')})
          is not distinct from (${['n.number', ...alike.map((column) => `n.${column}`)].join(', ')})
      order by n.${parent}, n.place),
    assigned as materialized (select at, coalesce(id, nextval('${table}_id_seq')) as id from matched)
    update ${name} w set id = assigned.id from assigned where w.ctid = assigned.at`
}

/** A created_at that the bundle omits is not a difference. */
const differs = (child: Child, column: string) => {
  const stored = isLocal(child, column) ? localTime(`s.${column}`) : `s.${column}`
  const incoming = column === 'created_at' ? `coalesce(w.created_at, ${stored})` : `w.${column}`
  return `${incoming} is distinct from ${stored}`
}

/** The ids of rows whose children differ from the stored ones. $1 is the organisation and $2 the list. */
export function differingText(child: Child): string {
  const { table, parent, columns } = child
  return `
    select w.${parent} from ${wanted(child)} w left join ${table} s on s.org_id = $1 and ${joined(child, 's', 'w')}
    where s.${parent} is null ${columns.map((column) => `or ${differs(child, column)}`).join(' ')}
    union
    select s.${parent} from ${table} s
    where s.org_id = $1 and s.${parent} in (select id from bundle_row where list = $2) ${deletable(child)}
      and not exists (select from ${wanted(child)} w where ${joined(child, 's', 'w')})`
}

/** Replaces the children of the rows in `changed_<of>` by those in `wanted_<table>`. */
export async function replaceChildren(tx: pg.ClientBase, orgId: number, child: Child, of: string): Promise<void> {
  const { table, parent, key, columns, copied = {}, alsoIn } = child
  await tx.query(
    `/* bundle.remove ${table} */
     delete from ${table} s using changed_${of} p
     where s.org_id = $1 and s.${parent} = p.id ${deletable(child)}
       and not exists (select from ${wanted(child)} w where ${joined(child, 's', 'w')})`,
    [orgId],
  )
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
  await tx.query(
    `/* bundle.replace ${table} */
     insert into ${table} as t (org_id, ${parent}, ${key.join(', ')}, ${set.join(', ')})
     select $1, w.${parent}, ${key.map((column) => `w.${column}`).join(', ')}, ${[...columns.map(value), ...Object.values(derived)].join(', ')}
     from changed_${of} c
       ${Object.keys(copied).length > 0 ? `join ${of} p on p.org_id = $1 and p.id = c.id` : ''}
       join ${wanted(child)} w on w.${parent} = c.id
       left join ${table} s on s.org_id = $1 and ${joined(child, 's', 'w')}
     order by w.${parent}, w.place
     on conflict (org_id, ${hasOwnId(child) ? '' : `${parent}, `}${key.join(', ')}) do update
       set (${set.join(', ')}) = row (${set.map((column) => `excluded.${column}`).join(', ')})
       where (${set.map((column) => `t.${column}`).join(', ')}) is distinct from (${set.map((column) => `excluded.${column}`).join(', ')})`,
    [orgId],
  )
}
