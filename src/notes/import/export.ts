import type { Child } from '../../bundle/section.ts'

/** Notes as the bundle shows them: SQL over the record, `r`. The database keeps the fields of an object in an order of its own. */
const each = (list: string, fields: readonly string[]) => `
  (select coalesce(json_agg(json_build_object(${fields.map((field) => `'${field}', e.value -> '${field}'`).join(', ')}) order by e.place), '[]')
   from jsonb_array_elements(${list}) with ordinality e (value, place))`
const answersOf = (note: string) => each(`${note}.answers`, ['key', 'label', 'value'])

export const shownLists = {
  // The fields have no objects in them, so that nothing but what was left out is stripped.
  attachments: `json_strip_nulls(${each('r.attachments', ['id', 'name', 'content_type', 'size'])})`,
  answers: answersOf('r'),
  shift_cautions: each('r.shift_cautions', ['code', 'text']),
}

/** Further fields as one object, without those that have no value. */
export const shownExtras = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(
      ([field, sql]) =>
        `coalesce((select jsonb_build_object('${field}', v) from (select ${sql} as v) f where v is not null), '{}')`,
    )
    .join(' || ')

export const shownTemplate = `
  (select jsonb_build_object('id', t.id, 'name', t.name) from note_template t where t.org_id = r.org_id and t.id = r.template_id)`

const utc = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

export const shownRevisions = (parent: string) => `
  (select jsonb_agg(
     jsonb_build_object('title', c.title, 'note_type', c.note_type, 'notes', c.notes, 'date', c.date, 'answers', ${answersOf('c')},
       'replaced_by', c.by_name, 'replaced_at', ${utc('c.created_at')})
     || case when c.template_id is null then '{}' else jsonb_build_object('template_id', c.template_id) end order by c.id)
   from note_revision c where c.org_id = r.org_id and c.${parent} = r.id)`

const columns = ['title', 'note_type', 'notes', 'date', 'template_id', 'answers', 'by_name', 'created_at']

/** What notes of a list were, as their rows have it or, where they leave it out, as it is stored. */
export const revisionsOf = (list: string, parent: string): Child => ({
  table: 'note_revision',
  as: `revision_by_${parent}`,
  parent,
  key: ['id'],
  columns,
  alike: columns.filter((column) => column !== 'created_at'),
  rows: `
    select b.id as ${parent}, null::bigint as id, e.value ->> 'title' as title, e.value ->> 'note_type' as note_type, e.value ->> 'notes' as notes,
      (e.value ->> 'date')::date as date, (e.value ->> 'template_id')::bigint as template_id, e.value -> 'answers' as answers,
      e.value ->> 'replaced_by' as by_name, (e.value ->> 'replaced_at')::timestamptz as created_at, e.place
    from bundle_row b cross join lateral jsonb_array_elements(b.row -> 'revisions') with ordinality e (value, place)
    where b.list = '${list}' and b.row ? 'revisions'
    union all
    select c.${parent}, c.id, ${columns.map((column) => `c.${column}`).join(', ')}, c.id
    from bundle_row b join note_revision c on c.org_id = $1 and c.${parent} = b.id
    where b.list = '${list}' and not b.row ? 'revisions'`,
})
