import assert from 'node:assert/strict'
import type pg from 'pg'
import type { harness, Organisation } from '../../harness/harness.ts'
import { testNow } from '../roster/roster.ts'
import { tasksOf } from './tasks.ts'

type Harness = Pick<Awaited<ReturnType<typeof harness>>, 'db' | 'clock' | 'organisation'>

/** The fixture of tests of tasks: an organisation at the time `now`, with helpers to create and read its tasks. */
export async function tasksAt({ db, clock, organisation }: Harness, now: string | number = testNow, zone?: string) {
  clock.advance((typeof now === 'number' ? now : Date.parse(now)) - clock.now())
  const org = await organisation('read-write', zone)
  // Some tests advance the clock by years.
  await db.query(`update access_token set expires_at = '2099-01-01' where org_id = $1`, [org.orgId])
  return {
    org,
    ...tasksOf(db, org),
    ...rowsOf(db, org),
    /** Creates a task and returns the body of the response. */
    create: async (fields: object = {}) => {
      const answer = await org.post('/tasks', { title: 'Plan review', date: '2026-11-20', ...fields })
      assert.equal(answer.status, 201, answer.text)
      return answer.body
    },
    read: async (id: number) => (await org.get(`/tasks/${id}`)).body.data,
    /** The tasks in the order of their dates. */
    tasks: async (filter = '') => {
      const { body } = await org.get(`/tasks?per_page=100${filter}`)
      return (body.data as any[]).sort((a, b) => a.date.localeCompare(b.date) || a.id - b.id)
    },
    news: newsOf(org),
    stored: () => stored(db, org),
  }
}

/** The events of tasks, charges and billables since the previous call. */
function newsOf(org: Organisation) {
  let reported = 0
  return async () => {
    const all = (await org.events()).filter(({ type }) => /^(task|task_charge|billable)\./.test(type))
    const news = all.slice(reported)
    reported = all.length
    return news
  }
}

/** Rows of other endpoints, inserted as these endpoints would store them. */
function rowsOf(db: pg.Pool, { orgId }: Organisation) {
  const first = async (sql: string, values: unknown[]) => (await db.query(sql, [orgId, ...values])).rows[0]
  return {
    /** A charge beside the primary one. */
    charge: async (taskId: number, priceCode: number, minutes = 30, cost = '12.30', name = 'Travel'): Promise<number> =>
      (
        await first(
          `insert into task_charge (org_id, task_id, price_code, name, minutes, total_cost, claim_type, is_primary)
           values ($1, $2, $3, $4, $5, $6, 'Standard', false) returning id`,
          [taskId, priceCode, name, minutes, cost],
        )
      ).id,
    /** Sets minutes and a cost of the primary charge that differ from the task's minutes and the price. */
    makeOdd: (taskId: number, minutes: number, cost: string) =>
      first('update task_charge set minutes = $3, total_cost = $4 where org_id = $1 and task_id = $2 and is_primary', [
        ...[taskId, minutes, cost],
      ]),
    /** A billable of the primary charge. */
    billable: async (taskId: number, status: 'pending' | 'invoiced' | 'void' = 'pending'): Promise<number> =>
      (await first(billableSql, [taskId, status])).id,
    billables: async () =>
      (
        await db.query(
          `select id, task_id, charge_id, client_id, date::text, name, price_code, minutes, claim_type,
             total_cost::text, status from billable where org_id = $1 order by id`,
          [orgId],
        )
      ).rows,
  }
}

/** Inserts a billable of a task's primary charge: $2 is the task, $3 the status. */
export const billableSql = `
  insert into billable (org_id, task_id, charge_id, client_id, date, name, price_code, minutes, claim_type, total_cost,
    status, invoice_number, void_reason, status_at)
  select t.org_id, t.id, c.id, t.client_id, t.date, c.name, c.price_code, c.minutes, c.claim_type, c.total_cost, $3::text,
    case when $3 <> 'pending' then 'INV-1' end, case when $3 = 'void' then 'Wrong client' end, '2026-11-21T00:30:00Z'
  from task t join task_charge c on c.org_id = t.org_id and c.task_id = t.id and c.is_primary
  where t.org_id = $1 and t.id = $2 returning id`

/** All rows of an organisation's tasks, to check that nothing changed. */
async function stored(db: pg.Pool, { orgId }: Organisation) {
  const tables = ['task', 'task_charge', 'task_note', 'task_document', 'task_series', 'billable', 'event']
  const rows = tables.map((table) =>
    db.query(`select to_jsonb(t) as row from ${table} t where org_id = $1 order by to_jsonb(t)::text`, [orgId]),
  )
  return JSON.stringify((await Promise.all(rows)).map((result) => result.rows))
}

/** Stops the series of other organisations, so that the job runs for this one only. */
export const onlySeriesOf = (db: pg.Pool, { orgId }: Organisation) =>
  db.query('update task_series set next_on = null where org_id <> $1', [orgId])
