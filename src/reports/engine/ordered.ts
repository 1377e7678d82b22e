import type { Options } from '../logic/spec.ts'
import { ascending, namesOf, shown } from './groups.ts'
import type { Group } from './question.ts'

/** More than a page can draw or a person can read. */
export const mostRows = 5000
export const mostGroups = ({ limit = mostRows }: Options): number => Math.min(limit, mostRows)

/**
 * Puts what was counted in order and cuts it off: groups first, each with the sum of what is shown for it, then the rows of those
 * groups. One group and one row more than are shown tell that there are more.
 */
export function ordered(counted: string, group: Group, breakdown: Group | undefined, options: Options): string {
  const names = Object.entries({ g: namesOf(group, 'g'), b: breakdown && namesOf(breakdown, 'b') })
  const steps = [
    `counted as materialized (${counted})`,
    ...names.flatMap(([column, sql]) => (sql ? [`names_${column} as materialized (${sql})`] : [])),
    ...(breakdown ? ['groups as (select g, sum(value) as value from counted group by g)'] : []),
    `ranked as (select g, value, ${names[0]![1] ? 'label' : 'null'} as label,
       row_number() over (order by ${[...orderOf(group, options), ...ascending(group, 'g', 'label')].join(', ')}) as rank
     from ${breakdown ? 'groups' : 'counted'} ${names[0]![1] ? 'left join names_g on names_g.id = g' : ''}
     order by rank limit ${mostGroups(options) + 1})`,
  ]
  return `with ${steps.join(',\n')}
    ${breakdown ? brokenDown(group, breakdown) : plain(group)}
    limit ${mostRows + 1}`
}

const plain = (group: Group) =>
  `select rank, ${shown(group, 'g', 'label')} as g, value::float8 as value from ranked order by rank`

/** Texts stand for what rows were put together by, because nothing is equal to null; no group is an empty text. */
const brokenDown = (group: Group, breakdown: Group) =>
  `select r.rank, ${shown(group, 'r.g', 'r.label')} as g, ${shown(breakdown, 'c.b', 'n.label')} as b, c.value::float8 as value
   from ranked r join counted c on coalesce(c.g::text, '') = coalesce(r.g::text, '')
   ${breakdown.field.type === 'record' ? 'left join names_b n on n.id = c.b' : ''}
   order by r.rank, ${ascending(breakdown, 'c.b', 'n.label').join(', ')}`

/** Dates go on, other groups begin with the largest; nothing comes behind every something. */
function orderOf(group: Group, { sort }: Options): string[] {
  const { by, direction } = sort ?? (group.field.type === 'date' ? byGroup : byValue)
  if (by === 'value') return [`value ${direction} nulls last`]
  return ascending(group, 'g', 'label').map((column) => `${column} ${direction} nulls last`)
}
const byGroup = { by: 'group', direction: 'asc' } as const
const byValue = { by: 'value', direction: 'desc' } as const
