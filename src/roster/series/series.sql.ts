import { statement } from '../../db/statement.ts'
import { type Due, dueSeries } from '../../recurrence/job.ts'
import type { Rule } from '../../recurrence/recurrence.ts'
import { type ShiftRow, shiftColumns } from '../shifts/shifts.sql.ts'

export interface SeriesRow {
  id: number
  recurrence: Rule
  starts_on: string
  next_on: string | null
  /** The clock times asked for, on some day. */
  starts: string | null
  ends: string | null
}
const columns = ['id', 'recurrence', 'starts_on', 'next_on', 'starts', 'ends']

type Insert = [
  ...[orgId: number, recurrence: Rule, startsOn: string, nextOn: string | null],
  ...[starts: string, ends: string],
]

export const insert = statement<Insert, { id: number }>(
  'series.insert',
  'insert into shift_series (org_id, recurrence, starts_on, next_on, starts, ends) values ($1, $2, $3, $4, $5, $6) returning id',
)

/** Holds series until the end of the transaction: whoever makes, splits or stops one does so alone. */
export const hold = statement<[orgId: number, ids: number[]], SeriesRow>(
  'series.hold',
  `select ${columns.join(', ')} from shift_series
   where org_id = $1 and id = any ($2::bigint[]) order by id for no key update`,
)

type Write = [
  ...[orgId: number, id: number, recurrence: Rule, nextOn: string | null],
  ...[starts: string | null, ends: string | null],
]

/** Without clock times it keeps those it has. */
export const write = statement<Write, object>(
  'series.write',
  `update shift_series set recurrence = $3, next_on = $4, starts = coalesce($5, starts), ends = coalesce($6, ends),
     updated_at = clock_timestamp() where org_id = $1 and id = $2`,
)

/**
 * Gives shifts to the series that the changed ones are in; a day that is taken is not theirs. Those among them that the
 * change left as they are ($5) are no longer what the next ones shall be like.
 */
export const adopt = statement<
  [orgId: number, seriesId: number, ids: number[], taken: string, setApart: number[]],
  object
>(
  'series.adopt',
  `update shift set series_id = $2, edited_alone = edited_alone or id = any ($5::bigint[]), updated_at = clock_timestamp(),
     occurrence_on = case when series_id = $2 then occurrence_on else nullif(occurrence_on, $4::date) end
   where org_id = $1 and id = any ($3::bigint[])`,
)

/** What the next shifts of a series are made like: the latest, before all one that was not edited alone, with all its people. */
export const findModel = statement<[orgId: number, seriesId: number], ShiftRow>(
  'series.find_model',
  `select ${shiftColumns(undefined, 'false')} from shift s
   where s.org_id = $1 and s.series_id = $2 and s.deleted_at is null
   order by s.edited_alone, s.is_short, s.starts desc, s.id desc limit 1`,
)

export const due = dueSeries<DueSeries>('series.due', 'shift_series', columns)
export type DueSeries = SeriesRow & Due
