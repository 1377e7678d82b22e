import { statement } from '../db/statement.ts'
import type { Rule } from '../recurrence/recurrence.ts'
import { type ShiftRow, shiftColumns } from './shifts.read.sql.ts'

export interface SeriesRow {
  id: number
  recurrence: Rule
  starts_on: string
  next_on: string | null
}

type Insert = [orgId: number, recurrence: Rule, startsOn: string, nextOn: string | null]

export const insert = statement<Insert, { id: number }>(
  'series.insert',
  'insert into shift_series (org_id, recurrence, starts_on, next_on) values ($1, $2, $3, $4) returning id',
)

/** Holds series until the end of the transaction: whoever makes, splits or stops one does so alone. */
export const hold = statement<[orgId: number, ids: number[]], SeriesRow>(
  'series.hold',
  `select id, recurrence, starts_on, next_on from shift_series
   where org_id = $1 and id = any ($2::bigint[]) order by id for no key update`,
)

export const write = statement<[orgId: number, id: number, recurrence: Rule, nextOn: string | null], object>(
  'series.write',
  'update shift_series set recurrence = $3, next_on = $4, updated_at = clock_timestamp() where org_id = $1 and id = $2',
)

/** Gives shifts that a change leaves alone to the series that the changed ones are in; a day that is taken is not theirs. */
export const adopt = statement<[orgId: number, seriesId: number, ids: number[], taken: string], object>(
  'series.adopt',
  `update shift set series_id = $2, occurrence_on = nullif(occurrence_on, $4::date)
   where org_id = $1 and id = any ($3::bigint[]) and series_id is distinct from $2`,
)

/** The latest two shifts of a series that were not edited alone: what the next ones are made like. */
export const findModels = statement<[orgId: number, seriesId: number], ShiftRow>(
  'series.find_models',
  `select ${shiftColumns} from shift s
   where s.org_id = $1 and s.series_id = $2 and not s.edited_alone and s.deleted_at is null
   order by s.starts desc, s.id desc limit 2`,
)

/**
 * The next series of any organisation that has an occurrence to make, that is one no more than $2 days after today, $1
 * being now. One that another node is at work on is left to it. The first condition is there for the index.
 */
export const due = statement<[now: string, days: number, exceptOrgIds: number[], exceptIds: number[]], DueSeries>(
  'series.due',
  `select o.id as "orgId", o.timezone, r.id, r.recurrence, r.starts_on, r.next_on
   from shift_series r join organisation o on o.id = r.org_id
   where r.next_on <= $1::timestamptz::date + $2::int + 1 and r.next_on <= ($1 at time zone o.timezone)::date + $2::int
     and not exists (select from unnest($3::bigint[], $4::bigint[]) f (org_id, id) where f.org_id = r.org_id and f.id = r.id)
   order by r.next_on, r.org_id, r.id limit 1 for no key update of r skip locked`,
)
export interface DueSeries extends SeriesRow {
  orgId: number
  timezone: string
}
