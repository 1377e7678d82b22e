import type pg from 'pg'
import { copiedFromShift } from '../../src/roster/appointments/appointments.sql.ts'
import { counterMismatchSql } from '../../test/oracles/counters.ts'

/** A rule over the tables, with a query for the rows that violate it. $1 is the organisation. */
interface Invariant {
  description: string
  sql: string
}

/** Each row has one `created` event. */
const createdOnce = (table: string, type: string): Invariant => ({
  description: `every ${table} has exactly one ${type} event, and every such event its ${table}`,
  sql: `select coalesce(r.id, e.subject_id) as id, e.n
    from (select id from ${table} where org_id = $1) r
    full join (select subject_id, count(*) as n from event where org_id = $1 and type = '${type}' group by 1) e on e.subject_id = r.id
    where r.id is null or e.n is distinct from 1`,
})

/** A text that ends in `#3` was changed three times, so there are three events. */
const eventPerChange = (table: string, column: string, types: string[]): Invariant => ({
  description: `every ${table} has one event for each change`,
  sql: `select r.id, r.${column}, e.n from ${table} r
    cross join lateral (select count(*) as n from event e
      where e.org_id = $1 and e.subject_id = r.id and e.type in (${types.map((type) => `'${type}'`)})) e
    where r.org_id = $1 and coalesce((regexp_match(r.${column}, '#(\\d+)$'))[1]::int, 0) <> e.n`,
})

/** A subject has one event of the type for each row. */
const eventPerRow = (description: string, type: string, rows: string): Invariant => ({
  description,
  sql: `select coalesce(r.id, e.subject_id) as id, r.n as rows, e.n as events
    from (select id, count(*) as n from (${rows}) r group by id) r
    full join (select subject_id, count(*) as n from event where org_id = $1 and type = '${type}' group by 1) e on e.subject_id = r.id
    where r.n is distinct from e.n`,
})

/** A mark belongs to one write, so it occurs once. */
const noDuplicates = (table: string, column: string): Invariant => ({
  description: `no write to ${table} was executed twice`,
  sql: `select ${column}, count(*) as n from ${table} where org_id = $1 and ${column} ~ '-\\d+$' group by 1 having count(*) > 1`,
})

const repeated = Object.entries(copiedFromShift('s'))

const invariants: Invariant[] = [
  createdOnce('client', 'client.created'),
  createdOnce('staff', 'staff.created'),
  createdOnce('note', 'note.created'),
  createdOnce('shift', 'shift.created'),
  createdOnce('task', 'task.created'),
  createdOnce('prospect', 'prospect.created'),
  createdOnce('form_submission', 'form_submission.created'),
  createdOnce('dashboard', 'dashboard.created'),
  eventPerChange('client', 'language', ['client.updated']),
  eventPerChange('staff', 'phone', ['staff.updated']),
  eventPerChange('prospect', 'suburb', ['prospect.updated']),
  eventPerChange('note', 'title', ['note.updated']),
  noDuplicates('staff', 'first_name'),
  noDuplicates('note', 'notes'),
  noDuplicates('shift', 'title'),
  noDuplicates('task', 'title'),
  noDuplicates('task_charge', 'name'),
  noDuplicates('prospect', 'first_name'),
  noDuplicates('form_submission', 'submitter'),
  noDuplicates('form_submission_change', 'note'),
  noDuplicates('dashboard', 'name'),
  noDuplicates('dashboard_card', 'text'),
  {
    description: 'no client was created twice, other than by its own conversion',
    sql: `select first_name, count(*) as n from client where org_id = $1
      and not exists (select from prospect p where p.org_id = $1 and p.client_id = client.id) group by 1 having count(*) > 1`,
  },
  eventPerRow(
    'every edit of a note left one revision and one event',
    'note.updated',
    'select note_id as id from note_revision where org_id = $1',
  ),
  eventPerRow(
    'every clock-in has one event',
    'shift.clocked_in',
    'select shift_id as id from shift_staff where org_id = $1 and check_in is not null',
  ),
  eventPerRow(
    'every conversion has one event and its client',
    'prospect.converted',
    'select id from prospect where org_id = $1 and client_id is not null',
  ),
  eventPerRow(
    'every added charge has one event',
    'task_charge.created',
    'select id from task_charge where org_id = $1 and not is_primary',
  ),
  eventPerRow(
    'every added card has one event',
    'dashboard.updated',
    'select dashboard_id as id from dashboard_card where org_id = $1',
  ),
  eventPerRow(
    'every note to a submission has one event',
    'form_submission.updated',
    'select submission_id as id from form_submission_change where org_id = $1 and note is not null',
  ),
  {
    description: 'every shift has its clients and staff, and its appointments match it',
    sql: `select coalesce(p.id, a.shift_id) as shift_id, p.client_id, p.staff_id, a.id from (
        select s.*, c.client_id, t.staff_id from shift s
        left join shift_client c on c.org_id = s.org_id and c.shift_id = s.id
        left join shift_staff t on t.org_id = s.org_id and t.shift_id = s.id where s.org_id = $1) p
      full join (select * from appointment where org_id = $1) a
        on a.shift_id = p.id and a.client_id = p.client_id and a.employee_id = p.staff_id
      where a.id is null or p.id is null
        or (${repeated.map(([column]) => `a.${column}`)}) is distinct from (${repeated.map(([, value]) => value.replaceAll('s.', 'p.'))})`,
  },
  {
    description: 'every billable task has its one primary charge',
    sql: `select t.id from task t where org_id = $1 and billable
      and 1 <> (select count(*) from task_charge c where c.org_id = $1 and c.task_id = t.id and c.is_primary)`,
  },
  {
    description: 'every prospect’s history ends in its stage, and its tags are listed',
    sql: `select id from prospect p where org_id = $1 and (stage is distinct from (
          select stage from prospect_stage_change h where h.org_id = $1 and h.prospect_id = p.id order by h.id desc limit 1)
        or (select count(distinct tag) from unnest(tags) tag) <> (select count(*) from prospect_tag t where t.org_id = $1 and t.prospect_id = p.id))`,
  },
  {
    description: 'every submission has its history and the prospect that it created',
    sql: `select s.id from form_submission s where org_id = $1 and (prospect_id is null
        or not exists (select from prospect p where p.org_id = $1 and p.id = s.prospect_id and p.first_name = s.submitter)
        or not exists (select from form_submission_change c where c.org_id = $1 and c.submission_id = s.id))`,
  },
  {
    description: 'every batch has its clients, all of them or none',
    sql: `select b.id, r -> 'id' as client_id from import_batch b cross join json_array_elements(b.answer -> 'results') r
      where b.org_id = $1 and not exists (select from client c where c.org_id = $1 and c.id = (r ->> 'id')::bigint)`,
  },
  {
    description: 'every client of a bulk create came with all the others of it',
    sql: `select mark, count(*) as n from (
        select (regexp_match(first_name, '^(.*-\\d+)-\\d+$'))[1] as mark from client where org_id = $1) c
      where mark ~ '-\\d+$' group by 1 having count(*) <> 4`,
  },
  {
    description: 'no key is stored without its response',
    sql: `select created_at from idempotency_key where org_id = $1 and (status is null or answer is null)`,
  },
  {
    description: 'every client’s note list and count match its notes',
    sql: `(select 'missing' as what, client_id, id * 4 + kind as key from client_note_place where org_id = $1
        except all select 'missing', client_id, key from client_note where org_id = $1)
      union all (select 'left over', client_id, key from client_note where org_id = $1
        except all select 'left over', client_id, id * 4 + kind from client_note_place where org_id = $1)
      union all select 'count', client_id, notes from client_note_state s where org_id = $1
        and notes <> (select count(*) from client_note n where n.org_id = $1 and n.client_id = s.client_id)`,
  },
]

/** One message for each violated invariant, with the first row that violates it. */
export async function brokenInvariants(db: pg.Pool, orgId: number): Promise<string[]> {
  const all = [
    ...invariants,
    { description: 'every counter equals the count of its rows', sql: await counterMismatchSql(db) },
  ]
  const violations = await Promise.all(
    all.map(async ({ description, sql }) => {
      const { rows } = await db.query(sql, [orgId])
      return rows.length === 0
        ? []
        : [`violated: ${description}: ${rows.length} rows, such as ${JSON.stringify(rows[0])}`]
    }),
  )
  return violations.flat()
}

export const invariantCount = invariants.length + 1
