import type { Caller } from '../access/tokens.ts'
import { askLast, converse } from '../db/conversation.ts'
import type { Queryable } from '../db/statement.ts'
import type { People } from './conflicts.ts'
import { insertIfFreeCall, madeRow, type Order } from './make.ts'
import { lockStaff } from './people.sql.ts'
import { planErrors, timesOf } from './plan.ts'
import { planOf } from './plan-of-body.ts'
import { shiftRecord } from './shift.record.ts'
import type { ShiftCreate } from './shifts.bodies.ts'

/**
 * Makes a plain shift in one round trip, as long as nothing is wrong with it and nothing blocks it: the statement that
 * writes it asks. Undefined when something does, or when the shift is not a plain one: then looking first finds out what.
 * Nearly every shift is made here, and the second round trip was a third of its time.
 */
export async function createIfFree(db: Queryable, caller: Caller, body: ShiftCreate) {
  if (body.recurrence || body.site_id || body.segments?.length || body.override_conflicts?.length) return undefined
  const { orgId, connectionId, timezone } = caller
  const times = timesOf(body.start, body.end, timezone)
  const assumed = everybody(body)
  const plan = planOf(body, times, assumed, timezone)
  if (Object.keys(planErrors(plan, assumed)).length > 0) return undefined
  const status = body.publish ? 'scheduled' : 'draft'
  const order: Order = { plan, zone: timezone, status, fields: Object.keys(body), overridden: [], detail: null }
  const isAtHome = body.type === 'single' && body.address === undefined

  const [staff, [made]] = await converse(db, function* () {
    return yield* askLast(
      body.staff_ids.length > 0
        ? lockStaff.call(
            orgId,
            [...body.staff_ids].sort((a, b) => a - b),
          )
        : undefined,
      insertIfFreeCall(orgId, connectionId, order, isAtHome),
    )
  })
  if (!made) return undefined
  const byId = <T extends { id: number }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]))
  const people: People = { staff: byId(staff), clients: byId(made.clients), sites: new Map() }
  plan.address = made.address
  for (const client of plan.clients) client.funding_type = people.clients.get(client.client_id)!.client_type
  return { data: shiftRecord(madeRow(order, made, { people, series: null })) }
}

/** Everybody who is named, as if they were there and ready: whether they are is for the statement to find. */
const everybody = ({ staff_ids, client_ids }: ShiftCreate): People => ({
  staff: new Map(staff_ids.map((id) => [id, { id, name: '', status: 'Active', supplier: false }])),
  clients: new Map(client_ids.map((id) => [id, { id, name: '', status: 'Active', client_type: '', address: null }])),
  sites: new Map(),
})
