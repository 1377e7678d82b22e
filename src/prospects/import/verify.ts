import type pg from 'pg'
import { type Problems, pathOf } from '../../bundle/problems.ts'
import { checkAttribute, list, type StoredOptions } from '../options/options.ts'
import { checkUsed, holdOptions } from './options-in-use.ts'

interface Staged {
  index: number
  stage: string
  consultant: string | null
  attributes: Record<string, unknown>
}

const batch = 2000

/** Prospects of the bundle and of the organisation are what the options say once the import is done. */
export async function verifyProspects(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const options = await holdOptions(tx, orgId)
  if (!options) return
  await checkUsed(tx, orgId, options.before, options.after, problems)
  const check = checkOf(options.after, problems)
  // Only what may be wrong leaves the database, some of it at a time.
  await tx.query(
    `/* bundle.verify prospects */
     declare bundle_prospects no scroll cursor for
     select b.index, b.row ->> 'stage' as stage, b.row ->> 'consultant' as consultant, b.row -> 'attributes' as attributes
     from bundle_row b
     where b.list = 'prospects'
       and (b.row -> 'attributes' <> '{}' or b.row ->> 'stage' <> all ($1) or b.row ->> 'consultant' <> all ($2))
     order by b.index`,
    [options.after.stages.map(({ name }) => name), options.after.consultants],
  )
  for (let fetched = batch; fetched === batch; ) {
    const { rows } = await tx.query<Staged>(`fetch ${batch} from bundle_prospects`)
    for (const row of rows) check(row)
    fetched = rows.length
  }
  await tx.query('close bundle_prospects')
}

function checkOf({ stages, consultants, attributes }: StoredOptions, problems: Problems): (row: Staged) => void {
  const names = stages.map(({ name }) => name)
  const byKey = new Map(attributes.map((attribute) => [attribute.key, attribute]))
  const keys = list([...byKey.keys()])
  return ({ index, stage, consultant, attributes: values }) => {
    const problem = (place: string[], message: string) => problems.add(pathOf(['prospects', index, ...place]), message)
    if (!names.includes(stage)) problem(['stage'], `must be one of ${list(names)}.`)
    if (consultant !== null && !consultants.includes(consultant)) {
      problem(['consultant'], `must be one of ${list(consultants)} or null.`)
    }
    for (const [key, value] of Object.entries(values)) {
      const attribute = byKey.get(key)
      const rule = attribute ? checkAttribute(attribute, value) : `is not supported; supported attributes are ${keys}.`
      if (rule !== undefined) problem(['attributes', key], rule)
    }
  }
}
