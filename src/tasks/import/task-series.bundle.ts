import type pg from 'pg'
import { Type } from 'typebox'
import { checkRule, exportedRule, recurrence } from '../../bundle/recurrence.ts'
import { type AddProblem, section, zone } from '../../bundle/section.ts'
import { claimTypes } from '../../clients/funding.ts'
import { nullable, oneOfOrNull, visibleText } from '../../http/contract/schema.ts'
import type { Recurrence } from '../../recurrence/recurrence.schema.ts'
import { nextAfter, type Rule } from '../../recurrence/recurrence.ts'
import { addDays } from '../../time/local-time.ts'
import { beginSeries } from './begin-series.ts'
import { date, flag, idOrNull, minutes } from './fields.ts'

/**
 * A series without starts_on starts with its earliest task, of the bundle or the organisation. A series without next_on
 * continues as stored, or after its latest task if its rule has another day.
 */
export const taskSeries = section({
  list: 'task_series',
  table: 'task_series',
  fields: {
    recurrence,
    starts_on: Type.Optional(date()),
    next_on: Type.Optional(nullable(date())),
    title: visibleText(255),
    client_id: idOrNull(),
    assignee_id: idOrNull(),
    minutes: minutes({ default: 0 }),
    billable: flag(),
    price_code: idOrNull(),
  },
  extras: {
    fields: { claim_type: Type.Optional(oneOfOrNull(claimTypes)) },
    exportSql: `case when r.claim_type is null then '{}' else jsonb_build_object('claim_type', r.claim_type) end`,
  },
  links: { client_id: 'clients', assignee_id: 'staff', price_code: 'price_codes' },
  complete: beginSeries,
  lookup: {
    table: 'bundle_task_series_start',
    columns: { id: 'bigint', day: 'date' },
    rows: `
     select org_id, series_id, min(day) from (
       select org_id, (row ->> 'series_id')::bigint as series_id, (row ->> 'date')::date as day
       from bundle_row where org_id = $1 and list = 'tasks' and row ->> 'series_id' is not null
       union all
       select org_id, series_id, date from task t
       where org_id = $1 and series_id in (select id from bundle_row where org_id = $1 and list = 'task_series')
         and not exists (select from bundle_row b where b.org_id = $1 and b.list = 'tasks' and b.id = t.id)) every_task
     group by org_id, series_id`,
  },
  exportFields: { recurrence: exportedRule('r.recurrence') },
  values: {
    recurrence: 'sent.recurrence',
    starts_on: `coalesce(sent.starts_on, found.day, stored.starts_on, (now() at time zone ${zone})::date)`,
    next_on: `case when b.row ? 'next_on' then sent.next_on when stored.recurrence = sent.recurrence then stored.next_on end`,
  },
  check: checkSeriesRow,
  after: setNextDays,
})

interface SeriesRow {
  recurrence: Recurrence
  starts_on?: string
  next_on?: string | null
}

/** The next day of a series is a day of its rule. */
function checkSeriesRow(row: SeriesRow, problem: AddProblem): void {
  const errors = checkRule(row, problem)
  const { starts_on, next_on } = row
  if (errors > 0 || !starts_on || !next_on) return
  if (nextAfter(row.recurrence as Rule, starts_on, addDays(next_on, -1)) !== next_on) {
    problem(['next_on'], 'must be a day of the recurrence, or null.')
  }
}

/** Sets the next day of series without next_on in the bundle: the first day of the rule after their latest task. */
async function setNextDays(tx: pg.ClientBase, orgId: number): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.task_series */
     with touched as (
       select id, row ? 'next_on' as is_given from bundle_row where org_id = $1 and list = 'task_series'
       union all
       select distinct (row ->> 'series_id')::bigint, null::boolean from bundle_row where org_id = $1 and list = 'tasks' and row ->> 'series_id' is not null),
     open as (select id, bool_or(is_given) as is_given from touched group by id having bool_or(is_given) is not true)
     select r.id, r.recurrence, r.starts_on, max(t.date) as last
     from open o
       join task_series r on r.org_id = $1 and r.id = o.id
       left join task t on t.org_id = $1 and t.series_id = r.id
     group by r.org_id, r.id, o.is_given
     having r.next_on <= max(t.date) or (r.next_on is null and o.is_given is not null)`,
    [orgId],
  )
  const days = rows.map(
    ({ recurrence, starts_on, last }) => nextAfter(recurrence, starts_on, last ?? addDays(starts_on, -1)) ?? null,
  )
  await tx.query(
    `/* bundle.task_series_next */ update task_series r set next_on = n.day from unnest($2::bigint[], $3::date[]) n (id, day)
     where r.org_id = $1 and r.id = n.id`,
    [orgId, rows.map(({ id }) => id), days],
  )
}
