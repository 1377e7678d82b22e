import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import '../../src/app.ts'
import { compactAllCounters } from '../../src/db/counters.ts'
import { allStatements } from '../../src/db/statement.ts'
import { onOnePostgres } from '../citus/environment.ts'
import { inOneProcess } from '../cluster/environment.ts'
import { createDatabase } from '../harness/database.ts'

/**
 * Every statement of the service is planned on a database with many organisations, and none may scan a whole table. Exempt
 * statements are listed with the reason.
 */
const exempt: Record<string, string> = {
  'deprecations.organisations': 'once a day, what the tokens of all organisations have used',
  'feed.organisations_with_old': 'once an hour, the oldest event of each',
  'webhooks.find_ready': 'every webhook that is enabled; a look that takes long is followed by a longer pause',
  'webhooks.count_failing': 'every webhook, once in ten seconds',
  'webhooks.organisations_with_failing': 'every webhook, in wattle doctor alone',
}
const skip =
  inOneProcess('EXPLAIN has no generic plans before PostgreSQL 16') || onOnePostgres('it is about plans of one server')

const { pool, drop } = await createDatabase({ responseTimeoutMs: 0 })
after(drop)
before(async () => {
  if (skip) return
  // The service's statement timeout is too short for so many rows.
  await pool.query(`
    begin;
    set local statement_timeout = 0;
    insert into organisation (slug, name) select 'org-' || g, 'Org ' || g from generate_series(1, 150) g;
    insert into connection (org_id, name) select id, 'c' from organisation;
    insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
      select c.org_id, c.id, sha256((c.id || '-' || g)::bytea), 'abcd', '{}', now() from connection c, generate_series(1, 4) g;
    insert into deprecated_use (org_id, token_id, part, requests, last_at)
      select org_id, id, 'part ' || g, 7, now() from access_token, generate_series(1, 10) g;
    insert into business_location (org_id, name) select id, 'b' || g from organisation, generate_series(1, 4) g;
    insert into staff (org_id, first_name, last_name, status) select id, 'F' || g, 'L' || g, 'Active' from organisation, generate_series(1, 60) g;
    insert into client (org_id, first_name, last_name, client_type, business_id)
      select b.org_id, 'F' || g, 'L' || g, 'NDIS', b.id from business_location b, generate_series(1, 15) g;
    insert into site (org_id, name) select id, 'S' || g from organisation, generate_series(1, 6) g;
    insert into site_participant (org_id, site_id, client_id, place)
      select org_id, s.id, c.id, 1 from site s join client c using (org_id) where (c.id + s.id) % 8 = 0;
    insert into site_staff (org_id, site_id, role, staff_id, place)
      select org_id, s.id, 'support', t.id, 1 from site s join staff t using (org_id) where (t.id + s.id) % 8 = 0;
    insert into event (org_id, type, subject_id, seq)
      select org_id, 'client.created', id, row_number() over (partition by org_id order by id) from client;
    insert into event (org_id, type, subject_id) select id, 'organisation.updated', id from organisation;
    insert into feed (org_id, head) select g, 60 from generate_series(1, 5000) g;
    insert into webhook (org_id, connection_id, url, types, position)
      select org_id, id, 'https://hooks.example.org/', '{*}', 60 from connection, generate_series(1, 8);
    insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, status, attempts, last_at)
      select org_id, id, n, 'client.created', n, case when n % 20 = 0 then 'pending' when n % 10 = 0 then 'failed' else 'delivered' end, 1,
        now() - n * interval '1 hour' from webhook, generate_series(1, 60) n;
    insert into client_read (org_id, at, node, n, connection_id, token_id, operation, via, client_ids, requests)
      select t.org_id, now() - n * interval '7 hours', gen_random_uuid(), n, t.connection_id, t.id, 'listClients', 'api', c.ids, 1
      from access_token t join (select org_id, array_agg(id) as ids from client group by org_id) c using (org_id), generate_series(1, 20) n;
    insert into event (org_id, type, subject_id) select org_id, 'token.created', id from access_token;
    insert into import_batch (org_id, id, answer) select id, 'imp_' || g, '{}' from organisation, generate_series(1, 4) g;
    insert into idempotency_key (org_id, token_id, digest, body_digest, created_at)
      select org_id, id, sha256(g::text::bytea), '', now() - g * interval '1 hour' from access_token, generate_series(1, 10) g;
    insert into rate_window (org_id, token_id, started, shares)
      select org_id, id, extract(epoch from now()) * 1000 - id * 500, '{}' from access_token;
    insert into shift_series (org_id, recurrence, starts_on, next_on)
      select id, '{}', '2026-03-01', date '2026-03-01' + g * 30 from organisation, generate_series(1, 10) g;
    insert into shift (org_id, type, status, title, starts, ends, starts_at, ends_at, series_id, site_id)
      select id, 'single', 'scheduled', 'S', t, t + interval '2 hours', t, t + interval '2 hours',
        (select r.id from shift_series r where r.org_id = organisation.id limit 1 offset g % 10), (select s.id from site s where s.org_id = organisation.id limit 1 offset g % 6)
      from organisation, generate_series(1, 20) g, lateral (select timestamp '2026-03-01' + g * interval '9 hours' as t) at;
    insert into appointment (org_id, shift_id, appointment_title, starts, ends, starts_at, ends_at, is_draft, appointment_cancelled, is_deleted)
      select org_id, id, title, starts, ends, starts_at, ends_at, 0, 0, 0 from shift, generate_series(1, 3);
    insert into shift_staff (org_id, shift_id, staff_id, place)
      select org_id, s.id, t.id, 1 from shift s join staff t using (org_id) where (t.id + s.id) % 30 = 0;
    insert into shift_client (org_id, shift_id, client_id, place)
      select org_id, s.id, c.id, 1 from shift s join client c using (org_id) where (c.id + s.id) % 30 = 0;
    insert into shift_segment (org_id, shift_id, starts, ends, service) select org_id, id, starts, ends, 'Care' from shift;
    insert into shift_note (org_id, shift_id, notes) select org_id, id, 'n' from shift;
    insert into price_code (org_id, code, name, unit, price) select id, '01_' || g, 'P', 'hour', 60 from organisation, generate_series(1, 40) g;
    insert into task_series (org_id, recurrence, starts_on, next_on, title, minutes, billable)
      select id, '{}', '2026-03-01', date '2026-03-01' + g * 30, 'T', 0, false from organisation, generate_series(1, 10) g;
    insert into task (org_id, title, date, client_id, assignee_id, series_id, completed, billable)
      select o.id, 'T', date '2026-03-01' + g, (select c.id from client c where c.org_id = o.id limit 1 offset g % 60),
        (select s.id from staff s where s.org_id = o.id limit 1 offset g % 60), (select r.id from task_series r where r.org_id = o.id limit 1 offset g % 10), g % 2 = 0, g % 3 = 0
      from organisation o, generate_series(1, 60) g;
    insert into task_charge (org_id, task_id, name, price_code, minutes, total_cost, claim_type, is_primary)
      select t.org_id, t.id, 'C', p.id, 60, 60, 'Standard', n = 1
      from task t, lateral (select id from price_code p where p.org_id = t.org_id limit 1 offset t.id % 40) p, generate_series(1, 2) n;
    insert into task_note (org_id, task_id, type, notes) select org_id, id, 'General', 'n' from task;
    insert into note_template (org_id, name) select id, 'T' || g from organisation, generate_series(1, 10) g;
    insert into note (org_id, client_id, notes, date) select org_id, id, 'She is well today', date '2026-03-01' from client;
    insert into note_revision (org_id, note_id, note_type, notes, date) select org_id, id, 'General', 'n', date from note;
    insert into note_revision (org_id, task_note_id, note_type, notes, date) select org_id, id, type, notes, '2026-03-01' from task_note;
    -- A client with so many notes that they are sealed in blocks.
    insert into note (org_id, client_id, notes, date)
      select c.org_id, c.id, 'Word' || g % 50, date '2026-03-01' + g % 300 from (select org_id, min(id) as id from client group by org_id limit 20) c, generate_series(1, 600) g;
    select seal_client_notes(org_id, client_id, 10) from client_note_state where next_ordinal > 500;
    insert into task_document (org_id, task_id, name) select org_id, id, 'plan.pdf' from task;
    insert into billable (org_id, task_id, charge_id, client_id, date, name, price_code, minutes, claim_type, total_cost, status, invoice_number, status_at)
      select t.org_id, t.id, c.id, t.client_id, t.date, c.name, c.price_code, c.minutes, c.claim_type, c.total_cost,
        case when t.id % 2 = 0 then 'invoiced' else 'pending' end, case when t.id % 2 = 0 then 'INV-' || t.id end, now()
      from task t join task_charge c on c.org_id = t.org_id and c.task_id = t.id;
    insert into prospect_options (org_id, stages) select id, '[]' from organisation;
    insert into prospect (org_id, first_name, last_name, email, phone, stage, tags, source, consultant, date_of_lead)
      select id, 'F' || g, 'L' || g, 'f' || g || '@x.example', '0400 000 ' || g, 'S' || g % 5, array['t' || g % 7], 'W' || g % 9, 'C' || g % 4, date '2026-03-01' + g
      from organisation, generate_series(1, 60) g;
    insert into prospect_note (org_id, prospect_id, notes) select org_id, id, 'n' from prospect;
    insert into prospect_stage_change (org_id, prospect_id, stage) select org_id, id, stage from prospect;
    analyze client, note; -- looked up below
    insert into form (org_id, name, settings, steps, published, version, published_at)
      select id, 'F' || g, '{}', '[]', case when g % 2 = 0 then 'on' else 'off' end, 1, now() from organisation, generate_series(1, 8) g;
    insert into form_version (org_id, form_id, version, name, description, settings, steps) select org_id, id, 1, name, '', '{}', '[]' from form;
    insert into form_address (org_id, form_id, address) select org_id, id, 'form-' || id from form;
    insert into form_submission (org_id, form_id, form_version, submitter, type, submitted_at, client_id, note_id, sending)
      select f.org_id, f.id, 1, 'S' || g, 'form', timestamptz '2026-03-01' + g * interval '7 hours',
        (select c.id from client c where c.org_id = f.org_id limit 1 offset g),
        case when g = 1 then (select n.id from note n where n.org_id = f.org_id limit 1) end, f.id || '-' || g
      from form f, generate_series(1, 8) g;
    insert into form_submission_change (org_id, submission_id, status) select org_id, id, status from form_submission, generate_series(1, 2);
    insert into space (org_id, name) select id, 'S' || g from organisation, generate_series(1, 4) g;
    insert into insight (org_id, name, spec, space_id, created_at)
      select s.org_id, 'I' || g, '{"source": "clients", "visualization": "metric"}', s.id, timestamptz '2026-03-01' + g * interval '7 hours' from space s, generate_series(1, 10) g;
    insert into dashboard (org_id, name, settings, space_id, created_at)
      select s.org_id, 'D' || g, '{"auto_layout": true}', s.id, timestamptz '2026-03-01' + g * interval '7 hours' from space s, generate_series(1, 3) g;
    insert into dashboard_card (org_id, dashboard_id, type, insight_id, x, y, w, h)
      select d.org_id, d.id, 'insight', (select i.id from insight i where i.org_id = d.org_id limit 1 offset (d.id + g) % 40), 0, g * 4, 6, 4
      from dashboard d, generate_series(1, 4) g;
    insert into calendar (org_id, staff_id, connection_id, detail, days_back, days_ahead)
      select s.org_id, s.id, c.id, 'shift', 14, 90 from staff s join connection c using (org_id);
    insert into external_id (org_id, system, external_id, client_id) select org_id, 'xero', 'X-' || id, id from client;
    insert into external_id (org_id, system, external_id, staff_id) select org_id, 'xero', 'X-' || id, id from staff;
    insert into external_id (org_id, system, external_id, site_id) select org_id, 'xero', 'X-' || id, id from site;
    insert into external_id (org_id, system, external_id, shift_id) select org_id, 'xero', 'X-' || id, id from shift;
    insert into external_id (org_id, system, external_id, task_id) select org_id, 'xero', 'X-' || id, id from task;
    insert into external_id (org_id, system, external_id, prospect_id) select org_id, 'xero', 'X-' || id, id from prospect;
    commit`)
  await compactAllCounters(pool)
  await pool.query('begin; set local statement_timeout = 0; analyze; commit')
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Filter?: string
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/** What is below a limit and reads a table. The few records of a page may be sorted elsewhere. */
const limited = (plan: Plan): Plan[] => {
  const readsTable = nodes(plan).some((node) => node['Relation Name'] !== undefined)
  return plan['Node Type'] === 'Limit' && readsTable ? nodes(plan) : (plan.Plans ?? []).flatMap(limited)
}
const isReadOn = (name: string) => /[:+]after$/.test(name) && !name.includes(':days')

assert.ok(allStatements.size > 30, 'importing the app registers its statements')
for (const { name, text } of allStatements.values()) {
  if (name in exempt) continue
  test(`${name} uses an index`, { skip }, async () => {
    const { rows } = await pool.query(`explain (generic_plan, format json) ${text}`)
    const plan = rows[0]['QUERY PLAN'][0].Plan
    // A job that takes the next due record must read it from an index in order. So must a list that reads on after an id,
    // and the index has only matches of its filter, $4.
    const forbidden = name.endsWith('.due') || isReadOn(name) ? ['Seq Scan', 'Sort', 'Incremental Sort'] : ['Seq Scan']
    const scanned = (isReadOn(name) ? limited(plan) : nodes(plan)).filter(
      (node) => forbidden.includes(node['Node Type']) || (isReadOn(name) && node.Filter?.includes('$4')),
    )
    assert.deepEqual(
      scanned.map((node) => node['Relation Name'] ?? node['Node Type']),
      [],
    )
  })
}

/** The statements of triggers are not statements of the service. auto_explain reports their plans as notices. */
test('the triggers of the note stream use indexes', {
  skip: onOnePostgres('it is about plans of one server'),
}, async () => {
  const db = await pool.connect()
  const plans: string[] = []
  try {
    await db.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_format = json; set client_min_messages = log; set plan_cache_mode = force_generic_plan`)
    db.on('notice', ({ message }) => plans.push(message ?? ''))
    await db.query('begin')
    for (const table of ['note', 'task_note', 'shift_note']) {
      await db.query(
        `update ${table} set notes = notes || '!' where ctid = (select ctid from ${table} order by org_id, id limit 1)`,
      )
    }
    await db.query('rollback')
  } finally {
    db.release(true)
  }
  const nested = plans
    .map((text) => JSON.parse(text.slice(text.indexOf('{'))) as { 'Query Text': string; Plan: Plan })
    .filter((plan) => /client_note/.test(plan['Query Text']))
  assert.ok(nested.length >= 9, 'each table has three statements in its trigger')
  for (const { 'Query Text': text, Plan: plan } of nested) {
    // The trigger's transition table `changed` has no relation name in a plan.
    const scanned = nodes(plan).flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name']] : []))
    assert.deepEqual(scanned, [], text)
  }
})
