import type pg from 'pg'
import { Type } from 'typebox'
import type { Problems } from '../../bundle/problems.ts'
import type { AddProblem, Settings } from '../../bundle/section.ts'
import { closed, visibleText } from '../../http/contract/schema.ts'
import {
  firstStage,
  hasOptions,
  maxAttributes,
  maxNames,
  maxStages,
  optionsOf,
  ProspectAttribute,
  ProspectStage,
  type StoredOptions,
  standardStages,
} from '../options/options.ts'

const lists = ['stages', 'sources', 'consultants', 'attributes', 'tags'] as const
const columns = lists.map((list) => `o.${list}`).join(', ')

const names = () => Type.Optional(Type.Array(visibleText(100), { uniqueItems: true, maxItems: maxNames, default: [] }))
const key = Type.String({
  pattern: '^[A-Za-z0-9_]{1,64}$',
  patternRule: 'must have 1 to 64 letters, digits and _',
})

/** The options of prospects. A bundle replaces all of them: missing stages become the default ones, other missing lists empty. */
export const prospectOptions: Settings = {
  name: 'prospect_options',
  schema: Type.Object(
    {
      stages: Type.Optional(Type.Array(ProspectStage, { maxItems: maxStages, default: [...standardStages] })),
      sources: names(),
      consultants: names(),
      tags: names(),
      attributes: Type.Optional(
        Type.Array(Type.Object({ ...ProspectAttribute.properties, key }, closed), {
          maxItems: maxAttributes,
          default: [],
        }),
      ),
    },
    closed,
  ),
  check(options: StoredOptions, problem) {
    checkStages(options, problem)
    checkAttributes(options, problem)
    options.stages = optionsOf(options).stages
  },
  async write(tx: pg.ClientBase, orgId: number) {
    const { rows } = await tx.query(
      `/* bundle.prospect_options */
       insert into prospect_options as o (org_id, ${lists.join(', ')}, updated_at)
       select org_id, ${lists.map((list) => `row -> '${list}'`).join(', ')}, now()
       from bundle_row where org_id = $1 and list = 'prospect_options'
       on conflict (org_id) do update
         set (${lists.join(', ')}, updated_at) = row (${lists.map((list) => `excluded.${list}`).join(', ')}, excluded.updated_at)
         where (${columns}) is distinct from (${lists.map((list) => `excluded.${list}`).join(', ')})
       returning xmax = 0 as created`,
      [orgId],
    )
    return rows[0] === undefined ? 'unchanged' : rows[0].created ? 'created' : 'updated'
  },
  async read(tx: pg.ClientBase, orgId: number) {
    const { rows } = await tx.query<StoredOptions>(
      `/* bundle.read_prospect_options */ select ${columns} from prospect_options o where o.org_id = $1`,
      [orgId],
    )
    return rows[0] && exportedOptions(optionsOf(rows[0]))
  },
}

/** jsonb does not preserve the order of an object's fields. */
const exportedOptions = ({ stages, sources, consultants, attributes, tags }: StoredOptions) => ({
  stages: stages.map(({ name, category }) => ({ name, category })),
  sources,
  consultants,
  attributes: attributes.map(({ key, label, type, options = [] }) => ({ key, label, type, options })),
  ...(tags.length > 0 && { tags }),
})

function checkStages({ stages }: StoredOptions, problem: AddProblem): void {
  unique(
    stages.map(({ name }) => name),
    (index, first) => problem(['stages', index, 'name'], `is already the name of stages[${first}].`),
  )
  for (const [index, { name, category }] of stages.entries()) {
    if (name === firstStage && category !== 'open') {
      problem(['stages', index, 'category'], `must be open for ${firstStage}, where prospects begin.`)
    }
  }
}

function checkAttributes({ attributes }: StoredOptions, problem: AddProblem): void {
  unique(
    attributes.map((attribute) => attribute.key),
    (index, first) => problem(['attributes', index, 'key'], `is already the key of attributes[${first}].`),
  )
  for (const [index, attribute] of attributes.entries()) {
    const count = attribute.options!.length
    const at = ['attributes', index, 'options']
    if (hasOptions(attribute) && count === 0) problem(at, `must have at least one option for a ${attribute.type}.`)
    if (!hasOptions(attribute) && count > 0) problem(at, `must be left out or empty for a ${attribute.type}.`)
  }
}

function unique(values: readonly string[], report: (index: number, first: number) => void): void {
  for (const [index, value] of values.entries()) {
    const first = values.indexOf(value)
    if (first < index) report(index, first)
  }
}

/**
 * Locks the organisation's options until the import is done. Returns those before and after it: of the bundle, stored or
 * default. If the bundle does not change them, the lock is shared and other requests can still use them. Undefined if the
 * bundle has no prospects and no options.
 */
export async function lockOptions(
  tx: pg.ClientBase,
  orgId: number,
): Promise<{ before: StoredOptions; after: StoredOptions } | undefined> {
  const { rows } = await tx.query(
    `/* bundle.input_prospect_options */
     select g.row as input, exists (select from bundle_row where org_id = $1 and list = 'prospects') as "hasRows",
       (${lists.map((list) => `g.row -> '${list}'`).join(', ')}) is distinct from (${columns}) as "isNew"
     from (select) one
       left join bundle_row g on g.org_id = $1 and g.list = 'prospect_options'
       left join prospect_options o on o.org_id = $1`,
    [orgId],
  )
  const { input, hasRows, isNew } = rows[0] as { input: StoredOptions | null; hasRows: boolean; isNew: boolean }
  if (!input && !hasRows) return undefined
  const strength = input && isNew ? 'no key update' : 'share'
  // Without a row of options the organisation is locked instead.
  await tx.query(
    `/* bundle.lock_organisation */
     select from organisation where id = $1 and not exists (select from prospect_options where org_id = $1) for ${strength}`,
    [orgId],
  )
  const stored = await tx.query<StoredOptions>(
    `/* bundle.lock_prospect_options */ select ${columns} from prospect_options o where org_id = $1 for ${strength}`,
    [orgId],
  )
  const before = optionsOf(stored.rows[0])
  return { before, after: input ?? before }
}

/** A removed option must not be in use by prospects that are not in the bundle. */
export async function checkRemovedOptions(
  tx: pg.ClientBase,
  orgId: number,
  before: StoredOptions,
  after: StoredOptions,
  problems: Problems,
): Promise<void> {
  const removed: RemovedOption[] = [
    ...without(namesOf(before), namesOf(after)).map((name) => ({ kind: 'stage', name, at: 'stages' })),
    ...without(before.consultants, after.consultants).map((name) => ({ kind: 'consultant', name, at: 'consultants' })),
    ...before.attributes.flatMap((attribute) => removedFrom(attribute, after.attributes)),
  ]
  if (removed.length === 0) return
  const { rows } = await tx.query(
    `/* bundle.used_prospect_options */
     with stored as materialized (
       select p.stage, p.consultant, p.attributes from prospect p
       where p.org_id = $1 and not exists (select from bundle_row b where b.org_id = $1 and b.list = 'prospects' and b.id = p.id))
     select l.name, l.at, l.sentence, count(*)::int as uses
     from jsonb_to_recordset($2) as l (kind text, name text, key text, at text, sentence text)
     join stored p on case l.kind
       when 'stage' then p.stage = l.name
       when 'consultant' then p.consultant = l.name
       when 'attribute' then p.attributes ? l.name
       -- Whether it is the value or in a list of them.
       when 'option' then p.attributes -> l.key @> to_jsonb(l.name) end
     group by l.name, l.at, l.sentence
     order by l.at, l.name`,
    [orgId, JSON.stringify(removed)],
  )
  for (const { name, at, sentence, uses } of rows) {
    const who = uses === 1 ? 'prospect that is not in the bundle has' : 'prospects that are not in the bundle have'
    problems.add(`prospect_options.${at}`, `${sentence ?? `must keep ${name}`}: ${uses} ${who} it.`)
  }
}

interface RemovedOption {
  kind: string
  name: string
  /** The attribute of an option. */
  key?: string
  /** The path in prospect_options. */
  at: string
  /** Replaces `must keep <name>`. */
  sentence?: string
}

const namesOf = ({ stages }: StoredOptions) => stages.map(({ name }) => name)
const without = (all: readonly string[], others: readonly string[]) => all.filter((one) => !others.includes(one))

/** An attribute that is removed or has another type, or its removed options. */
function removedFrom(attribute: ProspectAttribute, after: readonly ProspectAttribute[]): RemovedOption[] {
  const { key, type, options = [] } = attribute
  const index = after.findIndex((one) => one.key === key)
  const changed = after[index]
  if (!changed) return [{ kind: 'attribute', name: key, at: 'attributes' }]
  if (changed.type !== type) {
    return [{ kind: 'attribute', name: key, at: `attributes[${index}].type`, sentence: `must stay ${type}` }]
  }
  if (!hasOptions(attribute)) return []
  const at = `attributes[${index}].options`
  return without(options, changed.options ?? []).map((name) => ({ kind: 'option', name, key, at }))
}
