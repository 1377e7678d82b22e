import { list } from '../../db/list.ts'
import { asIds } from '../../db/shape.ts'

/** The ids of a page of shifts: the record of a shift is much larger than what it is found by. */
export const listShifts = list({
  name: 'shifts.list',
  table: 'shift',
  where: 'deleted_at is null',
  counters: 'shifts',
  filters: {
    // A shift lasts at most 7 days, which lets the index by day serve `from` too.
    from: { sql: 'ends::date >= ? and starts::date >= ?::date - 8' },
    to: { sql: 'starts::date <= ?' },
    client_id: { sql: 'id in (select shift_id from appointment where org_id = $1 and client_id = ?)' },
    staff_id: { sql: 'id in (select shift_id from appointment where org_id = $1 and employee_id = ?)' },
    site_id: { sql: 'site_id = ?' },
    status: { sql: 'status = ?', counts: 'status = ?' },
    updated_since: { sql: 'updated_at >= ?' },
  },
  shape: asIds,
})
