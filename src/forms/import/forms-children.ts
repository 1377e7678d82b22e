import type { Child } from '../../bundle/section.ts'

/** A list that is empty says as little as none. */
const isGiven = `(b.row ? 'versions' and b.row -> 'versions' <> '[]')`

const content = ['name', 'description', 'settings', 'steps', 'incident', 'prospect', 'client_prefill'] as const
const texts: readonly string[] = ['name', 'description']
/** What an object of the bundle says, as the columns have it. */
const contentOf = (object: string) =>
  content.map((name) => (texts.includes(name) ? `${object} ->> '${name}'` : `nullif(${object} -> '${name}', 'null')`))
const columns = [...content, 'by_name', 'published_at']

/**
 * What a form was each time it was published. Without versions of the bundle the stored ones stand; a form that is on and is
 * not what its latest version is gets the next one.
 */
export const versions: Child = {
  table: 'form_version',
  parent: 'form_id',
  key: ['version'],
  columns,
  rows: `
    select b.id as form_id, (e.value ->> 'version')::int as version, ${contentOf('e.value')
      .map((sql, place) => `${sql} as ${content[place]}`)
      .join(', ')},
      e.value ->> 'by' as by_name, (e.value ->> 'published_at')::timestamptz as published_at, e.place
    from bundle_row b cross join lateral jsonb_array_elements(b.row -> 'versions') with ordinality e (value, place)
    where b.list = 'forms' and ${isGiven}
    union all
    select c.form_id, c.version, ${columns.map((column) => `c.${column}`).join(', ')}, c.version
    from bundle_row b join form_version c on c.org_id = $1 and c.form_id = b.id
    where b.list = 'forms' and not ${isGiven}
    union all
    select b.id, greatest(last.version + 1, coalesce((b.row ->> 'version')::int, 1)), ${contentOf('b.row').join(', ')}, null,
      coalesce((b.row ->> 'published_at')::timestamptz, (b.row ->> 'updated_at')::timestamptz, now()), 0
    from bundle_row b
      left join lateral (
        select * from form_version c where c.org_id = $1 and c.form_id = b.id order by c.version desc limit 1) last on true
    where b.list = 'forms' and not ${isGiven} and b.row ->> 'published' = 'on'
      and (last.version is null or (${content.map((name) => `last.${name}`).join(', ')}) is distinct from (${contentOf('b.row').join(', ')}))`,
}

/** The latest of the versions that a form will have. */
export const latest = (column: string) =>
  `(select w.${column} from wanted_form_version w where w.form_id = b.id order by w.version desc limit 1)`

const utc = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The address of a form stays with it. Of publications there is only something to say where there was one. */
export const shownExtras = `
  jsonb_build_object('key', r.key) || case when r.version is null then '{}' else jsonb_build_object(
    'version', r.version,
    'published_at', ${utc('r.published_at')},
    'versions', (
      select jsonb_agg(jsonb_build_object(
        'version', v.version, ${content.map((name) => `'${name}', v.${name}`).join(', ')},
        'published_at', ${utc('v.published_at')}, 'by', v.by_name) order by v.version)
      from form_version v where v.org_id = r.org_id and v.form_id = r.id)) end`
