import type { Caller } from '../../access/tokens.ts'
import { firstPart } from '../../db/part.ts'
import { statement } from '../../db/statement.ts'
import { noteBytes } from '../../http/contract/record-limits.ts'
import type { Rule } from '../../recurrence/recurrence.ts'
import type { ConflictCode } from '../conflicts/conflicts.schema.ts'
import type { Planned } from '../conflicts/conflicts.ts'
import type { ShiftStatus } from './moves.ts'
import type { Ref } from './refs.ts'
import type { Cancellation, ShiftType } from './shifts.schema.ts'

/** A shift as the statements below give it: the row, and its children as JSON. */
export interface ShiftRow {
  id: number
  type: ShiftType
  status: ShiftStatus
  title: string
  starts: string
  ends: string
  starts_at: string
  ends_at: string
  address: string | null
  services: { staff_id: number | null; service: string }[]
  cancellation: Cancellation | null
  overridden: ConflictCode[]
  series_id: number | null
  occurrence_on: string | null
  edited_alone: boolean
  created_at: string
  updated_at: string
  minutes: number
  timezone: string
  first_appointment: number
  staff: { id: number; name: string; check_in: string | null; check_out: string | null }[] | null
  clients: ClientOfShift[] | null
  segments: { id: number; start: string; end: string; service: string; staff_ids: number[] }[] | null
  notes: NoteRow[] | null
  site: { id: number; name: string } | null
  recurrence: Rule | null
}
export interface ClientOfShift {
  id: number
  name: string
  share: number | null
  funding_type: string | null
  price_code: number | null
  claim_type: string | null
}
export interface NoteRow {
  id: number
  segment_id: number | null
  staff: { id: number; name: string } | null
  notes: string
  created_at: string
}

const local = (column: string, zone: string) => `to_char(${column} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`
const typed = (column: string) => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`
const name = (person: string) => `${person}.first_name || ' ' || ${person}.last_name`
const of = 'org_id = $1 and'

/** The organisation's zone, where the caller does not say it. PostgreSQL looks it up once for each place that names it. */
const zoneOfOrganisation = '(select timezone from organisation where id = $1)'

/** Everything the record of a shift is made of, for `from shift s`; notes only where it says so. */
export const shiftColumns = (zone = zoneOfOrganisation, isShown = 'true') => `
  s.id, s.type, s.status, s.title, s.starts, s.ends, s.starts_at, s.ends_at, s.address, s.services, s.cancellation,
  s.overridden, s.series_id, s.occurrence_on, s.edited_alone, s.created_at, s.updated_at,
  (extract(epoch from s.ends_at - s.starts_at) / 60)::int as minutes, ${zone} as timezone,
  (select min(a.id) from appointment a where a.${of} a.shift_id = s.id) as first_appointment,
  (select json_agg(json_build_object('id', p.id, 'name', ${name('p')},
                                     'check_in', ${local('ss.check_in', zone)}, 'check_out', ${local('ss.check_out', zone)}) order by ss.place)
   from shift_staff ss join staff p on p.${of} p.id = ss.staff_id where ss.${of} ss.shift_id = s.id) as staff,
  (select json_agg(json_build_object('id', p.id, 'name', ${name('p')}, 'share', sc.share, 'funding_type', sc.funding_type,
                                     'price_code', sc.price_code, 'claim_type', sc.claim_type) order by sc.place)
   from shift_client sc join client p on p.${of} p.id = sc.client_id where sc.${of} sc.shift_id = s.id) as clients,
  (select json_agg(json_build_object('id', g.id, 'start', ${typed('g.starts')}, 'end', ${typed('g.ends')},
                                     'service', g.service, 'staff_ids', g.staff_ids) order by g.starts, g.id)
   from shift_segment g where g.${of} g.shift_id = s.id) as segments,
  case when ${isShown} then (
    select json_agg(json_build_object('id', n.id, 'segment_id', n.segment_id, 'staff', case when p.id is not null then
                                      json_build_object('id', p.id, 'name', ${name('p')}) end, 'notes', n.notes,
                                      'created_at', ${local('n.created_at', zone)}) order by n.id)
    from shift_note n left join staff p on p.${of} p.id = n.staff_id where n.${of} n.shift_id = s.id) end as notes,
  case when s.site_id is not null then
    (select json_build_object('id', t.id, 'name', t.name) from site t where t.${of} t.id = s.site_id) end as site,
  case when s.series_id is not null then
    (select r.recurrence from shift_series r where r.${of} r.id = s.series_id) end as recurrence`

/** The shift that a ref points at: $2 is its number, $3 whether that is an appointment's. */
export const locate = `s.org_id = $1 and s.deleted_at is null and ($3 or s.type <> 'single')
  and s.id = case when $3 then (select shift_id from appointment where org_id = $1 and id = $2) else $2 end`

type Located = [orgId: number, id: number, isAppointment: boolean]

export const find = statement<[...Located, timezone: string], ShiftRow>(
  'shifts.find',
  `select ${shiftColumns('$4::text')} from shift s where ${locate}`,
)
/** The same by the shift's own id. */
export const findById = statement<[orgId: number, id: number, timezone: string], ShiftRow>(
  'shifts.find_by_id',
  `select ${shiftColumns('$3::text')} from shift s where s.org_id = $1 and s.id = $2 and s.deleted_at is null`,
)
/** The same for a conversation. */
export const findShift = ({ orgId, timezone }: Pick<Caller, 'orgId' | 'timezone'>, { id, isAppointment }: Ref) =>
  find.call(orgId, id, isAppointment, timezone)

/** Holds a shift until the end of the transaction. What it has is read after this, by a statement of its own. */
export const lock = statement<Located, { id: number }>(
  'shifts.lock',
  `select s.id from shift s where ${locate} for no key update`,
)

/** Notes are read of one of them, which is given back: a series has hundreds of shifts. */
export const findMany = statement<[orgId: number, ids: number[], shownId: number | null], ShiftRow>(
  'shifts.find_many',
  `select ${shiftColumns(undefined, 's.id = $3')} from shift s where s.org_id = $1 and s.id = any ($2::bigint[]) and s.deleted_at is null order by s.id`,
)

/** What can speak against shifts depends on no more than this. */
export const findPlanned = statement<
  [orgId: number, ids: number[]],
  Planned & { id: number; overridden: ConflictCode[] }
>(
  'shifts.find_planned',
  `select s.id, s.starts, s.ends, s.starts_at, s.ends_at, s.site_id, s.overridden,
     array(select staff_id from shift_staff where org_id = $1 and shift_id = s.id order by place) as staff_ids,
     array(select client_id from shift_client where org_id = $1 and shift_id = s.id order by place) as client_ids
   from shift s where s.org_id = $1 and s.id = any ($2::bigint[]) and s.deleted_at is null order by s.id`,
)

export const bytesOfNotes = statement<Located, { bytes: number }>(
  'shifts.bytes_of_notes',
  `select ${noteBytes('segment_id is not null')} as bytes from shift_note n
   where n.org_id = $1 and n.shift_id = (select s.id from shift s where ${locate})`,
)

/** The first shifts that have these ids. */
export const findPart = statement<[orgId: number, ids: number[]], ShiftRow>(
  'shifts.find_part',
  firstPart({
    records: `select ${shiftColumns()} from shift s where s.org_id = $1 and s.id = any ($2::bigint[]) and s.deleted_at is null`,
    order: 'id',
    // A segment, and a service, names its staff; a note of a segment stands there too.
    large: ['services', 'staff', 'clients', 'segments', 'notes', 'notes'],
    further: 'octet_length(staff::text) * (coalesce(json_array_length(segments), 0) + jsonb_array_length(services))',
  }),
)

/** What clocking needs to know of a shift: its state and its people. */
export const attendance = statement<Located, AttendanceRow>(
  'shifts.attendance',
  `select s.id, s.type, s.status, (select min(a.id) from appointment a where a.org_id = $1 and a.shift_id = s.id) as first_appointment,
     coalesce((select json_agg(json_build_object('id', p.id, 'name', ${name('p')}, 'is_in', ss.check_in is not null, 'is_out', ss.check_out is not null))
       from shift_staff ss join staff p on p.${of} p.id = ss.staff_id where ss.${of} ss.shift_id = s.id), '[]') as staff
   from shift s where ${locate}`,
)
export interface AttendanceRow {
  id: number
  type: ShiftType
  status: ShiftStatus
  first_appointment: number
  staff: { id: number; name: string; is_in: boolean; is_out: boolean }[]
}
