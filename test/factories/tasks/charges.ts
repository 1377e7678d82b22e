import type pg from 'pg'
import type { ApiResponse, Organisation } from '../../harness/harness.ts'
import { tasksOf } from './tasks.ts'

interface TaskFields {
  title?: string
  date?: string
  client_id?: number | null
  minutes?: number
  billable?: boolean
  completed?: boolean
}
interface ChargeFields {
  price_code?: number
  name?: string
  minutes?: number
  total_cost?: string
  claim_type?: string
  primary?: boolean
}

/** Tasks with charges and billables of an organisation, inserted into the tables, and requests for charges. */
export function chargesOf(db: pg.Pool, org: Organisation) {
  const made = tasksOf(db, org)
  const one = async (sql: string, values: unknown[]): Promise<number> =>
    (await db.query(`${sql} returning id`, [org.orgId, ...values])).rows[0].id

  const task = ({ title = 'Plan review', date = '2026-11-20', ...fields }: TaskFields = {}) => {
    const { client_id = null, minutes = 60, billable = false, completed = false } = fields
    return one(
      'insert into task (org_id, title, date, client_id, minutes, billable, completed) values ($1, $2, $3, $4, $5, $6, $7)',
      [title, date, client_id, minutes, billable, completed],
    )
  }
  /** Has the cost of its code by default; the first charge of a task is primary. */
  const charge = async (taskId: number, fields: ChargeFields = {}) => {
    const { price_code = await made.priceCode(), minutes = 60, claim_type = 'Standard' } = fields
    const others = await db.query('select 1 from task_charge where org_id = $1 and task_id = $2', [org.orgId, taskId])
    const isPrimary = fields.primary ?? others.rowCount === 0
    return one(
      `insert into task_charge (org_id, task_id, price_code, name, minutes, total_cost, claim_type, is_primary)
       select $1, $2, id, coalesce($4, name), $5::int, coalesce($6::numeric, charge_cost(price, unit, $5::int)), $7, $8
       from price_code where org_id = $1 and id = $3`,
      [taskId, price_code, fields.name, minutes, fields.total_cost, claim_type, isPrimary],
    )
  }
  const billable = (chargeId: number, status: 'pending' | 'invoiced' | 'void') =>
    one(
      `insert into billable (org_id, task_id, charge_id, client_id, date, name, price_code, minutes, claim_type, total_cost,
         status, invoice_number, status_at)
       select $1, t.id, c.id, t.client_id, t.date, c.name, c.price_code, c.minutes, c.claim_type, c.total_cost, $3, $4, now()
       from task_charge c join task t on t.org_id = c.org_id and t.id = c.task_id where c.org_id = $1 and c.id = $2`,
      [chargeId, status, status === 'pending' ? null : 'INV-1'],
    )
  /** A task with one charge, or with these charges. */
  const charged = async (fields: TaskFields = {}, ...charges: ChargeFields[]) => {
    const taskId = await task(fields)
    const ids: number[] = []
    for (const each of charges.length > 0 ? charges : [{}]) ids.push(await charge(taskId, each))
    return { taskId, ids }
  }

  const requests = {
    add: (taskId: number, body: unknown, headers?: object) => org.post(`/tasks/${taskId}/charges`, body, headers),
    change: (id: number, body: unknown, headers?: object) => org.patch(`/task-charges/${id}`, body, headers),
    remove: (id: number) => org.delete(`/task-charges/${id}`),
    primary: (id: number, headers?: object) => org.post(`/task-charges/${id}/primary`, undefined, headers),
    find: async (taskId: number) => (await org.get(`/tasks/${taskId}`)).body.data,
  }
  /** The events of tasks and billables, as type, subject, fields and detail. */
  const events = async () =>
    (await org.events())
      .filter(({ type }) => /^(task|billable)/.test(type))
      .map(({ type, subject_id, fields, detail }) => [type, subject_id, fields, detail])
  return { org, ...made, task, charge, billable, charged, ...requests, events }
}

/** A charge of the task in a response, or of a task. */
export const chargeIn = (from: ApiResponse | { charges: { id: number }[] }, id: number): any =>
  ('body' in from ? from.body.data : from).charges.find((charge: { id: number }) => charge.id === id)

const tables = ['task', 'task_charge', 'task_note', 'task_document', 'billable', 'event']

/** All rows of an organisation's tasks and its events, to compare before and after a request that must change nothing. */
export async function storedTasks(db: pg.Pool, orgId: number): Promise<unknown[]> {
  const one = (table: string) => `select '${table}' as name, to_jsonb(r) as row from ${table} r where org_id = $1`
  return (await db.query(`${tables.map(one).join(' union all ')} order by 1, 2`, [orgId])).rows
}
