import { statement } from '../../db/statement.ts'
import type { StoredOptions } from './options.ts'

const columns = 'stages, sources, consultants, attributes'

export const findOptions = statement<[orgId: number], StoredOptions>(
  'prospects.options',
  `select ${columns} from prospect_options where org_id = $1`,
)

/**
 * Whoever sets a stage, a consultant or attributes holds the options it was judged by, so that an import that changes them
 * comes before and is seen, or after and finds what was set. Where there are none yet the organisation itself is held, and
 * `holdOptions` is asked again: an import that held it may have brought some. One statement with what it is judged for,
 * because each would cost as much as all.
 */
export const lockedOptionsCte = `
  o as materialized (select ${columns} from prospect_options where org_id = $1 for share),
  absent as materialized (
    select 1 as held from organisation where id = $1 and not exists (select from o) for share)`
/** Over `holding`: the options, and a condition that has them held before anything else. */
export const optionsColumn = '(select to_json(o) from o) as options'
export const isLocked = '(select count(*) from absent) >= 0'

export const lockOptionsRow = statement<[orgId: number], { options: StoredOptions | null }>(
  'prospects.hold_options',
  `with ${lockedOptionsCte} select ${optionsColumn} where ${isLocked}`,
)

const maxTags = 200
/** As people sort, by the rules of Unicode, whatever collation the database was made with. */
const folded = 'lower(tag collate "und-x-icu") collate "und-x-icu"'

/** The tags in use: from one to the next by the index, so that it takes as many looks as there are tags. */
export const tagsInUse = statement<[orgId: number], { tag: string }>(
  'prospects.tags',
  `with recursive used as (
     (select tag from prospect_tag where org_id = $1 order by tag limit 1)
     union all
     select (select tag from prospect_tag t where t.org_id = $1 and t.tag > used.tag order by tag limit 1)
     from used where used.tag is not null)
   select tag from (select tag from used where tag is not null limit ${maxTags}) first order by ${folded}, tag`,
)
