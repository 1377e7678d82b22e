import type pg from 'pg'
import { type Child, zone } from './section.ts'

const hasOwnId = ({ key }: Child) => key.includes('id')
const isLocal = ({ local = [] }: Child, column: string) => local.includes(column)
/** What an instant is in the bundle. */
const shownAs = (instant: string) => `date_trunc('second', ${instant} at time zone ${zone})`

const wanted = ({ table, as = table }: Child) => `wanted_${as}`
const given = ({ parent, key, columns }: Child) => [...new Set([parent, ...key, ...columns, 'place'])]
const joined = ({ parent, key }: Child, left: string, right: string) =>
  [parent, ...key].map((column) => `${left}.${column} = ${right}.${column}`).join(' and ')

/** Puts the children that all rows of the bundle have into `wanted_<table>`, each with its id. */
export async function want(tx: pg.ClientBase, orgId: number, child: Child): Promise<void> {
  const { table, columns } = child
  const typed = given(child).map((column) => {
    if (column === 'place' && !columns.includes('place')) return '0::bigint as place'
    return isLocal(child, column) ? `null::timestamp as ${column}` : column
  })
  await tx.query(`/* bundle.wanted ${table} */
    create temporary table ${wanted(child)} on commit drop as select ${typed.join(', ')} from ${table} with no data`)
  // A time that the clock skips is what the clock really shows then, or it would never be what is stored.
  const values = given(child).map((column) =>
    isLocal(child, column) ? `first_instant(${column}, ${zone}) at time zone ${zone}` : column,
  )
  // The condition is there for children who do not ask for the organisation.
  await tx.query(
    `/* bundle.want ${table} */
     insert into ${wanted(child)} (${given(child).join(', ')})
     select ${values.join(', ')} from (${child.rows}) r where $1::bigint is not null`,
    [orgId],
  )
  await tx.query(`analyze ${wanted(child)}`)
  if (hasOwnId(child)) await tx.query(`/* bundle.want ${table} ids */ ${findIdsText(child)}`, [orgId])
}

/** Narrows stored rows down to those that are gone when nothing nested is them. */
const spokenFor = ({ alsoIn }: Child) =>
  alsoIn
    ? `and ${alsoIn.unless} and not exists (select from bundle_row o where o.list = '${alsoIn.list}' and o.id = s.id)`
    : ''

/** Equal siblings are told apart by their order alone. New ids are handed out in the order of the bundle. */
function findIdsText(child: Child): string {
  const { table, parent, alike = [] } = child
  const same = ['', ...alike].join(', ')
  const name = wanted(child)
  return `
    with nameless as (
      select ctid as at, ${parent}, place${same},
        row_number() over (partition by ${parent}${same} order by place) as number
      from ${name} where id is null),
    free as (
      select s.id, s.${parent}${alike.map((column) => `, s.${column}`).join('')},
        row_number() over (partition by s.${parent}${alike.map((column) => `, s.${column}`).join('')} order by s.id) as number
      from ${table} s
      where s.org_id = $1 and s.${parent} in (select ${parent} from nameless) ${spokenFor(child)}
        and not exists (select from ${name} w where w.id = s.id)),
    found as (
      select n.at, f.id from nameless n left join free f on f.${parent} = n.${parent} and f.number = n.number
        and (${['f.number', ...alike.map((column) => `f.${column}`)].join(', ')})
          is not distinct from (${['n.number', ...alike.map((column) => `n.${column}`)].join(', ')})
      order by n.${parent}, n.place),
    named as materialized (select at, coalesce(id, nextval('${table}_id_seq')) as id from found)
    update ${name} w set id = named.id from named where w.ctid = named.at`
}

/** A created_at that the bundle leaves out is no difference. */
const differs = (child: Child, column: string) => {
  const stored = isLocal(child, column) ? shownAs(`s.${column}`) : `s.${column}`
  const sent = column === 'created_at' ? `coalesce(w.created_at, ${stored})` : `w.${column}`
  return `${sent} is distinct from ${stored}`
}

/** The rows whose children are not those stored. $1 and $2 are the organisation and the list. */
export function differingText(child: Child): string {
  const { table, parent, columns } = child
  return `
    select w.${parent} from ${wanted(child)} w left join ${table} s on s.org_id = $1 and ${joined(child, 's', 'w')}
    where s.${parent} is null ${columns.map((column) => `or ${differs(child, column)}`).join(' ')}
    union
    select s.${parent} from ${table} s
    where s.org_id = $1 and s.${parent} in (select id from bundle_row where list = $2) ${spokenFor(child)}
      and not exists (select from ${wanted(child)} w where ${joined(child, 's', 'w')})`
}

/** Gives the rows in `changed_<of>` the children they want, and takes away the others. */
export async function replace(tx: pg.ClientBase, orgId: number, child: Child, of: string): Promise<void> {
  const { table, parent, key, columns, copied = {}, alsoIn } = child
  await tx.query(
    `/* bundle.remove ${table} */
     delete from ${table} s using changed_${of} p
     where s.org_id = $1 and s.${parent} = p.id ${spokenFor(child)}
       and not exists (select from ${wanted(child)} w where ${joined(child, 's', 'w')})`,
    [orgId],
  )
  const value = (column: string) => {
    const instant = isLocal(child, column)
      ? `case when ${shownAs(`s.${column}`)} = w.${column} then s.${column} else first_instant(w.${column}, ${zone}) end`
      : `w.${column}`
    return column === 'created_at' ? `coalesce(${instant}, s.created_at, now())` : instant
  }
  const updated_at = `
    case when s.id is null or ${alsoIn?.unless} then ${value('created_at')}
      when ${columns.map((column) => differs(child, column)).join(' or ')} then now() else s.updated_at end`
  const follows = { ...copied, ...(alsoIn && { updated_at }) }
  const set = [...columns, ...Object.keys(follows)]
  await tx.query(
    `/* bundle.replace ${table} */
     insert into ${table} as t (org_id, ${parent}, ${key.join(', ')}, ${set.join(', ')})
     select $1, w.${parent}, ${key.map((column) => `w.${column}`).join(', ')}, ${[...columns.map(value), ...Object.values(follows)].join(', ')}
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
