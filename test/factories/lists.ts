import type pg from 'pg'
import type { Organisation } from '../harness/harness.ts'

export interface FilledList {
  path: string
  table: string
  /** Names a record in the list, and SQL of that name over the table `r`. */
  key?: { field: string; sql: string }
  /** Queries of one filter or several, each with the SQL of its matches. */
  filters: Record<string, string>
  /** SQL that takes a record, $2, out of the first filter. */
  leave?: string
}

const refSql = `case r.type when 'single' then 'a:' || (select min(a.id) from appointment a where a.org_id = r.org_id and a.shift_id = r.id) else 'g:' || r.id end`

/** The lists in the order of ids, with filters that match some of the records of `fillLists`. */
export const filledLists: readonly FilledList[] = [
  {
    ...{ path: '/clients', table: 'client', leave: `status = 'Archived'` },
    filters: {
      'status=Active': `status = 'Active'`,
      'client_type=NDIS': `client_type = 'NDIS'`,
      'status=Active&client_type=NDIS': `status = 'Active' and client_type = 'NDIS'`,
      'updated_since=2026-03-05': `updated_at >= '2026-03-04T13:00Z'`,
      'query=l1': `last_name like 'L1%'`,
    },
  },
  {
    ...{ path: '/staff', table: 'staff', leave: `status = 'Inactive'` },
    filters: { 'status=Active': `status = 'Active'`, 'updated_since=2026-03-05': `updated_at >= '2026-03-04T13:00Z'` },
  },
  {
    ...{ path: '/appointments', table: 'appointment', leave: `starts = '2030-01-01', ends = '2030-01-01'` },
    filters: {
      'from=2026-03-03&to=2026-03-09': `ends >= '2026-03-03' and starts < '2026-03-10'`,
      'from=2026-03-03&to=2026-06-09': `ends >= '2026-03-03' and starts < '2026-06-10'`,
      'to=2026-03-05': `starts < '2026-03-06'`,
      'updated_since=2026-03-05': `updated_at >= '2026-03-04T13:00Z'`,
      'from=2026-03-03&to=2026-03-09&updated_since=2026-03-05': `ends >= '2026-03-03' and starts < '2026-03-10' and updated_at >= '2026-03-04T13:00Z'`,
    },
  },
  {
    ...{ path: '/shifts', table: 'shift', leave: `status = 'cancelled'`, key: { field: 'ref', sql: refSql } },
    filters: {
      'status=scheduled': `status = 'scheduled'`,
      'from=2026-03-03&to=2026-03-09': `ends >= '2026-03-03' and starts < '2026-03-10'`,
      'updated_since=2026-03-05': `updated_at >= '2026-03-04T13:00Z'`,
    },
  },
  {
    ...{ path: '/tasks', table: 'task', leave: 'completed = true' },
    filters: {
      'completed=false': 'not completed',
      'billable=true': 'billable',
      'completed=false&billable=true': 'not completed and billable',
      'from=2026-03-03&to=2026-03-09': `date between '2026-03-03' and '2026-03-09'`,
      'updated_since=2026-03-05': `updated_at >= '2026-03-04T13:00Z'`,
    },
  },
  {
    ...{ path: '/billables', table: 'billable', leave: `status = 'void'` },
    filters: {
      'status=pending': `status = 'pending'`,
      'invoice_number=INV-1': `invoice_number = 'INV-1'`,
      'from=2026-03-03&to=2026-03-09': `date between '2026-03-03' and '2026-03-09'`,
      'updated_since=2026-03-05': `updated_at >= '2026-03-04T13:00Z'`,
    },
  },
  {
    ...{ path: '/price-codes', table: 'price_code', leave: `name = 'Old'` },
    filters: {
      'query=care': `name like 'Care%'`,
      'date=2026-03-05': `effective_from <= '2026-03-05'`,
      'updated_since=2026-03-05': `updated_at >= '2026-03-04T13:00Z'`,
    },
  },
  {
    ...{ path: '/prospects', table: 'prospect', leave: `stage = 'Lost'` },
    filters: {
      'stage=New': `stage = 'New'`,
      'source=W1': `source = 'W1'`,
      'stage=New&source=W1': `stage = 'New' and source = 'W1'`,
      'from=2026-03-03&to=2026-03-09': `date_of_lead between '2026-03-03' and '2026-03-09'`,
      'query=l1': `last_name like 'L1%'`,
    },
  },
  {
    ...{ path: '/form-submissions', table: 'form_submission', leave: `status = 'Closed'` },
    filters: {
      'status=submitted': `status = 'Submitted'`,
      'type=incident': `type = 'incident'`,
      'status=submitted&type=incident': `status = 'Submitted' and type = 'incident'`,
      'submitter=s1': `submitter like 'S1%'`,
      'submitter=s1%0A': 'false',
      'updated_since=2026-03-05': `updated_at >= '2026-03-04T13:00Z'`,
      'updated_since=2026-03-05&status=submitted': `updated_at >= '2026-03-04T13:00Z' and status = 'Submitted'`,
      'from=2026-03-03&to=2026-03-09': `submitted_at >= '2026-03-02T13:00Z' and submitted_at < '2026-03-09T13:00Z'`,
    },
  },
  {
    ...{ path: '/sites', table: 'site', leave: `status = 'Closed'` },
    filters: {
      'status=Active': `status = 'Active'`,
      'query=s1': `name like 'S1%'`,
      'updated_since=2026-03-05': `updated_at >= '2026-03-04T13:00Z'`,
      'updated_since=2026-03-05&status=Active': `updated_at >= '2026-03-04T13:00Z' and status = 'Active'`,
    },
  },
  {
    ...{ path: '/forms', table: 'form', leave: `published = 'off'` },
    filters: {
      'published=on': `published = 'on'`,
      'query=f1': `name like 'F1%'`,
      'updated_since=2026-03-05': `updated_at >= '2026-03-04T13:00Z'`,
    },
  },
  { path: '/businesses', table: 'business_location', filters: {} },
]

/** Records of every list. Called for two organisations in turns, it gives each ids between those of the other. */
export async function fillLists(db: pg.Pool, { orgId, businessId }: Organisation, from: number, to: number) {
  const rows = async (sql: string) => db.query(sql, [orgId, from, to])
  const each = 'generate_series($2::int, $3::int) g'
  const stamp = `timestamptz '2026-03-01' + g * interval '8 hours'`
  await rows(`insert into business_location (org_id, name) select $1, 'B' || g from ${each}`)
  await rows(`insert into staff (org_id, first_name, last_name, status, updated_at)
    select $1, 'F', 'L' || g, case when g % 3 = 0 then 'Inactive' else 'Active' end, ${stamp} from ${each}`)
  await db.query(
    `insert into client (org_id, first_name, last_name, client_type, business_id, status, updated_at)
     select $1, 'F', 'L' || g, case when g % 2 = 0 then 'NDIS' else 'HCP' end, $4, case when g % 3 = 0 then 'Archived' else 'Active' end, ${stamp} from ${each}`,
    [orgId, from, to, businessId],
  )
  await rows(`insert into site (org_id, name, status, updated_at)
    select $1, 'S' || g, case when g % 3 = 0 then 'Closed' else 'Active' end, ${stamp} from ${each}`)
  await rows(`with made as (
      insert into shift (org_id, type, status, title, starts, ends, starts_at, ends_at, updated_at)
      select $1, case when g % 2 = 0 then 'single' else 'group' end, case when g % 3 = 0 then 'draft' else 'scheduled' end, 'S', t, t + interval '8 hours', t, t + interval '8 hours', ${stamp}
      from ${each}, lateral (select timestamp '2026-03-01' + g * interval '7 hours' as t) at returning *)
    insert into appointment (org_id, shift_id, appointment_title, starts, ends, starts_at, ends_at, is_draft, appointment_cancelled, is_deleted, updated_at)
    select $1, id, title, starts, ends, starts_at, ends_at, 0, 0, 0, updated_at from made order by id`)
  await rows(`insert into price_code (org_id, code, name, unit, price, effective_from, updated_at)
    select $1, 'C' || g, case when g % 3 = 0 then 'Travel' else 'Care' end, 'hour', g, date '2026-03-01' + g, ${stamp} from ${each}`)
  await rows(`with made as (
      insert into task (org_id, title, date, completed, billable, updated_at)
      select $1, 'T', date '2026-03-01' + g, g % 3 = 0, g % 2 = 0, ${stamp} from ${each} returning *),
    charged as (
      insert into task_charge (org_id, task_id, name, price_code, minutes, total_cost, claim_type, is_primary)
      select $1, t.id, 'C', (select min(id) from price_code where org_id = $1), 60, 60, 'Standard', true from made t order by t.id returning *)
    insert into billable (org_id, task_id, charge_id, date, name, price_code, minutes, claim_type, total_cost, status, invoice_number, status_at, updated_at)
    select $1, c.task_id, c.id, t.date, 'C', c.price_code, 60, 'Standard', 60, case when t.completed then 'invoiced' else 'pending' end,
      case when t.completed then 'INV-1' end, now(), t.updated_at from charged c join made t on t.id = c.task_id order by c.id`)
  await rows(`insert into prospect (org_id, first_name, last_name, stage, source, date_of_lead, updated_at)
    select $1, 'F', 'L' || g, case when g % 3 = 0 then 'Contacted' else 'New' end, 'W' || g % 2, date '2026-03-01' + g, ${stamp} from ${each}`)
  await rows(`insert into form (org_id, name, settings, steps, published, version, published_at, updated_at)
    select $1, 'F' || g, '{"allow_step_navigation": false, "show_step_numbers": true, "submit_button_text": "Submit"}', '[]',
      case when g % 3 = 0 then 'off' else 'on' end, 1, now(), ${stamp} from ${each}`)
  await rows(`insert into form_submission (org_id, form_id, submitter, status, type, submitted_at, updated_at)
    select $1, (select min(id) from form where org_id = $1), 'S' || g, case when g % 3 = 0 then 'Closed' else 'Submitted' end,
      case when g % 2 = 0 then 'incident' else 'form' end, timestamptz '2026-03-30' - g * interval '1 day', ${stamp} from ${each}`)
}
