import { chosenIds, keysetList } from '../db/list.ts'
import type { ListJson } from '../db/list-json.ts'
import { asJson, type JsonRow } from '../db/shape.ts'
import { statement } from '../db/statement.ts'
import { insertWithEvent, updateWithEvent } from '../events/outbox.ts'
import type { StaffStatus } from './moves.ts'
import { Staff, type StaffCreate, type StaffPatch } from './staff.schema.ts'

const table = 'staff'
const writable = ['first_name', 'last_name', 'email', 'phone', 'status'] as const
/** The record as JSON text, which PostgreSQL stores in a generated column. */
export const staffJson: ListJson<typeof Staff> = { table, schema: Staff }
const returned = 'json'

export const insert = insertWithEvent<StaffCreate, JsonRow<Staff>>({
  name: 'staff.insert',
  table,
  writable,
  returned,
  type: 'staff.created',
})

/** Locks a staff member for a change of status. Suppliers are excluded. */
export const lock = statement<[orgId: number, id: number], { status: StaffStatus }>(
  'staff.lock',
  'select status from staff where org_id = $1 and id = $2 and not supplier for no key update',
)

/** The note is the reason of a status change. */
export const update = updateWithEvent<StaffPatch, JsonRow<Staff>>({
  name: 'staff.update',
  table,
  writable,
  returned,
  only: 'not old.supplier',
  type: (next) => {
    const status = next('status')
    return status
      ? `case when old.status = ${status} then 'staff.updated' else 'staff.status_changed' end`
      : `'staff.updated'`
  },
  detail: (next) => {
    const status = next('status')
    if (!status) return 'null::jsonb'
    return `case when old.status <> ${status} then
              jsonb_strip_nulls(jsonb_build_object('from', old.status, 'to', ${status}::text, 'reason', $4::text)) end`
  },
})

export const find = statement<[orgId: number, id: number], JsonRow<Staff>>(
  'staff.find',
  `select ${returned} from staff where org_id = $1 and id = $2 and not supplier`,
)

export const list = keysetList({
  name: 'staff.list',
  table,
  where: 'not supplier',
  counters: 'staff',
  filters: {
    ids: chosenIds,
    status: { sql: 'status = ?', counts: 'status = ?' },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
    query: { sql: `lower(first_name || ' ' || last_name) like lower(?)` },
  },
  shape: asJson<Staff>(),
})
