import type pg from 'pg'
import type { Problems } from '../../bundle/problems.ts'
import { zone } from '../../bundle/section.ts'

const instantOf = (field: string) => `first_instant((b.row ->> '${field}')::timestamp, ${zone})`

/**
 * What the fields of one row do not show: that a time which the clock skips moves past the end, and that two shifts claim
 * one day of a series.
 */
export async function verifyShifts(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify shifts */
     with given as (
       select index, id, (row ->> 'series_id')::bigint as series_id, (row ->> 'occurrence_on')::date as day
       from bundle_row where list = 'shifts' and row ->> 'occurrence_on' is not null),
     numbered as (
       select *, first_value(index) over same as first, row_number() over same as number
       from given window same as (partition by series_id, day order by index))
     select format('shifts[%s].end', b.index) as path, 'must be after start also where the clocks go forward.' as message, b.index
     from bundle_row b cross join lateral (select (b.row ->> 'start')::timestamp as start offset 0) t
     where b.list = 'shifts' and case when (start at time zone ${zone}) at time zone ${zone} = start then false
       else ${instantOf('end')} <= ${instantOf('start')} end
     union all
     select format('shifts[%s].occurrence_on', index), format('%s of the series is already that of shifts[%s].', day, first), index
     from numbered where number > 1
     union all
     select format('shifts[%s].occurrence_on', g.index), format('%s of the series is already that of shifts %s of the organisation.', g.day, s.id), g.index
     from given g join shift s on s.org_id = $1 and s.series_id = g.series_id and s.occurrence_on = g.day
     where not exists (select from bundle_row b where b.list = 'shifts' and b.id = s.id)
     union all
     select 'organisation.timezone', format('shift %s would end before it starts.', s.id), -1
     from shift s join organisation o on o.id = s.org_id
     where s.org_id = $1 and o.timezone <> ${zone} and first_instant(s.ends, ${zone}) <= first_instant(s.starts, ${zone})
       and not exists (select from bundle_row b where b.list = 'shifts' and b.id = s.id)
     order by index`,
    [orgId],
  )
  for (const { path, message } of rows) problems.add(path, message)
}

/**
 * People's plans are in local time, so when the organisation moves to another zone its shifts move with the clock: their
 * instants are found anew. Attendance and notes are things that happened, at instants that stand.
 */
export async function followZone(tx: pg.ClientBase, orgId: number): Promise<void> {
  const moved = (time: string) => `first_instant(${time}, ${zone})`
  await tx.query(
    `/* bundle.zone shifts */
     update shift set starts = ${moved('starts')} at time zone ${zone}, ends = ${moved('ends')} at time zone ${zone},
       starts_at = ${moved('starts')}, ends_at = ${moved('ends')}, updated_at = now()
     where org_id = $1 and (starts_at, ends_at) is distinct from (${moved('starts')}, ${moved('ends')})`,
    [orgId],
  )
  await tx.query(
    `/* bundle.zone appointments */
     update appointment a set starts = s.starts, ends = s.ends, starts_at = s.starts_at, ends_at = s.ends_at,
       updated_at = case when (a.starts, a.ends) is distinct from (s.starts, s.ends) then now() else a.updated_at end
     from shift s
     where a.org_id = $1 and s.org_id = $1 and s.id = a.shift_id
       and (a.starts, a.ends, a.starts_at, a.ends_at) is distinct from (s.starts, s.ends, s.starts_at, s.ends_at)`,
    [orgId],
  )
}
