import { saysNoMore } from '../../bundle/plain-notes.ts'
import type { Child } from '../../bundle/section.ts'
import { zone } from '../../bundle/section.ts'
import { repeatedOf } from '../appointments/appointments.sql.ts'

/** What the tables of a shift get from its row in the bundle. */
const elements = (list: string, alias: string) =>
  `cross join lateral jsonb_array_elements(${list}) with ordinality ${alias} (value, place)`

/** A local time that the clock skips is what the clock really shows then. */
export const shownTime = (text: string) => `first_instant((${text})::timestamp, ${zone}) at time zone ${zone}`

const staff: Child = {
  table: 'shift_staff',
  parent: 'shift_id',
  key: ['staff_id'],
  columns: ['place', 'check_in', 'check_out'],
  local: ['check_in', 'check_out'],
  rows: `
    select b.id as shift_id, (e.value #>> '{}')::bigint as staff_id, e.place,
      (a.value ->> 'check_in')::timestamp as check_in, (a.value ->> 'check_out')::timestamp as check_out
    from bundle_row b ${elements(`b.row -> 'staff_ids'`, 'e')}
    left join lateral (
      select value from jsonb_array_elements(b.row -> 'attendance') where value -> 'staff_id' = e.value limit 1) a on true
    where b.list = 'shifts'`,
}

/** Equal parts of a charge, in millionths: what rounding leaves over or short is the first client's. */
const equalShare = `round(1.0 / n, 6) + case when e.place = 1 then 1 - n * round(1.0 / n, 6) else 0 end`

const clients: Child = {
  table: 'shift_client',
  parent: 'shift_id',
  key: ['client_id'],
  columns: ['place', 'share', 'funding_type', 'price_code', 'claim_type'],
  rows: `
    select b.id as shift_id, (e.value #>> '{}')::bigint as client_id, e.place,
      case when b.row ->> 'type' = 'single' then null
        when b.row -> 'client_charge_split' = '[]' then ${equalShare}
        else coalesce(c.share, 0) end as share,
      f.value ->> 'funding_type' as funding_type, (f.value ->> 'price_code')::bigint as price_code,
      f.value ->> 'claim_type' as claim_type
    from bundle_row b
    cross join lateral (select jsonb_array_length(b.row -> 'client_ids') as n) counted
    ${elements(`b.row -> 'client_ids'`, 'e')}
    left join lateral (
      select (value ->> 'share')::numeric as share from jsonb_array_elements(b.row -> 'client_charge_split')
      where value -> 'client_id' = e.value limit 1) c on true
    left join lateral (
      select value from jsonb_array_elements(b.row -> 'funding') where value -> 'client_id' = e.value limit 1) f on true
    where b.list = 'shifts'`,
}

const segments: Child = {
  table: 'shift_segment',
  parent: 'shift_id',
  key: ['id'],
  columns: ['starts', 'ends', 'service', 'staff_ids'],
  alike: ['starts', 'ends', 'service', 'staff_ids'],
  rows: `
    select b.id as shift_id, (e.value ->> 'id')::bigint as id, ${shownTime(`e.value ->> 'start'`)} as starts,
      ${shownTime(`e.value ->> 'end'`)} as ends, e.value ->> 'service' as service,
      array(select jsonb_array_elements_text(e.value -> 'staff_ids')::bigint) as staff_ids, e.place
    from bundle_row b ${elements(`b.row -> 'segments'`, 'e')}
    where b.list = 'shifts'`,
}

const noteColumns = `(n.value ->> 'id')::bigint as id, (n.value ->> 'staff_id')::bigint as staff_id,
  n.value ->> 'notes' as notes, (n.value ->> 'created_at')::timestamp as created_at`

/** Notes of the shift come before those of its segments, which have the segments' ids by now. */
const notes: Child = {
  table: 'shift_note',
  parent: 'shift_id',
  key: ['id'],
  columns: ['segment_id', 'staff_id', 'notes', 'created_at'],
  local: ['created_at'],
  alike: ['segment_id', 'staff_id', 'notes'],
  alsoIn: { list: 'appointment_notes', unless: saysNoMore.shift('s') },
  rows: `
    select b.id as shift_id, null::bigint as segment_id, ${noteColumns}, n.place
    from bundle_row b ${elements(`b.row -> 'notes'`, 'n')}
    where b.list = 'shifts'
    union all
    select b.id, s.id, ${noteColumns}, e.place * 1000000 + n.place
    from bundle_row b ${elements(`b.row -> 'segments'`, 'e')} ${elements(`e.value -> 'shift_notes'`, 'n')}
    join wanted_shift_segment s on s.shift_id = b.id and s.place = e.place
    where b.list = 'shifts'`,
}

/** The pairs as given, or every client with every staff member; who is missing on one side is null. */
const appointments: Child = {
  table: 'appointment',
  parent: 'shift_id',
  key: ['id'],
  columns: ['client_id', 'employee_id'],
  alike: ['client_id', 'employee_id'],
  copied: { ...repeatedOf('p'), created_at: 'p.created_at', updated_at: 'p.updated_at' },
  rows: `
    select b.id as shift_id, (e.value ->> 'id')::bigint as id, (e.value ->> 'client_id')::bigint as client_id,
      (e.value ->> 'employee_id')::bigint as employee_id, e.place
    from bundle_row b ${elements(`coalesce(b.row -> 'appointments', '[]')`, 'e')}
    where b.list = 'shifts'
    union all
    select b.id, null, c.client_id, s.staff_id, coalesce(c.place, 1) * 1000 + coalesce(s.place, 1)
    from bundle_row b
    left join wanted_shift_client c on c.shift_id = b.id
    left join wanted_shift_staff s on s.shift_id = b.id
    where b.list = 'shifts' and coalesce(b.row -> 'appointments', '[]') = '[]'`,
}

export const children = [staff, clients, segments, notes, appointments]
