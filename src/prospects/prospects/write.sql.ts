import type { Call } from '../../db/pipeline.ts'
import { type Statement, statement, unlistedStatement } from '../../db/statement.ts'
import { type Shown, shown, type Written, writable } from './prospects.sql.ts'

/** The stage that a prospect of `changed` came to, as a line of its history. */
export const historySql = (by: string, at: string, where = 'true') => `
   moved as (
     insert into prospect_stage_change (org_id, prospect_id, stage, by_name, created_at)
     select $1, id, stage, ${by}, ${at} from changed where ${where}),`

export const valuesOf = (prospect: Written): unknown[] => writable.map((field) => prospect[field])

type Insert = [orgId: number, connectionId: number | null, fields: string[], by: string | null, ...values: unknown[]]

/** Creates a prospect, with the first line of its history and its event. */
export const insert = statement<Insert, Shown>(
  'prospects.insert',
  `with changed as (
     insert into prospect (org_id, ${writable.join(', ')}) values ($1, ${writable.map((_, i) => `$${5 + i}`).join(', ')}) returning *),
   ${historySql('$4', 'created_at')}
   recorded as (
     insert into event (org_id, type, subject_id, fields, connection_id)
     select $1, 'prospect.created', id, $3::text[], $2 from changed)
   select ${shown} from changed`,
)

interface Change {
  orgId: number
  connectionId: number
  id: number
  changed: readonly (keyof Written)[]
  next: Written
  /** Of a stage that changes: from and to, and by whom. */
  moved: { from: string; to: string; by: string } | undefined
}

/** Beyond this many combinations of fields the rarer ones are made for each call, so that none fills a memory. */
const mostPrepared = 64
const updates = new Map<string, Statement<unknown[], Shown>>()

function updateOf(columns: readonly (keyof Written)[]): Statement<unknown[], Shown> {
  const key = writable.map((column) => (columns.includes(column) ? 1 : 0)).join('')
  const known = updates.get(key)
  if (known) return known
  const [name, sql] = [`prospects.update:${key}`, updateSql(columns)] as const
  if (updates.size >= mostPrepared) return unlistedStatement(name, sql, { isNamed: false })
  const made = statement<unknown[], Shown>(name, sql)
  updates.set(key, made)
  return made
}
updateOf(writable)

/** Only what changes is set: a long text that stays is not stored anew. */
function updateSql(columns: readonly (keyof Written)[]): string {
  const first = columns.includes('stage') ? 7 : 5
  const [type, detail, history] = columns.includes('stage')
    ? ['prospect.stage_changed', '$5::jsonb', historySql('$6', 'updated_at')]
    : ['prospect.updated', 'null', '']
  return `with changed as (
     update prospect set ${columns.map((column, i) => `${column} = $${first + i}`).join(', ')}, updated_at = clock_timestamp()
     where org_id = $1 and id = $3 returning *),${history}
   recorded as (
     insert into event (org_id, type, subject_id, fields, detail, connection_id)
     select $1, '${type}', id, $4::text[], ${detail}, $2 from changed)
   select ${shown} from changed`
}

/** Writes what changes of a prospect that its caller holds, with its event and, of a stage, a line of its history. */
export function updateCall({ orgId, connectionId, id, changed, next, moved }: Change): Call<Shown> {
  const move = moved ? [{ from: moved.from, to: moved.to }, moved.by] : []
  return updateOf(changed).call(orgId, connectionId, id, changed, ...move, ...changed.map((field) => next[field]))
}
