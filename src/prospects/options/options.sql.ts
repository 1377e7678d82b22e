import { statement } from '../../db/statement.ts'
import type { StoredOptions } from './options.ts'

const columns = 'stages, sources, consultants, attributes'

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

const maxTags = 200
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
