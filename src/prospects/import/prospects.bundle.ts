import type pg from 'pg'
import { Type } from 'typebox'
import { instant } from '../../bundle/fields.ts'
import { type Problems, pathOf } from '../../bundle/problems.ts'
import { type Child, section } from '../../bundle/section.ts'
import { closed, id, nullable, oneOfOrNull, text, visibleText } from '../../http/contract/schema.ts'
import {
  checkAttribute,
  firstStage,
  fundingTypes,
  listNames,
  maxTextLength,
  type StoredOptions,
} from '../options/options.ts'
import { checkRemovedOptions, lockOptions, prospectOptions } from './options.bundle.ts'

/** The child rows of a prospect from its bundle row. Lists that a row leaves out keep the stored rows. */
const elements = (field: string) =>
  `cross join lateral jsonb_array_elements(b.row -> '${field}') with ordinality e (value, place)`

const noteColumns = ['note_type', 'notes', 'by_name', 'created_at']

const notes: Child = {
  table: 'prospect_note',
  parent: 'prospect_id',
  key: ['id'],
  columns: noteColumns,
  matchBy: ['note_type', 'notes'],
  rows: `
    select b.org_id, b.id as prospect_id, (e.value ->> 'id')::bigint as id, e.value ->> 'note_type' as note_type,
      e.value ->> 'notes' as notes, e.value ->> 'by' as by_name, (e.value ->> 'created_at')::timestamptz as created_at, e.place
    from bundle_row b ${elements('notes')} where b.org_id = $1 and b.list = 'prospects' and b.row ? 'notes'
    union all
    select c.org_id, c.prospect_id, c.id, ${noteColumns.map((column) => `c.${column}`).join(', ')}, c.id
    from bundle_row b join prospect_note c on c.org_id = $1 and c.prospect_id = b.id
    where b.org_id = $1 and b.list = 'prospects' and not b.row ? 'notes'`,
}

/** An empty history counts as no history. */
const hasHistory = `(b.row ? 'stage_history' and b.row -> 'stage_history' <> '[]')`

/**
 * Without a history in the bundle the stored one stays, and a changed stage adds an entry. A prospect without history has had
 * its stage since it was created.
 */
const stageHistory: Child = {
  table: 'prospect_stage_change',
  parent: 'prospect_id',
  key: ['id'],
  columns: ['stage', 'by_name', 'created_at'],
  matchBy: ['stage'],
  rows: `
    select b.org_id, b.id as prospect_id, (e.value ->> 'id')::bigint as id, e.value ->> 'stage' as stage, e.value ->> 'by' as by_name,
      (e.value ->> 'at')::timestamptz as created_at, e.place
    from bundle_row b ${elements('stage_history')} where b.org_id = $1 and b.list = 'prospects' and ${hasHistory}
    union all
    select c.org_id, c.prospect_id, c.id, c.stage, c.by_name, c.created_at, c.id
    from bundle_row b join prospect_stage_change c on c.org_id = $1 and c.prospect_id = b.id
    where b.org_id = $1 and b.list = 'prospects' and not ${hasHistory}
    union all
    select b.org_id, b.id, null, b.row ->> 'stage', null,
      case when last.id is null then coalesce((b.row ->> 'created_at')::timestamptz, existing.created_at, now())
        else coalesce((b.row ->> 'updated_at')::timestamptz, now()) end, ${Number.MAX_SAFE_INTEGER}
    from bundle_row b
      left join bundle_prospect existing on existing.org_id = $1 and existing.id = b.id
      left join lateral (
        select c.id from prospect_stage_change c where c.org_id = $1 and c.prospect_id = b.id order by c.id desc limit 1) last on true
    where b.org_id = $1 and b.list = 'prospects' and not ${hasHistory} and (last.id is null or existing.stage <> b.row ->> 'stage')`,
}

export const children = [notes, stageHistory]

const utc = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const each = (table: string, fields: string, condition = '') => `
  (select json_agg(json_build_object('id', c.id, ${fields}) order by c.id)
   from ${table} c where c.org_id = $1 and c.prospect_id = r.id ${condition})`

/** A history equal to the default is not exported: the current stage since the creation. */
const hasMoreHistory = `
  and exists (
    select from prospect_stage_change o
    where o.org_id = $1 and o.prospect_id = r.id
      and (o.stage, o.created_at, o.by_name) is distinct from (r.stage, r.created_at, null))`

/** Fields without a value are left out. */
export const exportedChildren = `
  json_strip_nulls(json_build_object(
    'conversion', r.conversion,
    'stage_history', ${each('prospect_stage_change', `'stage', c.stage, 'by', c.by_name, 'at', ${utc('c.created_at')}`, hasMoreHistory)},
    'notes', ${each('prospect_note', `'note_type', c.note_type, 'notes', c.notes, 'by', c.by_name, 'created_at', ${utc('c.created_at')}`)}))`

interface BundleProspect {
  index: number
  stage: string
  consultant: string | null
  attributes: Record<string, unknown>
}

const batch = 2000

/** Prospects of the bundle and of the organisation must fit the options after the import. */
export async function verifyProspects(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const options = await lockOptions(tx, orgId)
  if (!options) return
  await checkRemovedOptions(tx, orgId, options.before, options.after, problems)
  const check = checkOf(options.after, problems)
  // Only rows that may be invalid are fetched, in batches.
  await tx.query(
    `/* bundle.verify prospects */
     declare bundle_prospects no scroll cursor for
     select b.index, b.row ->> 'stage' as stage, b.row ->> 'consultant' as consultant, b.row -> 'attributes' as attributes
     from bundle_row b
     where b.org_id = $1 and b.list = 'prospects'
       and (b.row -> 'attributes' <> '{}' or b.row ->> 'stage' <> all ($2) or b.row ->> 'consultant' <> all ($3))
     order by b.index`,
    [orgId, options.after.stages.map(({ name }) => name), options.after.consultants],
  )
  for (let fetched = batch; fetched === batch; ) {
    const { rows } = await tx.query<BundleProspect>(`fetch ${batch} from bundle_prospects`)
    for (const row of rows) check(row)
    fetched = rows.length
  }
  await tx.query('close bundle_prospects')
}

function checkOf(
  { stages, consultants, attributes }: StoredOptions,
  problems: Problems,
): (row: BundleProspect) => void {
  const names = stages.map(({ name }) => name)
  const byKey = new Map(attributes.map((attribute) => [attribute.key, attribute]))
  const keys = listNames([...byKey.keys()])
  return ({ index, stage, consultant, attributes: values }) => {
    const problem = (path: string[], message: string) => problems.add(pathOf(['prospects', index, ...path]), message)
    if (!names.includes(stage)) problem(['stage'], `must be one of ${listNames(names)}.`)
    if (consultant !== null && !consultants.includes(consultant)) {
      problem(['consultant'], `must be one of ${listNames(consultants)} or null.`)
    }
    for (const [key, value] of Object.entries(values)) {
      const attribute = byKey.get(key)
      const rule = attribute ? checkAttribute(attribute, value) : `is not supported; supported attributes are ${keys}.`
      if (rule !== undefined) problem(['attributes', key], rule)
    }
  }
}

const textOrNull = (maxLength: number) => Type.Optional(nullable(text(maxLength)))
const dateOrNull = () => Type.Optional(nullable(Type.String({ format: 'date' })))
const nested = (fields: Record<string, object>) =>
  Type.Optional(Type.Array(Type.Object(fields as never, closed), { maxItems: 40_000 }))
const by = textOrNull(maxTextLength)

/** A prospect with its notes and its stage history, which are imported as they are. */
export const prospects = section({
  list: 'prospects',
  table: 'prospect',
  settings: prospectOptions,
  fields: {
    first_name: visibleText(100),
    last_name: visibleText(100),
    email: Type.Optional(nullable(text(255, { format: 'email' }))),
    phone: textOrNull(40),
    suburb: textOrNull(100),
    date_of_lead: dateOrNull(),
    stage: Type.Optional(visibleText(100, { default: firstStage })),
    tags: Type.Optional(Type.Array(visibleText(50), { uniqueItems: true, maxItems: 20, default: [] })),
    source: textOrNull(100),
    consultant: textOrNull(100),
    funding_type: Type.Optional(oneOfOrNull(fundingTypes)),
    followup_date: dateOrNull(),
    initial_comments: textOrNull(maxTextLength),
    attributes: Type.Optional(Type.Object({}, { default: {} })),
    client_id: Type.Optional(nullable(id())),
  },
  extras: {
    fields: { conversion: Type.Optional(oneOfOrNull(['created', 'linked'])) },
    nested: {
      stage_history: nested({
        id: Type.Optional(id()),
        stage: visibleText(100),
        by,
        at: Type.Optional(instant()),
      }),
      notes: nested({
        id: Type.Optional(id()),
        note_type: Type.Optional(visibleText(100, { default: 'General' })),
        notes: visibleText(maxTextLength),
        by,
        created_at: Type.Optional(instant()),
      }),
    },
    exportSql: exportedChildren,
  },
  links: { client_id: 'clients' },
  ids: { 'stage_history[].id': 'prospect_stage_change', 'notes[].id': 'prospect_note' },
  // Child lists that a row leaves out keep the stored rows, so the prospects are locked against concurrent changes.
  lookup: {
    table: 'bundle_prospect',
    columns: { id: 'bigint', stage: 'text', created_at: 'timestamptz' },
    rows: `
     select org_id, id, stage, created_at from prospect
     where org_id = $1 and id in (select id from bundle_row where org_id = $1 and list = 'prospects')
     order by id for no key update`,
  },
  values: {
    attributes: 'jsonb_strip_nulls(sent.attributes)',
    conversion: `case when sent.client_id is not null then coalesce(sent.conversion, 'linked') end`,
  },
  check({ client_id, conversion }: ProspectRow, problem) {
    if (conversion && !client_id) problem(['conversion'], 'is only supported with a client_id.')
  },
  verify: verifyProspects,
  children,
})

interface ProspectRow {
  client_id?: number | null
  conversion?: string | null
}
