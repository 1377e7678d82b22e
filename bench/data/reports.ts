import type pg from 'pg'
import type { Spec } from '../../src/reports/spec/spec.schema.ts'
import { makeOrganisation, type Organisation } from './data.ts'
import { makeForms } from './forms.ts'
import { generate } from './generate.ts'
import { makeProspects } from './prospects.ts'

export interface ReportsData {
  organisation: Organisation
  /** Ids of insights, in the order of `specs`. */
  insights: number[]
  dashboardId: number
}

const hours = { source: 'appointments', metric: 'hours::sum' } as const
const appointments = { source: 'appointments', metric: 'records::count' } as const
const prospects = { source: 'prospects', metric: 'records::count' } as const
const submissions = { source: 'form_submissions', metric: 'records::count' } as const

/** Cards of a dashboard, slow and quick ones. Some are also compared with psql. */
export const specs: Spec[] = [
  { ...appointments, visualization: 'bar', group_by: 'start:month', breakdown_by: 'type' },
  { ...appointments, visualization: 'metric', date_range: { preset: 'this_month' } },
  { ...hours, visualization: 'metric', date_range: { preset: 'last_30_days' } },
  { ...hours, visualization: 'line', group_by: 'start:week', date_range: { last: 12, unit: 'weeks' } },
  { ...hours, visualization: 'bar', group_by: 'start:quarter', breakdown_by: 'status' },
  { ...appointments, visualization: 'donut', group_by: 'type', date_range: { preset: 'last_90_days' } },
  { ...appointments, metric: 'clients::count_distinct', visualization: 'line', group_by: 'start:month' },
  { ...prospects, visualization: 'bar', group_by: 'stage' },
  { ...prospects, metric: 'conversion_rate::avg', visualization: 'metric' },
  { ...prospects, visualization: 'area', group_by: 'date_of_lead:month', breakdown_by: 'source' },
  { ...submissions, visualization: 'pie', group_by: 'status' },
  { ...submissions, visualization: 'table', group_by: 'form', breakdown_by: 'type' },
]

/** Creates 300,000 appointments over three years, 100,000 prospects, 50,000 form submissions and a dashboard of twelve insights. */
export async function makeReportsData(db: pg.Pool, progress: (text: string) => void): Promise<ReportsData> {
  progress('organisation with 300,000 appointments, 100,000 prospects and 50,000 form submissions')
  const organisation = await makeOrganisation(db, 'reports', 2_000, 0)
  const { orgId } = organisation
  await makeRoster(db, orgId, 300_000)
  await makeProspects(db, orgId, 100_000)
  await makeForms(db, orgId, 50_000)
  const insights = await db.query(
    `insert into insight (org_id, name, spec) select $1, 'Insight ' || n, spec
     from jsonb_array_elements($2::jsonb) with ordinality given (spec, n) order by n returning id`,
    [orgId, JSON.stringify(specs)],
  )
  const ids = insights.rows.map(({ id }) => id as number)
  const dashboard = await db.query(
    `with made as (insert into dashboard (org_id, name, settings) values ($1, 'Board', '{"auto_layout": true}') returning id),
     cards as (
       insert into dashboard_card (org_id, dashboard_id, type, insight_id, x, y, w, h)
       select $1, made.id, 'insight', given.id, (n - 1) % 2 * 12, (n - 1) / 2 * 8, 12, 8
       from made, unnest($2::bigint[]) with ordinality given (id, n))
     select id from made`,
    [orgId, ids],
  )
  progress('vacuum')
  await generate(db, 'vacuum analyze', [])
  await db.query('checkpoint')
  return { organisation, insights: ids, dashboardId: dashboard.rows[0].id }
}

/**
 * A typical roster: most shifts have one client and one appointment, some are for a group of five, some for a site with 15.
 * Roughly in the order of their days; every 40th shift is cancelled.
 */
async function makeRoster(db: pg.Pool, orgId: number, count: number): Promise<void> {
  await generate(
    db,
    `with plan as materialized (
       select n, case when n % 100 < 90 then 'single' when n % 100 < 98 then 'group' else 'site' end as type,
              date '2024-01-01' + (n * 1095.0 / ($2::int / 1.6))::int + (6 + n % 14) * interval '1 hour' as starts
       from generate_series(1, ($2::int / 1.6)::int) n),
     made as (
       insert into shift (org_id, id, type, status, title, starts, ends, starts_at, ends_at)
       select $1, nextval('shift_id_seq'), type,
              case when n % 40 = 0 then 'cancelled' when starts < '2026-11-01' then 'completed' else 'scheduled' end,
              'Support', starts, starts + interval '2 hours', starts, starts + interval '2 hours'
       from plan order by n returning id, type, status, starts, ends)
     insert into appointment (org_id, shift_id, client_id, employee_id, appointment_title, starts, ends, starts_at, ends_at,
                              is_draft, appointment_cancelled, is_deleted)
     select $1, id, 1 + (id + place) % 500, 1 + id % 300, 'Support', starts, ends, starts, ends, 0, (status = 'cancelled')::int, 0
     from made, generate_series(1, case type when 'single' then 1 when 'group' then 5 else 15 end) place
     order by id, place`,
    [orgId, count],
  )
}
