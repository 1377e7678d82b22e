import type pg from 'pg'
import type { Spec } from '../../../src/reports/spec/spec.schema.ts'
import type { Organisation } from '../../harness/harness.ts'
import type { Card, reportPagesOf } from './pages.ts'

/** A year of records around a day, the same in each run. */
export async function fillRecords(db: pg.Pool, { orgId, businessId }: Organisation, now: number) {
  const today = new Date(now).toISOString().slice(0, 10)
  await db.query(
    `insert into staff (org_id, first_name, last_name, status)
     select $1, (array['Ava','Noah','Mia','Jack','Isla','Leo','Zoë','Kofi','Mei','Omar','Priya','Tom'])[n],
            (array['Nguyen','Smith','Kaur','O’Brien','Okafor','Chen','Rossi','Mensah','Tanaka','Haddad','Sharma','Featherstonehaugh'])[n], 'Active'
     from generate_series(1, 12) n`,
    [orgId],
  )
  await db.query(
    `insert into client (org_id, business_id, first_name, last_name, client_type, language, created_at)
     select $1, $2, (array['Joan','Bill','Nell','Ruth','Alf','Edna','Gus'])[1 + n % 7], (array['Hart','Moss','Vale','Reed','Shaw'])[1 + n % 5] || ' ' || n,
            (array['HCP','HCP','SaH','NDIS','NDIS','NDIS','Private','THCP'])[1 + n % 8], (array['English','English','Italian','Greek','Vietnamese'])[1 + n % 5],
            $3::date - (n * 9 % 400)
     from generate_series(1, 40) n`,
    [orgId, businessId, today],
  )
  await db.query(
    `insert into task (org_id, title, date, client_id, assignee_id, minutes, billable, completed)
     select $1, (array['Call family','Care plan review','Equipment order','Transport','Home safety check'])[1 + n % 5], $2::date - (n * 7919 % 365) + (n % 11),
            (select id from client where org_id = $1 order by id offset n * 13 % 40 limit 1),
            case when n % 17 > 0 then (select id from staff where org_id = $1 order by id offset n * 7919 % 101 % 12 limit 1) end,
            15 + (n * 37 % 12) * 15, n % 3 > 0, n % 5 > 0
     from generate_series(1, 900) n`,
    [orgId, today],
  )
  await db.query(
    `insert into prospect (org_id, first_name, last_name, stage, source, funding_type, date_of_lead, suburb)
     select $1, 'P', n::text, (array['New','New','Contacted','Assessed','Won','Lost'])[1 + n % 6],
            (array['Website','Website','Hospital referral','Word of mouth','My Aged Care'])[1 + n * 7919 % 101 % 5], (array['HCP','NDIS','CHSP','Private',null])[1 + n % 5],
            $2::date - (n * 31 % 300), 'Suburb ' || sqrt(n * 7919 % 1009)::int
     from generate_series(1, 180) n`,
    [orgId, today],
  )
  await db.query(
    `with made as (
       insert into shift (org_id, type, status, title, starts, ends, starts_at, ends_at)
       select $1, (array['single','single','single','group','site'])[1 + n % 5], (array['completed','completed','scheduled','cancelled','completed'])[1 + n * 7919 % 101 % 5],
              (array['Personal care','Meals','Community access','Cleaning'])[1 + n % 4], at, at + hours, at at time zone 'Australia/Sydney', (at + hours) at time zone 'Australia/Sydney'
       from (select n, $2::date - (n * 6151 % 365) + (n % 30) + interval '9 hours' as at, (1 + n % 4) * interval '45 minutes' as hours
             from generate_series(1, 1400) n) one
       returning *)
     insert into appointment (org_id, shift_id, client_id, employee_id, appointment_title, starts, ends, starts_at, ends_at, is_draft, appointment_cancelled, is_deleted)
     select org_id, id, (select min(id) from client where org_id = $1) + id % 40, (select min(id) from staff where org_id = $1) + id * 7919 % 101 % 12,
            title, starts, ends, starts_at, ends_at, 0, (status = 'cancelled')::int, 0
     from made`,
    [orgId, today],
  )
}

const year = { date_range: { last: 12, unit: 'months' } } as const
type Named = [name: string, spec: Partial<Spec> & { source: string }, description?: string]

/** One insight of each appearance. */
export const samples = {
  metric: [
    'Hours delivered',
    { source: 'appointments', metric: 'hours::sum', filters: { status: 'completed' }, ...year },
    'Completed visits of the last twelve months.',
  ],
  good: [
    'Tasks completed',
    {
      source: 'tasks',
      value_format: { style: 'percent', decimals: 1 },
      formula: {
        expression: 'done / all * 100',
        terms: { done: { metric: 'records::count', filters: { completed: true } }, all: { metric: 'records::count' } },
      },
      conditional_formatting: [
        { operator: '>=', value: 75, color: 'green' },
        { operator: '<', value: 75, color: '#ffcc00' },
      ],
    },
  ],
  bad: [
    'Visits cancelled',
    {
      source: 'appointments',
      filters: { status: 'cancelled' },
      conditional_formatting: [{ operator: 'more_than', value: 100, color: 'red' }],
    },
  ],
  none: [
    'Longest task next century',
    { source: 'tasks', metric: 'minutes::max', date_range: { from: '2126-01-01', to: '2126-12-31' } },
  ],
  bar: [
    'Hours by month and type',
    {
      source: 'appointments',
      metric: 'hours::sum',
      visualization: 'bar',
      group_by: 'start:month',
      breakdown_by: 'type',
      options: { stacked: true },
      target: { value: 320, label: 'Planned' },
      ...year,
    },
    'Everything on the roster, drafts and cancellations included.',
  ],
  categories: ['Prospects by stage', { source: 'prospects', visualization: 'bar', group_by: 'stage' }],
  many: ['Prospects by suburb', { source: 'prospects', visualization: 'bar', group_by: 'suburb' }],
  beside: [
    'Prospects by source and funding',
    {
      source: 'prospects',
      visualization: 'bar',
      group_by: 'source',
      breakdown_by: 'funding_type',
      target: { value: 20 },
    },
  ],
  line: [
    'Tasks a week',
    {
      source: 'tasks',
      visualization: 'line',
      group_by: 'date:week',
      target: { value: 20, label: 'Usual' },
      date_range: { last: 26, unit: 'weeks' },
    },
  ],
  gaps: [
    'Average minutes a day',
    {
      source: 'tasks',
      metric: 'minutes::avg',
      visualization: 'line',
      group_by: 'date:day',
      filters: { title: 'Transport' },
      date_range: { preset: 'last_90_days' },
    },
  ],
  lines: [
    'Tasks by month and assignee',
    { source: 'tasks', visualization: 'line', group_by: 'date:month', breakdown_by: 'assignee', ...year },
  ],
  area: [
    'Minutes by month',
    {
      source: 'tasks',
      metric: 'minutes::sum',
      visualization: 'area',
      group_by: 'date:month',
      breakdown_by: 'completed',
      options: { stacked: true },
      ...year,
    },
  ],
  pie: ['Clients by type', { source: 'clients', visualization: 'pie', group_by: 'client_type' }],
  donut: ['Visits by staff member', { source: 'appointments', visualization: 'donut', group_by: 'employee_id' }],
  table: [
    'Tasks by assignee',
    {
      source: 'tasks',
      metric: 'minutes::sum',
      visualization: 'table',
      group_by: 'assignee',
      breakdown_by: 'completed',
    },
  ],
  empty: [
    'Prospects next century',
    {
      source: 'prospects',
      visualization: 'bar',
      group_by: 'stage',
      date_range: { from: '2126-01-01', to: '2126-12-31' },
    },
  ],
} satisfies Record<string, Named>
export type Sample = keyof typeof samples

/** Inserts all of them and a dashboard with twelve cards. */
export async function fillReports({ insight, dashboard }: ReturnType<typeof reportPagesOf>) {
  const ids = {} as Record<Sample, number>
  for (const [sample, [name, spec, description]] of Object.entries(samples) as [Sample, Named][]) {
    ids[sample] = await insight(spec, name, description)
  }
  const cards: Card[] = [
    {
      text: 'What we planned and what we did.\n\nLooked at by the board on the last Thursday of each month.',
      at: [0, 0, 24, 2],
    },
    { insight_id: ids.metric, at: [0, 2, 6, 4] },
    { insight_id: ids.good, at: [6, 2, 6, 4] },
    { insight_id: ids.bad, at: [12, 2, 6, 4] },
    { insight_id: ids.pie, at: [18, 2, 6, 8] },
    { insight_id: ids.bar, at: [0, 6, 18, 9], show_description: true },
    { insight_id: ids.categories, at: [18, 10, 6, 5] },
    { insight_id: ids.line, at: [0, 15, 12, 7] },
    { insight_id: ids.area, at: [12, 15, 12, 7] },
    { insight_id: ids.many, at: [0, 22, 8, 9] },
    { insight_id: ids.table, at: [8, 22, 8, 9] },
    { insight_id: ids.donut, at: [16, 22, 8, 9] },
  ]
  const board = await dashboard(cards, 'Board report', {}, 'Care delivered, and who is waiting for it.')
  return { ids, board }
}
