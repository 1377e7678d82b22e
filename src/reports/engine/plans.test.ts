import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onOnePostgres } from '../../../test/citus/environment.ts'
import { createDatabase } from '../../../test/harness/database.ts'
import type { Spec } from '../spec/spec.schema.ts'
import { compile } from './compile.ts'
import { runReport } from './compute.ts'
import { daysOf } from './date-range.ts'
import { questionOf } from './question.ts'

/**
 * A month of a large organisation is read by an index, not by a sequential scan. Planned for its values, as reports
 * are.
 */
const { pool, drop } = await createDatabase({ responseTimeoutMs: 0 })
after(drop)
const [orgId, timezone, today] = [1, 'Australia/Sydney', '2026-07-14']

const skip = onOnePostgres('it is about plans of one server')
before(async () => {
  if (skip) return
  await pool.query(`
    begin;
    set local statement_timeout = 0;
    insert into organisation (id, slug, name) overriding system value select g, 'org-' || g, 'Org' from generate_series(1, 2) g;
    insert into shift (org_id, id, type, status, title, starts, ends, starts_at, ends_at)
      select o, g, 'single', 'scheduled', 'S', t, t + interval '1 hour', t, t + interval '1 hour'
      from generate_series(1, 2) o, generate_series(1, 20000) g, lateral (select timestamp '2024-01-01' + g * interval '1 hour' as t) at;
    insert into appointment (org_id, shift_id, appointment_title, starts, ends, starts_at, ends_at, is_draft, appointment_cancelled, is_deleted)
      select org_id, id, title, starts, ends, starts_at, ends_at, 0, 0, 0 from shift;
    insert into task (org_id, title, date) select org_id, 'T', starts::date from shift;
    insert into prospect (org_id, first_name, last_name, date_of_lead) select org_id, 'F', 'L', starts::date from shift;
    insert into form (org_id, id, name, settings, steps) values (1, 1, 'F', '{}', '[]'), (2, 1, 'F', '{}', '[]');
    insert into form_submission (org_id, form_id, type, submitted_at) select org_id, 1, 'form', starts_at from shift;
    commit;
    analyze`)
})

test('a report is planned for its values', { skip }, async () => {
  const text = `select current_setting('plan_cache_mode') as mode`
  assert.deepEqual(await runReport(pool, orgId, { text, values: [] }), [{ mode: 'force_custom_plan' }])
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

for (const [source, dated, column] of [
  ['appointments', 'start', 'start_day'],
  ['tasks', 'date', 'date'],
  ['prospects', 'date_of_lead', 'date_of_lead'],
  ['form_submissions', 'submitted_at', 'submitted_at'],
] as const) {
  test(`${source} of a month are read by their days`, { skip }, async () => {
    const spec: Spec = { source, metric: 'records::count', visualization: 'line', group_by: `${dated}:day` }
    const days = daysOf({ preset: 'last_month' }, '2025-07-14')
    const { text, values } = compile(questionOf(spec), {}, { orgId, timezone, today, days })
    const { rows } = await pool.query(`explain (format json) ${text}`, values)
    const all = nodes(rows[0]['QUERY PLAN'][0].Plan)
    assert.deepEqual(
      all.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name']),
      [],
    )
    const condition = new RegExp(`org_id = .*${column} >= .*${column} <`)
    assert.ok(
      all.some((node) => condition.test(node['Index Cond'] ?? '')),
      JSON.stringify(all.map((node) => node['Index Cond'])),
    )
  })
}
