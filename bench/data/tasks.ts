import type pg from 'pg'
import { generate } from './generate.ts'

/** Tasks of an organisation, by their use in the benchmark. */
export interface Tasks {
  staffIds: number[]
  /** Tasks to read and change, each with five charges, a note and a document. */
  readable: number[]
  /** Tasks to sync once: completed and billable, with one charge. */
  billable: number[]
}

/** Creates 2,000 tasks to read, and `billable` tasks to sync. */
export async function makeTasks(db: pg.Pool, orgId: number, billable: number): Promise<Tasks> {
  const readable = 2_000
  await generate(
    db,
    `with codes as (
       insert into price_code (org_id, code, name, unit, price, claim_types, effective_from)
       select $1, '01_' || lpad(n::text, 3, '0') || '_0107_1_1', 'Self-care weekday ' || n, 'hour', 60 + n * 0.37, '{Standard,Travel}', date '2026-07-01'
       from generate_series(1, 50) n returning id),
     priced as materialized (select array_agg(id order by id) as ids from codes),
     people as materialized (
       select array(select id from staff where org_id = $1 and status = 'Active' and not supplier order by id) as staff,
              array(select id from client where org_id = $1 and status = 'Active' order by id) as clients),
     t as (
       insert into task (org_id, id, title, date, client_id, assignee_id, minutes, billable, completed)
       select $1, nextval('task_id_seq'), 'Plan review ' || n, date '2026-10-01' + n % 40, clients[n % array_length(clients, 1) + 1],
              staff[n % array_length(staff, 1) + 1], 60, true, n > $2
       from generate_series(1, $2::int + $3::int) n, people order by n returning id),
     numbered as materialized (select id, row_number() over (order by id) as n from t),
     charged as (
       insert into task_charge (org_id, task_id, name, price_code, minutes, total_cost, claim_type, is_primary)
       select $1, numbered.id, 'Self-care weekday ' || c, ids[(n + c) % 50 + 1], 60, 60 + c * 0.37, 'Standard', c = 1
       from numbered, priced, generate_series(1, case when n <= $2 then 5 else 1 end) c order by numbered.id, c),
     noted as (
       insert into task_note (org_id, task_id, type, notes)
       select $1, id, 'General', 'Spoke to her daughter, who will send the plan by Friday.' from numbered where n <= $2 order by id)
     insert into task_document (org_id, task_id, name) select $1, id, 'plan-' || n || '.pdf' from numbered where n <= $2 order by id`,
    [orgId, readable, billable],
  )
  const ids = async (from: string): Promise<number[]> =>
    (await db.query(`select id from ${from} order by id`, [orgId])).rows.map((row) => row.id)
  const all = await ids('task where org_id = $1')
  const staffIds = await ids(`staff where org_id = $1 and status = 'Active' and not supplier`)
  return { staffIds, readable: all.slice(0, readable), billable: all.slice(readable) }
}
