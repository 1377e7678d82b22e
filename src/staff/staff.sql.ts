import { listing } from '../db/listing.ts'
import { statement } from '../db/statement.ts'
import { changing, creating } from '../events/outbox.ts'
import type { StaffStatus } from './moves.ts'
import type { Staff, StaffCreate, StaffPatch } from './staff.schema.ts'

const table = 'staff'
const writable = 'first_name, last_name, email, phone, status'
const returned = `id, ${writable}, created_at, updated_at`

export const insert = statement<[orgId: number, connectionId: number, staff: StaffCreate], Staff>(
  'staff.insert',
  creating({ table, writable, returned, type: 'staff.created' }),
)

/** Locks a staff member for a change of status; a supplier is not found. */
export const lock = statement<[orgId: number, id: number], { status: StaffStatus }>(
  'staff.lock',
  'select status from staff where org_id = $1 and id = $2 and not supplier for no key update',
)

export const update = statement<
  [orgId: number, connectionId: number, id: number, patch: StaffPatch, reason: string | null],
  Staff
>(
  'staff.update',
  changing({
    table,
    writable,
    returned,
    only: 'not old.supplier',
    type: `case when 'status' = any (fields) then 'staff.status_changed' else 'staff.updated' end`,
    detail: `case when 'status' = any (fields) then jsonb_strip_nulls(jsonb_build_object(
               'from', (old).status, 'to', (new).status, 'reason', $5::text)) end`,
  }),
)

export const find = statement<[orgId: number, id: number], Staff>(
  'staff.find',
  `select ${returned} from staff where org_id = $1 and id = $2 and not supplier`,
)

export const list = listing<Staff>({
  name: 'staff.list',
  table,
  columns: returned,
  where: 'not supplier',
  tally: { list: 'staff', where: `kind = 'staff'` },
  filters: {
    status: { sql: 'status = ?', tally: 'status' },
    updated_since: { sql: 'updated_at >= ?' },
  },
})
