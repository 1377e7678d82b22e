import { saysNoMore } from '../../bundle/plain-notes.ts'
import { type Child, zone } from '../../bundle/section.ts'

/** What the tables of a task get from its row in the bundle, and how the bundle shows them. */
const elements = (list: string) => `cross join lateral jsonb_array_elements(${list}) with ordinality e (value, place)`

/** A price code alone stands for the primary charge that follows from it. */
const chargesOf = `
  case when b.row -> 'charges' = '[]' and b.row ->> 'price_code' is not null
    then jsonb_build_array(jsonb_build_object('price_code', b.row -> 'price_code')) else b.row -> 'charges' end`

/** A charge without an id is the stored one for the same thing, whatever its minutes and cost were. */
const charges: Child = {
  table: 'task_charge',
  parent: 'task_id',
  key: ['id'],
  columns: ['name', 'price_code', 'minutes', 'total_cost', 'claim_type', 'is_primary'],
  alike: ['is_primary', 'price_code', 'name', 'claim_type'],
  rows: `
    select b.id as task_id, (e.value ->> 'id')::bigint as id, coalesce(e.value ->> 'name', p.name) as name, p.id as price_code, m.minutes,
      coalesce((e.value ->> 'total_cost')::numeric, charge_cost(p.price, p.unit, m.minutes)) as total_cost,
      coalesce(e.value ->> 'claim_type', usual_claim_type(p.claim_types)) as claim_type,
      coalesce((e.value ->> 'primary')::boolean, jsonb_array_length(b.row -> 'charges') < 2) as is_primary, e.place
    from bundle_row b ${elements(chargesOf)}
    cross join lateral (select coalesce(e.value ->> 'minutes', b.row ->> 'minutes')::int as minutes) m
    join price_code p on p.org_id = $1 and p.id = (e.value ->> 'price_code')::bigint
    where b.list = 'tasks'`,
}

const notes: Child = {
  table: 'task_note',
  parent: 'task_id',
  key: ['id'],
  columns: ['type', 'notes', 'created_at'],
  local: ['created_at'],
  alike: ['type', 'notes'],
  alsoIn: { list: 'task_notes', unless: saysNoMore.task('s') },
  rows: `
    select b.id as task_id, (e.value ->> 'id')::bigint as id, e.value ->> 'type' as type, e.value ->> 'notes' as notes,
      (e.value ->> 'created_at')::timestamp as created_at, e.place
    from bundle_row b ${elements(`b.row -> 'notes'`)} where b.list = 'tasks'`,
}

const documents: Child = {
  table: 'task_document',
  parent: 'task_id',
  key: ['id'],
  columns: ['name', 'created_at'],
  local: ['created_at'],
  alike: ['name'],
  rows: `
    select b.id as task_id, (e.value ->> 'id')::bigint as id, e.value ->> 'name' as name,
      (e.value ->> 'created_at')::timestamp as created_at, e.place
    from bundle_row b ${elements(`b.row -> 'documents'`)} where b.list = 'tasks'`,
}

export const children = [charges, notes, documents]

/** An instant as a local time of the bundle. */
export const shownTime = (instant: string) => `to_char(${instant} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`

const each = (table: string, fields: Record<string, string>, condition = '') => `
  (select coalesce(json_agg(json_build_object(${Object.entries(fields)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')}) order by c.id), '[]')
   from ${table} c where c.org_id = r.org_id and c.task_id = r.id ${condition})`
const own = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `c.${name}`]))
const created_at = shownTime('c.created_at')

export const shownChildren = {
  charges: each('task_charge', {
    ...own(['id', 'name', 'price_code', 'minutes', 'total_cost', 'claim_type']),
    primary: 'c.is_primary',
  }),
  notes: each('task_note', { ...own(['id', 'type', 'notes']), created_at }, `and ${saysNoMore.task('c')}`),
  documents: each('task_document', { ...own(['id', 'name']), created_at }),
}
