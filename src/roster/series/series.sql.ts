import { statement } from '../../db/statement.ts'
import { type Due, dueSeries } from '../../recurrence/job.ts'
import type { Rule } from '../../recurrence/recurrence.ts'
import { refOfShift } from '../shifts/shift-events.ts'
import { type ShiftRow, shiftColumns } from '../shifts/shifts.sql.ts'

export interface SeriesRow {
  id: number
  recurrence: Rule
  starts_on: string
  next_on: string | null
  /** The local times of its shifts, on any day. */
  starts: string | null
  ends: string | null
}
const columns = ['id', 'recurrence', 'starts_on', 'next_on', 'starts', 'ends']

type Insert = [
  ...[orgId: number, rule: Rule, starts_on: string, next_on: string | null],
  ...[starts: string, ends: string],
]

export const insert = statement<Insert, { id: number }>(
  'shift_series.insert',
  'insert into shift_series (org_id, recurrence, starts_on, next_on, starts, ends) values ($1, $2, $3, $4, $5, $6) returning id',
)

/** Locks series until the end of the transaction, so that one request at a time extends, splits or stops a series. */
export const lock = statement<[orgId: number, ids: number[]], SeriesRow>(
  'shift_series.lock',
  `select ${columns.join(', ')} from shift_series
   where org_id = $1 and id = any ($2::bigint[]) order by id for no key update`,
)

type Update = [
  ...[orgId: number, id: number, rule: Rule, next_on: string | null],
  ...[starts: string | null, ends: string | null],
]

/** Null for the local times leaves them as they are. */
export const update = statement<Update, object>(
  'shift_series.update',
  `update shift_series set recurrence = $3, next_on = $4, starts = coalesce($5, starts), ends = coalesce($6, ends),
     updated_at = statement_timestamp() where org_id = $1 and id = $2`,
)

/**
 * Records that `recurrence` of the shifts of a series changed, but for those that have an event of the change anyway. Earlier
 * shifts are not locked: a program that reads one after this event has the new rule, whatever else happens to the shift.
 */
export const recordNewRule = statement<
  [orgId: number, connectionId: number, seriesId: number, exceptIds: readonly number[]],
  object
>(
  'shift_series.record_new_rule',
  `with s as materialized (
     select id, type from shift where org_id = $1 and series_id = $3 and deleted_at is null and id <> all ($4::bigint[]))
   insert into event (org_id, type, subject_id, ref, fields, connection_id)
   select $1, 'shift.updated', s.id, ${refOfShift('s')}, '{recurrence}', $2 from s order by s.id`,
)

/**
 * Moves shifts to the series of the edited ones. A shift from another series loses its day if that is $4. Shifts that the
 * edit skipped ($5) count as edited alone, so that they are no template for the next ones.
 */
export const assignShifts = statement<
  [orgId: number, seriesId: number, ids: number[], takenDay: string, skippedIds: number[]],
  object
>(
  'shift_series.assign_shifts',
  `update shift s set series_id = $2, edited_alone = s.edited_alone or s.id = any ($5::bigint[]),
     updated_at = case when s.series_id = $2 then s.updated_at else n.now end,
     occurrence_on = case when s.series_id = $2 then s.occurrence_on else nullif(s.occurrence_on, $4::date) end
   from (select statement_timestamp() as now) n where s.org_id = $1 and s.id = any ($3::bigint[])`,
)

/** The template for the next shifts of a series: the latest shift, by preference one not edited alone and with all its people. */
export const findTemplate = statement<[orgId: number, seriesId: number], ShiftRow>(
  'shift_series.find_template',
  `select ${shiftColumns(undefined, 'false')} from shift s
   where s.org_id = $1 and s.series_id = $2 and s.deleted_at is null
   order by s.edited_alone, s.is_short, s.starts desc, s.id desc limit 1`,
)

export const due = dueSeries<DueSeries>('shift_series', columns)
export type DueSeries = SeriesRow & Due
