import type { Call } from '../../db/pipeline.ts'
import { statement } from '../../db/statement.ts'
import { recordNames } from '../catalogue/source.ts'
import type { Mention } from '../spec/records.ts'

/** An id or a name that the organisation has none of; which kind it was asked of is told by its table. */
export interface UnknownRecord {
  table: string
  id: number | null
  name: string | null
}

/** Of each kind two lists, in the order of the kinds: ids, and names in any case. As the engine finds them. */
const unknownOf = recordNames.map(({ table, name }, place) => {
  const [ids, names] = [`$${2 * place + 2}::bigint[]`, `$${2 * place + 3}::text[]`]
  return `
    select '${table}' as "table", asked as id, null as name from unnest(${ids}) asked
    where not exists (select from ${table} n where n.org_id = $1 and n.id = asked)
    union all
    select '${table}', null, asked from unnest(${names}) asked
    where not exists (select from ${table} n where n.org_id = $1 and lower(${name}) = lower(asked))`
})
const findUnknown = statement<[orgId: number, ...asked: unknown[]], UnknownRecord>(
  'reports.unknown_records',
  unknownOf.join('\n    union all'),
)

/** One statement for all that a spec names. */
export function unknownAmong(orgId: number, mentions: readonly Mention[]): Call<UnknownRecord> {
  const lists = recordNames.flatMap((kind) => {
    const values = new Set(mentions.flatMap(({ names, values }) => (names === kind ? values : [])))
    return ['number', 'string'].map((type) => [...values].filter((value) => typeof value === type))
  })
  return findUnknown.call(orgId, ...lists)
}
