import type pg from 'pg'
import { Type } from 'typebox'
import { checkRule, exportedRule, recurrence } from '../../bundle/recurrence.ts'
import { section, zone } from '../../bundle/section.ts'
import { timestampText } from '../../db/local-time.ts'
import { nullable } from '../../http/contract/schema.ts'
import { nextAfter } from '../../recurrence/recurrence.ts'
import { localTime } from '../shifts/shifts.schema.ts'

/**
 * Without starts_on, a series starts with its earliest shift in the bundle or the organisation. Without next_on, it
 * continues after the latest of them, if its rule has another day.
 */
export const shiftSeries = section({
  list: 'shift_series',
  table: 'shift_series',
  fields: {
    recurrence,
    starts_on: Type.Optional(Type.String({ format: 'date' })),
    next_on: Type.Optional(nullable(Type.String({ format: 'date' }))),
  },
  extras: {
    fields: {
      starts: Type.Optional(nullable(localTime('Local start of its shifts, on any day.'))),
      ends: Type.Optional(nullable(localTime('Local end of its shifts, on the same day or a later one.'))),
    },
    exportSql: `case when r.starts is not null then jsonb_build_object('starts', ${timestampText('r.starts')}, 'ends', ${timestampText('r.ends')}) else '{}' end`,
  },
  lookup: {
    table: 'bundle_series_start',
    columns: { id: 'bigint', day: 'date' },
    rows: `
     select org_id, series_id, min(day) from (
       select org_id, (row ->> 'series_id')::bigint as series_id, (row ->> 'start')::date as day
       from bundle_row where org_id = $1 and list = 'shifts' and row ->> 'series_id' is not null
       union all
       select org_id, series_id, starts::date from shift s
       where org_id = $1 and series_id in (select id from bundle_row where org_id = $1 and list = 'shift_series')
         and not exists (select from bundle_row b where b.org_id = $1 and b.list = 'shifts' and b.id = s.id)) every_shift
     group by org_id, series_id`,
  },
  exportFields: { recurrence: exportedRule('r.recurrence') },
  values: {
    recurrence: 'sent.recurrence',
    starts_on: `coalesce(sent.starts_on, found.day, stored.starts_on, (now() at time zone ${zone})::date)`,
    next_on: `case when b.row ? 'next_on' then sent.next_on else stored.next_on end`,
  },
  check: checkRule,
  after: setNextDays,
})

/** Sets the next day of series that have none in the bundle. */
async function setNextDays(tx: pg.ClientBase, orgId: number): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.series */ select r.id, r.recurrence, r.starts_on, max(coalesce(s.occurrence_on, s.starts::date)) as last
     from shift_series r
       join bundle_row b on b.org_id = $1 and b.list = 'shift_series' and b.id = r.id and not b.row ? 'next_on'
       join shift s on s.org_id = $1 and s.series_id = r.id
     where r.org_id = $1 and r.next_on is null group by r.org_id, r.id`,
    [orgId],
  )
  const next = rows.map(({ id, recurrence, starts_on, last }) => ({ id, day: nextAfter(recurrence, starts_on, last) }))
  const continuing = next.filter(({ day }) => day !== undefined)
  await tx.query(
    `/* bundle.series_next */ update shift_series r set next_on = n.day from unnest($2::bigint[], $3::date[]) n (id, day)
     where r.org_id = $1 and r.id = n.id`,
    [orgId, continuing.map(({ id }) => id), continuing.map(({ day }) => day)],
  )
}
