import type { Child } from '../../bundle/section.ts'

/** What the tables of a prospect get from its row in the bundle. Lists that a row leaves out stay as they are. */
const elements = (field: string) =>
  `cross join lateral jsonb_array_elements(b.row -> '${field}') with ordinality e (value, place)`

const noteColumns = ['note_type', 'notes', 'by_name', 'created_at']

const notes: Child = {
  table: 'prospect_note',
  parent: 'prospect_id',
  key: ['id'],
  columns: noteColumns,
  alike: ['note_type', 'notes'],
  rows: `
    select b.id as prospect_id, (e.value ->> 'id')::bigint as id, e.value ->> 'note_type' as note_type,
      e.value ->> 'notes' as notes, e.value ->> 'by' as by_name, (e.value ->> 'created_at')::timestamptz as created_at, e.place
    from bundle_row b ${elements('notes')} where b.list = 'prospects' and b.row ? 'notes'
    union all
    select c.prospect_id, c.id, ${noteColumns.map((column) => `c.${column}`).join(', ')}, c.id
    from bundle_row b join prospect_note c on c.org_id = $1 and c.prospect_id = b.id
    where b.list = 'prospects' and not b.row ? 'notes'`,
}

/** A history that is empty says as little as none. */
const isGiven = `(b.row ? 'stage_history' and b.row -> 'stage_history' <> '[]')`

/**
 * Without a history of the bundle the stored one stands, and goes on if the stage is another than before. A prospect that
 * has none came to its stage when it was created.
 */
const stageHistory: Child = {
  table: 'prospect_stage_change',
  parent: 'prospect_id',
  key: ['id'],
  columns: ['stage', 'by_name', 'created_at'],
  alike: ['stage'],
  rows: `
    select b.id as prospect_id, (e.value ->> 'id')::bigint as id, e.value ->> 'stage' as stage, e.value ->> 'by' as by_name,
      (e.value ->> 'at')::timestamptz as created_at, e.place
    from bundle_row b ${elements('stage_history')} where b.list = 'prospects' and ${isGiven}
    union all
    select c.prospect_id, c.id, c.stage, c.by_name, c.created_at, c.id
    from bundle_row b join prospect_stage_change c on c.org_id = $1 and c.prospect_id = b.id
    where b.list = 'prospects' and not ${isGiven}
    union all
    select b.id, null, b.row ->> 'stage', null,
      case when last.id is null then coalesce((b.row ->> 'created_at')::timestamptz, held.created_at, now())
        else coalesce((b.row ->> 'updated_at')::timestamptz, now()) end, ${Number.MAX_SAFE_INTEGER}
    from bundle_row b
      left join bundle_prospect held on held.id = b.id
      left join lateral (
        select c.id from prospect_stage_change c where c.org_id = $1 and c.prospect_id = b.id order by c.id desc limit 1) last on true
    where b.list = 'prospects' and not ${isGiven} and (last.id is null or held.stage <> b.row ->> 'stage')`,
}

export const children = [notes, stageHistory]

const utc = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const each = (table: string, fields: string, condition = '') => `
  (select json_agg(json_build_object('id', c.id, ${fields}) order by c.id)
   from ${table} c where c.org_id = r.org_id and c.prospect_id = r.id ${condition})`

/** A history that a prospect would have without it is not shown: one stage, the present one, since it was created. */
const saysMore = `
  and exists (
    select from prospect_stage_change o
    where o.org_id = r.org_id and o.prospect_id = r.id
      and (o.stage, o.created_at, o.by_name) is distinct from (r.stage, r.created_at, null))`

/** Fields without a value are left out. */
export const shownChildren = `
  json_strip_nulls(json_build_object(
    'conversion', r.conversion,
    'stage_history', ${each('prospect_stage_change', `'stage', c.stage, 'by', c.by_name, 'at', ${utc('c.created_at')}`, saysMore)},
    'notes', ${each('prospect_note', `'note_type', c.note_type, 'notes', c.notes, 'by', c.by_name, 'created_at', ${utc('c.created_at')}`)}))`
