import type pg from 'pg'
import { type TSchema, Type } from 'typebox'
import { instant } from '../../bundle/fields.ts'
import type { Problems } from '../../bundle/problems.ts'
import { type AddProblem, type Child, type Page, section } from '../../bundle/section.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { closed, nullable, oneOf, text, visibleText } from '../../http/contract/schema.ts'
import { buildSteps } from '../definition/builder.ts'
import {
  buildClientPrefill,
  buildIncident,
  buildProspect,
  buildSettings,
  buildTags,
} from '../definition/builder-parts.ts'
import { Findings } from '../definition/findings.ts'
import type {
  ClientPrefillBody,
  FormSettingsChange,
  FormStepCreate,
  IncidentBody,
  ProspectBody,
  TagsBody,
} from '../definition/form.schema.ts'
import * as schema from '../definition/form.schema.ts'
import { issuesOf, type Parts } from '../definition/issues.ts'
import { urlOf } from '../forms/record.ts'

/** The API's schemas of a form as parts of a bundle row. Bundle schemas have no `$ref`, so references are inlined. */
const named = new Map<string, object>(
  Object.values(schema).flatMap((one) => {
    const id = (one as { $id?: unknown } | undefined)?.$id
    return typeof id === 'string' ? [[`${id}#`, one as object] as const] : []
  }),
)

function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, $id, ...others } = value as Record<string, unknown>
  const own = Object.fromEntries(Object.entries(others).map(([key, inner]) => [key, inlined(inner)]))
  return typeof $ref === 'string' ? { ...(inlined(named.get($ref)) as object), ...own } : own
}

const part = (of: TSchema, fallback: unknown) =>
  Type.Optional(Type.Unsafe({ ...(inlined(of) as object), default: fallback }))

/** The fields that a version freezes, beside name and description. */
export const contentFields = {
  settings: part(schema.FormSettingsChange, {}),
  steps: part(schema.steps, []),
  incident: part(schema.incident, null),
  prospect: part(schema.prospect, null),
  client_prefill: part(schema.clientPrefill, null),
}
export const bundledDescription = part(schema.description, '')
export const bundledTags = part(schema.tags, [])

/** An empty list counts as no list. */
const hasVersions = `(b.row ? 'versions' and b.row -> 'versions' <> '[]')`

const content = ['name', 'description', 'settings', 'steps', 'incident', 'prospect', 'client_prefill'] as const
const texts: readonly string[] = ['name', 'description']
/** The content columns from a bundle object. */
const contentOf = (object: string) =>
  content.map((name) => (texts.includes(name) ? `${object} ->> '${name}'` : `nullif(${object} -> '${name}', 'null')`))
const columns = [...content, 'by_name', 'published_at']

/**
 * The published versions of a form. Without versions in the bundle the stored ones stay. A published form that differs from
 * its latest version gets a new one.
 */
export const versions: Child = {
  table: 'form_version',
  parent: 'form_id',
  key: ['version'],
  columns,
  rows: `
    select b.org_id, b.id as form_id, (e.value ->> 'version')::int as version, ${contentOf('e.value')
      .map((sql, place) => `${sql} as ${content[place]}`)
      .join(', ')},
      e.value ->> 'by' as by_name, (e.value ->> 'published_at')::timestamptz as published_at, e.place
    from bundle_row b cross join lateral jsonb_array_elements(b.row -> 'versions') with ordinality e (value, place)
    where b.org_id = $1 and b.list = 'forms' and ${hasVersions}
    union all
    select c.org_id, c.form_id, c.version, ${columns.map((column) => `c.${column}`).join(', ')}, c.version
    from bundle_row b join form_version c on c.org_id = $1 and c.form_id = b.id
    where b.org_id = $1 and b.list = 'forms' and not ${hasVersions}
    union all
    select b.org_id, b.id, greatest(last.version + 1, coalesce((b.row ->> 'version')::int, 1)), ${contentOf('b.row').join(', ')}, null,
      coalesce((b.row ->> 'published_at')::timestamptz, (b.row ->> 'updated_at')::timestamptz, now()), 0
    from bundle_row b
      left join lateral (
        select * from form_version c where c.org_id = $1 and c.form_id = b.id order by c.version desc limit 1) last on true
    where b.org_id = $1 and b.list = 'forms' and not ${hasVersions} and b.row ->> 'published' = 'on'
      and (last.version is null or (${content.map((name) => `last.${name}`).join(', ')}) is distinct from (${contentOf('b.row').join(', ')}))`,
}

/**
 * Every address that a form has had. An import adds those of its row and removes none, because they go on working. The earlier of
 * two times counts.
 */
export const addresses: Child = {
  table: 'form_address',
  parent: 'form_id',
  key: ['address'],
  columns: ['created_at'],
  rows: `
    select org_id, form_id, address, min(created_at) as created_at, row_number() over (partition by form_id order by address) as place
    from (
      select b.org_id, b.id as form_id, e.value ->> 'address' as address, (e.value ->> 'created_at')::timestamptz as created_at
      from bundle_row b cross join lateral jsonb_array_elements(b.row -> 'addresses') e (value)
      where b.org_id = $1 and b.list = 'forms'
      union all
      select b.org_id, b.id, b.row ->> 'address', null from bundle_row b
      where b.org_id = $1 and b.list = 'forms' and b.row ->> 'address' is not null
      union all
      select a.org_id, a.form_id, a.address, a.created_at
      from bundle_row b join form_address a on a.org_id = $1 and a.form_id = b.id
      where b.org_id = $1 and b.list = 'forms') known
    group by org_id, form_id, address`,
}

/** A column of the latest version that the form will have after the import. */
export const latest = (column: string) =>
  `(select w.${column} from wanted_form_version w where w.org_id = $1 and w.form_id = b.id order by w.version desc limit 1)`

const utc = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const exportedAddresses = `
  (select jsonb_build_object(
     'address', r.address,
     'addresses', jsonb_agg(jsonb_build_object('address', a.address, 'created_at', ${utc('a.created_at')}) order by a.created_at, a.address))
   from form_address a where a.org_id = $1 and a.form_id = r.id having count(*) > 0)`

/** The exported key of a form, its addresses if it was given any, and its versions if it was ever published. */
export const exportedExtras = `
  jsonb_build_object('key', r.key) || coalesce(${exportedAddresses}, '{}') || case when r.version is null then '{}' else jsonb_build_object(
    'version', r.version,
    'published_at', ${utc('r.published_at')},
    'versions', (
      select jsonb_agg(jsonb_build_object(
        'version', v.version, ${content.map((name) => `'${name}', v.${name}`).join(', ')},
        'published_at', ${utc('v.published_at')}, 'by', v.by_name) order by v.version)
      from form_version v where v.org_id = $1 and v.form_id = r.id)) end`

interface Content {
  settings: FormSettingsChange
  steps: FormStepCreate[]
  incident: IncidentBody
  prospect: ProspectBody
  client_prefill: ClientPrefillBody
}
interface VersionRow extends Content {
  version: number
  name?: string
}
interface FormRow extends Content {
  name: string
  tags: TagsBody
  published: 'off' | 'on'
  version?: number | null
  published_at?: string | null
  versions?: VersionRow[]
}

/**
 * Converts a form of the bundle to its stored shape by the builder's rules, with the builder's adjustments. A version must
 * have no issues; neither must a published form without versions, which becomes one. Drafts may have issues.
 */
export function checkForm(row: FormRow, problem: AddProblem): void {
  const { versions = [], published } = row
  row.name = row.name.trim()
  row.tags = buildTags(row.tags, 'tags', new Findings())
  build(row, [], problem, published === 'on' && versions.length === 0)
  for (const [place, version] of versions.entries()) {
    version.name = version.name?.trim() ?? row.name
    build(version, ['versions', place], problem, true)
    const before = versions[place - 1]?.version ?? 0
    if (version.version <= before) {
      problem(['versions', place, 'version'], `must be more than ${before}, which stands before it.`)
    }
  }
  checkPublication(row, problem)
}

function checkPublication({ versions = [], published, version, published_at }: FormRow, problem: AddProblem): void {
  const last = versions.at(-1)?.version
  if (last !== undefined && version && version !== last) problem(['version'], `must be ${last}, the last of versions.`)
  if (last !== undefined || published === 'on') return
  if (version) problem(['version'], 'is only supported for a form that is on or has versions.')
  if (published_at) problem(['published_at'], 'is only supported for a form that is on or has versions.')
}

function build(content: Content, at: readonly (string | number)[], problem: AddProblem, isPublished: boolean): void {
  const { steps, errors } = buildSteps(content.steps)
  content.settings = buildSettings(content.settings)
  content.incident = buildIncident(content.incident)
  content.prospect = buildProspect(content.prospect)
  content.client_prefill = buildClientPrefill(content.client_prefill) as ClientPrefillBody
  content.steps = steps
  for (const [path, sentences] of Object.entries(errors as FieldErrors)) {
    for (const sentence of sentences) problem([...at, ...partsOf(path)], sentence.slice(path.length + 1))
  }
  if (!isPublished || Object.keys(errors).length > 0) return
  for (const { path, message } of issuesOf(content as unknown as Parts)) {
    problem([...at, ...partsOf(path)], `keeps the form from being published: ${message}`)
  }
}

/** `steps.0.fields.1` as parts of a bundle's path. */
const partsOf = (path: string) => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** The key of a form must be unique in the organisation. */
export async function verifyKeys(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify forms */
     with known as (
       select b.index, coalesce(b.id, f.id) as id, coalesce(b.row ->> 'key', f.key) as key, coalesce(b.row ? 'key', false) as has_key
       from (select * from bundle_row where org_id = $1 and list = 'forms') b
         full join (select id, key from form where org_id = $1) f on f.id = b.id),
     counted as (
       select *, first_value(index) over same as first_index, first_value(id) over same as first_id, row_number() over same as number
       from known where key is not null window same as (partition by key order by has_key, index))
     select index, first_index, first_id from counted where number > 1 and has_key order by index`,
    [orgId],
  )
  for (const { index, first_index, first_id } of rows) {
    const owner = first_index === null ? `form ${first_id} of the organisation` : `forms[${first_index}]`
    problems.add(`forms[${index}].key`, `is already the key of ${owner}.`)
  }
}

/** An address of a form is no key and no address of another form. */
export async function verifyAddresses(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify forms addresses */
     with named as (
       select b.index, b.id, 'key' as path, b.row ->> 'key' as name, false as is_address
       from bundle_row b where b.org_id = $1 and b.list = 'forms'
       union all
       select b.index, b.id, 'address', b.row ->> 'address', true
       from bundle_row b where b.org_id = $1 and b.list = 'forms'
       union all
       select b.index, b.id, 'addresses[' || e.place - 1 || '].address', e.value ->> 'address', true
       from bundle_row b cross join lateral jsonb_array_elements(b.row -> 'addresses') with ordinality e (value, place)
       where b.org_id = $1 and b.list = 'forms'),
     known as (
       select id, name, is_address from named
       union
       select form_id, address, true from form_address where org_id = $1
       union
       select f.id, f.key, false from form f
       where f.org_id = $1 and not exists (
         select from bundle_row b where b.org_id = $1 and b.list = 'forms' and b.id = f.id and b.row ? 'key'))
     select n.index, n.path, min(k.id) as id
     from named n join known k on k.name = n.name and k.id <> n.id and (k.is_address or n.is_address)
     group by n.index, n.path order by n.index, n.path`,
    [orgId],
  )
  for (const { index, path, id } of rows) {
    problems.add(`forms[${index}].${path}`, `is already an address of form ${id}.`)
  }
}

/** A version with submissions must stay: they would lose their questions. */
export async function checkVersionsKept(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.before forms */
     select b.index, v.version
     from changed_form c
       join bundle_row b on b.org_id = $1 and b.list = 'forms' and b.id = c.id
       join form_version v on v.org_id = $1 and v.form_id = c.id
     where c.org_id = $1
       and not exists (select from wanted_form_version w where w.org_id = $1 and w.form_id = c.id and w.version = v.version)
       and exists (select from form_submission s where s.org_id = $1 and s.form_id = c.id and s.form_version = v.version)
     order by b.index, v.version`,
    [orgId],
  )
  for (const { index, version } of rows) {
    problems.add(`forms[${index}].versions`, `must keep version ${version}, which submissions are of.`)
  }
}

/** Keys can move from one form to another, so changed keys are first set to a unique value. No key has a colon. */
export async function freeKeys(tx: pg.ClientBase, orgId: number): Promise<void> {
  await tx.query(
    `/* bundle.free_keys */
     update form f set key = f.key || ':' || f.id::text from changed_form c
     where f.org_id = $1 and c.org_id = $1 and f.id = c.id and f.key <> c.key`,
    [orgId],
  )
}

async function publishedPages(tx: pg.ClientBase, orgId: number): Promise<Page[]> {
  const { rows } = await tx.query(
    `/* bundle.pages forms */
     select f.name, o.slug, f.key, f.address, f.version
     from bundle_row b join form f on f.org_id = $1 and f.id = b.id join organisation o on o.id = $1
     where b.org_id = $1 and b.list = 'forms' and f.published = 'on'
     order by b.index`,
    [orgId],
  )
  return rows.map((row) => ({ name: row.name, path: urlOf(row, '')! }))
}

const bundledAddress = Type.String({ pattern: schema.addressPattern, patternRule: schema.addressRule })
const version = () => Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })

/** A form with its published versions. Shapes and rules are those of the builder. */
export const forms = section({
  list: 'forms',
  table: 'form',
  fields: {
    name: visibleText(255),
    description: bundledDescription,
    tags: bundledTags,
    published: Type.Optional(oneOf(['off', 'on'], { default: 'off' })),
    ...contentFields,
  },
  extras: {
    fields: {
      key: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9][A-Za-z0-9-]{0,62}$',
          patternRule: 'must have 1 to 63 letters, digits and -, and begin with no -',
        }),
      ),
      version: Type.Optional(nullable(version())),
      published_at: Type.Optional(nullable(instant())),
      address: Type.Optional(schema.address),
    },
    nested: {
      addresses: Type.Optional(
        Type.Array(Type.Object({ address: bundledAddress, created_at: Type.Optional(instant()) }, closed), {
          maxItems: 10_000,
        }),
      ),
      versions: Type.Optional(
        Type.Array(
          Type.Object(
            {
              version: version(),
              name: Type.Optional(visibleText(255)),
              description: bundledDescription,
              ...contentFields,
              published_at: instant(),
              by: Type.Optional(nullable(text(255))),
            },
            closed,
          ),
          { maxItems: 10_000 },
        ),
      ),
    },
    exportSql: exportedExtras,
  },
  links: { 'settings.assignee_id': 'staff', 'versions[].settings.assignee_id': 'staff' },
  // Publishing locks the form. The import locks the rows too, so that versions do not change meanwhile.
  lookup: {
    table: 'bundle_form',
    columns: { id: 'bigint' },
    rows: `
     select org_id, id from form where org_id = $1 and id in (select id from bundle_row where org_id = $1 and list = 'forms')
     order by id for no key update`,
  },
  values: {
    key: `coalesce(sent.key, stored.key, left(replace(gen_random_uuid()::text, '-', ''), 16))`,
    address: `case when b.row ? 'address' then sent.address else stored.address end`,
    version: latest('version'),
    published_at: `
      case when ${latest('version')} is not null then coalesce(
        sent.published_at, case when stored.version = ${latest('version')} then stored.published_at end, ${latest('published_at')}) end`,
  },
  check: checkForm,
  async verify(tx, orgId, problems) {
    await verifyKeys(tx, orgId, problems)
    await verifyAddresses(tx, orgId, problems)
  },
  async before(tx, orgId, problems) {
    await checkVersionsKept(tx, orgId, problems)
    await freeKeys(tx, orgId)
  },
  children: [versions, addresses],
  pages: publishedPages,
})
