import { statement } from '../../db/statement.ts'
import type { OptionKind } from './operations.ts'
import type { StoredOptions } from './options.ts'

const columns = 'stages, sources, consultants, attributes, tags'

export const findOptions = statement<[orgId: number], StoredOptions>(
  'prospects.options',
  `select ${columns} from prospect_options where org_id = $1`,
)

/**
 * A request that sets a stage, a consultant or attributes locks the options it is checked against. An import that changes
 * them then either committed before and is seen, or waits and sees the new values. Without options the organisation is locked
 * instead, and the caller reads the options again: an import may have inserted them before the lock. It is part of the
 * caller's statement, to save a round trip.
 */
export const lockedOptionsCte = `
  o as materialized (select ${columns} from prospect_options where org_id = $1 for share),
  absent as materialized (
    select 1 as locked from organisation
    where id = $1 and not exists (select from prospect_options where org_id = $1) for share)`
/** For `lockedOptionsCte`: the options, and a condition that takes the lock before anything else. */
export const optionsColumn = '(select to_json(o) from o) as options'
export const isLocked = '(select count(*) from absent) >= 0'

export const lockOptionsRow = statement<[orgId: number], { options: StoredOptions | null }>(
  'prospects.lock_options',
  `with ${lockedOptionsCte} select ${optionsColumn} where ${isLocked}`,
)

export const maxTags = 200
/** Sorts by the rules of Unicode, whatever the collation of the database. */
const lowerTag = 'lower(tag collate "und-x-icu") collate "und-x-icu"'

/** The tags in use. Skips from one tag to the next in the index, so that the cost depends on the number of tags. */
export const tagsInUse = statement<[orgId: number], { tag: string }>(
  'prospects.tags',
  `with recursive used as (
     (select tag from prospect_tag where org_id = $1 order by tag limit 1)
     union all
     select (select tag from prospect_tag t where t.org_id = $1 and t.tag > used.tag order by tag limit 1)
     from used where used.tag is not null)
   select tag from (select tag from used where tag is not null limit ${maxTags}) first order by ${lowerTag}, tag`,
)

export type OptionLists = [stages: string, sources: string, consultants: string, attributes: string, tags: string]

/** Before an edit: from then on there is a row to lock. */
export const insertStandard = statement<[orgId: number, ...OptionLists], object>(
  'prospects.insert_options',
  `insert into prospect_options (org_id, ${columns}) values ($1, $2, $3, $4, $5, $6) on conflict (org_id) do nothing`,
)
export const lockForEdit = statement<[orgId: number], StoredOptions>(
  'prospects.lock_options_for_edit',
  `select ${columns} from prospect_options where org_id = $1 for no key update`,
)
export const store = statement<[orgId: number, ...OptionLists], object>(
  'prospects.store_options',
  `update prospect_options set (${columns}, updated_at) = ($2, $3, $4, $5, $6, now()) where org_id = $1`,
)

/** For each kind: which prospects have the option $2, and the column with $3 in its place. */
const uses: Record<OptionKind, { where: string; column: string; replaced: string }> = {
  stage: { where: 'p.stage = $2', column: 'stage', replaced: '$3' },
  source: { where: 'p.source = $2', column: 'source', replaced: '$3' },
  consultant: { where: 'p.consultant = $2', column: 'consultant', replaced: '$3' },
  tag: {
    where: 'p.id in (select t.prospect_id from prospect_tag t where t.org_id = $1 and t.tag = $2)',
    column: 'tags',
    // Of a tag that the prospect has already, the first place counts.
    replaced: `array(select x.tag from unnest(array_replace(p.tags, $2, $3)) with ordinality x (tag, place)
                     group by x.tag order by min(x.place))`,
  },
  attribute: {
    where: 'p.attributes ? $2',
    column: 'attributes',
    // A value that the prospect has under the new key stays.
    replaced: `jsonb_set('{}', array[$3::text], p.attributes -> $2) || (p.attributes - $2)`,
  },
}
const forEachKind = <T>(make: (kind: OptionKind) => T) =>
  Object.fromEntries((Object.keys(uses) as OptionKind[]).map((kind) => [kind, make(kind)])) as Record<OptionKind, T>

/** How many prospects have an option, and the size of their records. */
export const countUses = forEachKind((kind) =>
  statement<[orgId: number, name: string], { uses: number; bytes: number }>(
    `prospects.count_${kind}`,
    `select count(*) as uses, coalesce(sum(octet_length(p.json)), 0) as bytes from prospect p where p.org_id = $1 and ${uses[kind].where}`,
  ),
)

type Replace = [
  ...[orgId: number, from: string, to: string, connectionId: number],
  ...[type: 'prospect.updated' | 'prospect.stage_changed', detail: object | null],
]

/** Gives the prospects that have an option another one, and records it for each. Returns their ids. */
export const replace = forEachKind((kind) => {
  const { where, column, replaced } = uses[kind]
  return statement<Replace, { id: number }>(
    `prospects.replace_${kind}`,
    `with changed as (
       update prospect p set ${column} = ${replaced}, updated_at = statement_timestamp()
       where p.org_id = $1 and ${where} returning p.id)
     insert into event (org_id, type, subject_id, fields, detail, connection_id)
     select $1, $5, id, array['${column}'], $6, $4 from changed order by id returning subject_id as id`,
  )
})

/** An entry of the history of each prospect that is in a stage, before it moves to another. */
export const moveHistory = statement<[orgId: number, from: string, to: string, by: string], object>(
  'prospects.move_history',
  `with moved as materialized (
     select id, statement_timestamp() as at from prospect where org_id = $1 and stage = $2)
   insert into prospect_stage_change (org_id, prospect_id, stage, by_name, created_at)
   select $1, id, $3, $4, at from moved order by id`,
)

/** How many prospects have one of these values in an attribute, alone or in a list. */
export const countChoices = statement<[orgId: number, key: string, values: string[]], { uses: number }>(
  'prospects.count_choices',
  `select count(*) as uses from prospect p
   where p.org_id = $1 and (p.attributes -> $2 ?| $3 or p.attributes ->> $2 = any ($3))`,
)

/** How the form of a lead names an option: a condition over `prospect`, and its value after the rename. */
const inForms: { [Kind in OptionKind]?: { where: string; renamed: string } } = {
  stage: { where: `prospect ->> 'stage' = $2`, renamed: `jsonb_set(prospect, '{stage}', to_jsonb($3::text))` },
  source: { where: `prospect ->> 'source' = $2`, renamed: `jsonb_set(prospect, '{source}', to_jsonb($3::text))` },
  attribute: {
    where: `prospect -> 'map' @? '$.*' and exists (
      select from jsonb_each_text(prospect -> 'map') m where m.value = 'attributes.' || $2::text)`,
    renamed: `jsonb_set(prospect, '{map}', (
      select jsonb_object_agg(m.key, case when m.value = 'attributes.' || $2::text then 'attributes.' || $3::text else m.value end)
      from jsonb_each_text(prospect -> 'map') m))`,
  },
}

const forFormKinds = <T>(make: (kind: OptionKind, named: { where: string; renamed: string }) => T) =>
  Object.fromEntries(
    Object.entries(inForms).map(([kind, named]) => [kind, make(kind as OptionKind, named)]),
  ) as Partial<Record<OptionKind, T>>

/** Forms that create prospects follow when an option is renamed or replaced, with an event for each. */
export const renameInForms = forFormKinds((kind, { where, renamed }) =>
  statement<[orgId: number, from: string, to: string, connectionId: number], object>(
    `prospects.rename_${kind}_in_form`,
    `with changed as (
       update form set prospect = ${renamed}, updated_at = statement_timestamp() where org_id = $1 and ${where} returning id)
     insert into event (org_id, type, subject_id, fields, connection_id)
     select $1, 'form.updated', id, array['prospect'], $4 from changed order by id`,
  ),
)

/** So do their published versions, which receive submissions. */
export const renameInVersions = forFormKinds((kind, { where, renamed }) =>
  statement<[orgId: number, from: string, to: string], object>(
    `prospects.rename_${kind}_in_form_version`,
    `update form_version set prospect = ${renamed} where org_id = $1 and ${where}`,
  ),
)
