import type { Options } from '../spec/spec.schema.ts'
import { ascending, displayed, labelled } from './groups.ts'
import type { Group } from './question.ts'

/** More than a page can draw or a person can read. */
export const maxRows = 5000
export const maxGroups = ({ limit = maxRows }: Options): number => Math.min(limit, maxRows)

/**
 * Sorts and limits the grouped rows: groups first, then the cells of each breakdown. It joins nothing, because
 * PostgreSQL misjudges the number of groups: a join planned for ten rows is too slow for 100,000. A group has its
 * cells as arrays, and names are looked up by id.
 */
export function ordered(counted: string, group: Group, breakdown: Group | undefined, options: Options): string {
  const lists = 'sum(value) as value, count(*) as cells, array_agg(b) as bs, array_agg(value) as vs'
  const order = [...orderOf(group, options), ...ascending(group, 'g')].join(', ')
  const steps = [
    `counted as (${counted})`,
    ...(breakdown ? [`groups as (select g, ${lists} from counted group by g)`] : []),
    ...labelled(group, 'g', breakdown ? 'groups' : 'counted'),
    `ranked as (select *, row_number() over (order by ${order}) as rank, count(*) over () as groups from labelled_g)`,
    ...(breakdown ? cells(breakdown, maxGroups(options)) : []),
  ]
  const last = breakdown
    ? `select groups, ${displayed(group, 'g')} as g, ${displayed(breakdown, 'b')} as b, value::float8 as value
       from labelled_b order by rank, ${ascending(breakdown, 'b').join(', ')}`
    : `select groups, ${displayed(group, 'g')} as g, value::float8 as value
       from ranked where rank <= ${maxGroups(options)} order by rank`
  return `with ${steps.join(',\n')}\n${last} limit ${maxRows + 1}`
}

/** The cells of the displayed groups, up to the last row. */
const cells = (breakdown: Group, max: number): string[] => [
  `visible as (select *, sum(cells) over (order by rank) - cells as before from ranked where rank <= ${max})`,
  `cells as (
     select rank, groups, g, label_g, c.b, c.value from visible cross join lateral unnest(bs, vs) as c (b, value)
     where before <= ${maxRows})`,
  ...labelled(breakdown, 'b', 'cells'),
]

/** Dates ascend, other groups begin with the largest value; nulls come last. */
function orderOf(group: Group, { sort }: Options): string[] {
  const by = sort?.by ?? (group.field.type === 'date' ? 'group' : 'value')
  const direction = sort?.direction ?? (by === 'group' ? 'asc' : 'desc')
  const columns = by === 'group' ? ascending(group, 'g') : ['value']
  return columns.map((column) => `${column} ${direction === 'desc' ? 'desc' : 'asc'} nulls last`)
}
