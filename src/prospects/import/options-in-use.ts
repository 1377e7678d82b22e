import type pg from 'pg'
import type { Problems } from '../../bundle/problems.ts'
import { hasOptions, optionsOf, type ProspectAttribute, type StoredOptions } from '../options/options.ts'

const columns = 'o.stages, o.sources, o.consultants, o.attributes'

/**
 * Holds the organisation's options against changes until the import is done, and gives those that hold then: the bundle's,
 * or the stored ones, or the usual ones. Others still set prospects to options that the bundle leaves as they are. Undefined
 * if the bundle has nothing to do with prospects.
 */
export async function holdOptions(
  tx: pg.ClientBase,
  orgId: number,
): Promise<{ before: StoredOptions; after: StoredOptions } | undefined> {
  const { rows } = await tx.query(
    `/* bundle.given_prospect_options */
     select g.row as given, exists (select from bundle_row where list = 'prospects') as "hasRows",
       (g.row -> 'stages', g.row -> 'sources', g.row -> 'consultants', g.row -> 'attributes') is distinct from (${columns}) as "isNew"
     from (select) one
       left join bundle_row g on g.list = 'prospect_options'
       left join prospect_options o on o.org_id = $1`,
    [orgId],
  )
  const { given, hasRows, isNew } = rows[0] as { given: StoredOptions | null; hasRows: boolean; isNew: boolean }
  if (!given && !hasRows) return undefined
  const strength = given && isNew ? 'no key update' : 'share'
  // Where there are no options yet, the organisation stands for them.
  await tx.query(
    `/* bundle.hold_no_prospect_options */
     select from organisation where id = $1 and not exists (select from prospect_options where org_id = $1) for ${strength}`,
    [orgId],
  )
  const stored = await tx.query<StoredOptions>(
    `/* bundle.hold_prospect_options */ select ${columns} from prospect_options o where org_id = $1 for ${strength}`,
    [orgId],
  )
  const before = optionsOf(stored.rows[0])
  return { before, after: given ?? before }
}

/** What the options no longer have must not be what prospects have that stay as they are. */
export async function checkUsed(
  tx: pg.ClientBase,
  orgId: number,
  before: StoredOptions,
  after: StoredOptions,
  problems: Problems,
): Promise<void> {
  const lost: Lost[] = [
    ...without(namesOf(before), namesOf(after)).map((name) => ({ kind: 'stage', name, at: 'stages' })),
    ...without(before.consultants, after.consultants).map((name) => ({ kind: 'consultant', name, at: 'consultants' })),
    ...before.attributes.flatMap((attribute) => lostOf(attribute, after.attributes)),
  ]
  if (lost.length === 0) return
  const { rows } = await tx.query(
    `/* bundle.used_prospect_options */
     with kept as materialized (
       select p.stage, p.consultant, p.attributes from prospect p
       where p.org_id = $1 and not exists (select from bundle_row b where b.list = 'prospects' and b.id = p.id))
     select l.name, l.at, l.sentence, count(*)::int as uses
     from jsonb_to_recordset($2) as l (kind text, name text, key text, at text, sentence text)
     join kept p on case l.kind
       when 'stage' then p.stage = l.name
       when 'consultant' then p.consultant = l.name
       when 'attribute' then p.attributes ? l.name
       -- Whether it is the value or in a list of them.
       when 'option' then p.attributes -> l.key @> to_jsonb(l.name) end
     group by l.name, l.at, l.sentence
     order by l.at, l.name`,
    [orgId, JSON.stringify(lost)],
  )
  for (const { name, at, sentence, uses } of rows) {
    const who = uses === 1 ? 'prospect that is not in the bundle has' : 'prospects that are not in the bundle have'
    problems.add(`prospect_options.${at}`, `${sentence ?? `must keep ${name}`}: ${uses} ${who} it.`)
  }
}

interface Lost {
  kind: string
  name: string
  /** The attribute that an option is of. */
  key?: string
  /** Where it is missing. */
  at: string
  /** In place of `must keep <name>`. */
  sentence?: string
}

const namesOf = ({ stages }: StoredOptions) => stages.map(({ name }) => name)
const without = (all: readonly string[], others: readonly string[]) => all.filter((one) => !others.includes(one))

/** An attribute that is gone or of another type, or those of its options that are gone. */
function lostOf(attribute: ProspectAttribute, after: readonly ProspectAttribute[]): Lost[] {
  const { key, type, options = [] } = attribute
  const place = after.findIndex((one) => one.key === key)
  const kept = after[place]
  if (!kept) return [{ kind: 'attribute', name: key, at: 'attributes' }]
  if (kept.type !== type) {
    return [{ kind: 'attribute', name: key, at: `attributes[${place}].type`, sentence: `must stay ${type}` }]
  }
  if (!hasOptions(attribute)) return []
  const at = `attributes[${place}].options`
  return without(options, kept.options ?? []).map((name) => ({ kind: 'option', name, key, at }))
}
