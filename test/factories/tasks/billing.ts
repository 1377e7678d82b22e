import assert from 'node:assert/strict'
import type pg from 'pg'
import { moves } from '../../../src/tasks/billables/moves.ts'
import type { Organisation } from '../../harness/harness.ts'
import { tasksOf } from './tasks.ts'

interface Charge {
  name?: string
  price_code?: number
  minutes?: number
  total_cost?: string | number
  claim_type?: string
}
interface TaskFields {
  title?: string
  date?: string
  client_id?: number | null
  billable?: boolean
  completed?: boolean
  charges?: Charge[]
}

/** Tasks with charges and billables. A task is completed and billable by default. */
export function billingOf(db: pg.Pool, org: Organisation) {
  const made = tasksOf(db, org)
  let usual: Promise<number> | undefined

  const task = async (fields: TaskFields = {}): Promise<{ id: number; charges: number[] }> => {
    const { title = 'Plan review', date = '2026-11-20', client_id = null, billable = true, completed = true } = fields
    const { rows } = await db.query(
      `insert into task (org_id, title, date, client_id, minutes, billable, completed) values ($1, $2, $3, $4, 60, $5, $6) returning id`,
      [org.orgId, title, date, client_id, billable, completed],
    )
    const { id } = rows[0]
    const charges: number[] = []
    for (const one of fields.charges ?? [{}]) charges.push(await charge(id, one, charges.length === 0))
    return { id, charges }
  }
  const charge = async (taskId: number, fields: Charge = {}, isPrimary = false): Promise<number> => {
    const { name = 'Self-care weekday', minutes = 60, total_cost = '67.56', claim_type = 'Standard' } = fields
    usual ??= made.priceCode()
    const price_code = fields.price_code ?? (await usual)
    const { rows } = await db.query(
      `insert into task_charge (org_id, task_id, name, price_code, minutes, total_cost, claim_type, is_primary)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [org.orgId, taskId, name, price_code, minutes, total_cost, claim_type, isPrimary],
    )
    return rows[0].id
  }

  const sync = (...task_ids: number[]) => org.post('/tasks/sync-billables', { task_ids })
  /** Syncs tasks and returns the ids of their billables. */
  const synced = async (...task_ids: number[]): Promise<number[]> => {
    const { body, text } = await sync(...task_ids)
    assert.equal(body.succeeded, task_ids.length, text)
    return body.results.flatMap((result: { billables: { id: number }[] }) => result.billables.map(({ id }) => id))
  }
  const bill = (ids: number[], invoice_number = 'INV-1') => org.post('/billables/bill', { ids, invoice_number })
  const makeVoid = (id: number, reason = 'Wrong price') => org.post(`/billables/${id}/void`, { reason })

  /** A billable that got its status through the API. */
  const billableIn = async (status: 'pending' | 'invoiced' | 'void', fields: TaskFields = {}): Promise<number> => {
    const [id] = await synced((await task(fields)).id)
    if (status !== moves.bill.from) assert.equal((await bill([id!])).body.succeeded, 1)
    if (status === moves.void.to) assert.equal((await makeVoid(id!)).status, 200)
    return id!
  }
  const rows = async () => (await db.query('select * from billable where org_id = $1 order by id', [org.orgId])).rows
  /** The events of billables. */
  const events = async () => (await org.events()).filter(({ type }) => type.startsWith('billable.'))
  return { ...made, task, charge, sync, synced, bill, makeVoid, billableIn, rows, events }
}

/** All rows of an organisation's billing and its events, to compare before and after a request that must change nothing. */
export async function storedBilling(db: pg.Pool, orgId: number): Promise<unknown[]> {
  const all = ['task', 'task_charge', 'billable', 'event']
    .map((table) => `select '${table}' as name, to_jsonb(r) as row from ${table} r where org_id = $1`)
    .join(' union all ')
  return (await db.query(`${all} order by 1, 2`, [orgId])).rows
}

/** Money as whole cents, so that a test adds up without error. */
export const cents = (amount: string | number): bigint => {
  const [whole, part = ''] = String(amount).split('.')
  return BigInt(whole!) * 100n + BigInt(part.padEnd(2, '0'))
}
