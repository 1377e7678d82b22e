import { statement } from '../../db/statement.ts'
import { repeated } from './pending.sql.ts'

/** A charge with its billable that is pending or invoiced, if it has one: then the cost is that of the billable. */
export interface ChargeStanding {
  charge_id: number
  total_cost: number
  id: number | null
}
export interface TaskStanding {
  id: number
  date: string
  client_id: number | null
  billable: boolean
  completed: boolean
  charges: ChargeStanding[] | null
}

/** The first $4 billable tasks of some days, by id. */
const inWindowSql = (client: string) => `select id from (
    select id from task where org_id = $1 and date between $2 and $3 and billable${client} limit $4) t order by id`

type Window = [orgId: number, from: string, to: string, most: number]
export const inWindow = statement<Window, { id: number }>('sync.in_window', inWindowSql(''))
/** Those of one client, who has an index of their own. */
export const inWindowOf = statement<[...Window, clientId: number], { id: number }>(
  'sync.in_window_of',
  inWindowSql(' and client_id = $5'),
)

export const standing = statement<[orgId: number, ids: number[]], TaskStanding>(
  'sync.standing',
  `select t.id, t.date, t.client_id, t.billable, t.completed,
     (select json_agg(json_build_object('charge_id', c.id, 'total_cost', coalesce(b.total_cost, c.total_cost), 'id', b.id) order by c.id)
      from task_charge c left join billable b on b.org_id = $1 and b.charge_id = c.id and b.status <> 'void'
      where c.org_id = $1 and c.task_id = t.id) as charges
   from task t where t.org_id = $1 and t.id = any ($2::bigint[]) order by t.id`,
)

type Insert = [orgId: number, connectionId: number, chargeIds: number[], at: string]

/** Gives charges a pending billable each. The caller holds their tasks and has seen that they have none. */
export const insertBillables = statement<Insert, { id: number; charge_id: number }>(
  'sync.insert',
  `with made as (
     insert into billable (org_id, task_id, charge_id, ${Object.keys(repeated).join(', ')}, status, status_at)
     select $1, t.id, c.id, ${Object.values(repeated).join(', ')}, 'pending', $4
     from task_charge c join task t on t.org_id = $1 and t.id = c.task_id
     where c.org_id = $1 and c.id = any ($3::bigint[]) order by t.id, c.id
     returning id, task_id, charge_id),
   recorded as (
     insert into event (org_id, type, subject_id, detail, connection_id)
     select $1, 'billable.created', id, jsonb_build_object('task_id', task_id, 'charge_id', charge_id), $2 from made order by id)
   select id, charge_id from made`,
)
