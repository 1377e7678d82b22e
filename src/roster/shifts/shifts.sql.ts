import type { Caller } from '../../access/tokens.ts'
import { firstChunkSql } from '../../db/chunk.ts'
import { keysetList } from '../../db/list.ts'
import { instantText, localTimeText, organisationTimezone, timestampText } from '../../db/local-time.ts'
import type { Call } from '../../db/pipeline.ts'
import { asIds } from '../../db/shape.ts'
import { statement } from '../../db/statement.ts'
import type { EventType } from '../../events/catalogue.ts'
import { noteBytes } from '../../http/contract/record-limits.ts'
import type { Rule } from '../../recurrence/recurrence.ts'
import { insertPairs, updateAppointments } from '../appointments/appointments.sql.ts'
import type { ConflictCode } from '../conflicts/conflicts.schema.ts'
import type { AcceptedConflicts, Planned } from '../conflicts/conflicts.ts'
import type { Occurrence } from '../series/occurrences.ts'
import type { ShiftStatus } from './moves.ts'
import { moveSegments, type Plan, pairsOf } from './plan.ts'
import type { Ref } from './refs.ts'
import { recordShiftEvents, refOfShift } from './shift-events.ts'
import type { Cancellation, ShiftType } from './shifts.schema.ts'

/** A shift with its children as JSON. */
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
  staff: StaffOfShift[] | null
  clients: ClientOfShift[] | null
  segments: { id: number; start: string; end: string; service: string; staff_ids: number[] }[] | null
  notes: NoteRow[] | null
  site: { id: number; name: string } | null
  recurrence: Rule | null
}
/** A person with the clock times, as local times and as instants. */
export interface StaffOfShift {
  id: number
  name: string
  check_in: string | null
  check_out: string | null
  check_in_at: string | null
  check_out_at: string | null
  corrected: boolean
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

const name = (person: string) => `${person}.first_name || ' ' || ${person}.last_name`
const of = 'org_id = $1 and'

/** The columns of a ShiftRow, for `from shift s`; with notes only if the condition `withNotes` is true. */
export const shiftColumns = (zone = organisationTimezone, withNotes = 'true') => `
  s.id, s.type, s.status, s.title, s.starts, s.ends, s.starts_at, s.ends_at, s.address, s.services, s.cancellation,
  s.overridden, s.series_id, s.occurrence_on, s.edited_alone, s.created_at, s.updated_at,
  (extract(epoch from s.ends_at - s.starts_at) / 60)::int as minutes, ${zone} as timezone,
  (select min(a.id) from appointment a where a.${of} a.shift_id = s.id) as first_appointment,
  (select json_agg(json_build_object('id', p.id, 'name', ${name('p')},
                                     'check_in', ${localTimeText('ss.check_in', zone)}, 'check_out', ${localTimeText('ss.check_out', zone)},
                                     'check_in_at', ${instantText('ss.check_in')}, 'check_out_at', ${instantText('ss.check_out')},
                                     'corrected', ss.corrected) order by ss.place)
   from shift_staff ss join staff p on p.${of} p.id = ss.staff_id where ss.${of} ss.shift_id = s.id) as staff,
  (select json_agg(json_build_object('id', p.id, 'name', ${name('p')}, 'share', sc.share, 'funding_type', sc.funding_type,
                                     'price_code', sc.price_code, 'claim_type', sc.claim_type) order by sc.place)
   from shift_client sc join client p on p.${of} p.id = sc.client_id where sc.${of} sc.shift_id = s.id) as clients,
  (select json_agg(json_build_object('id', g.id, 'start', ${timestampText('g.starts')}, 'end', ${timestampText('g.ends')},
                                     'service', g.service, 'staff_ids', g.staff_ids) order by g.starts, g.id)
   from shift_segment g where g.${of} g.shift_id = s.id) as segments,
  case when ${withNotes} then (
    select json_agg(json_build_object('id', n.id, 'segment_id', n.segment_id, 'staff', case when p.id is not null then
                                      json_build_object('id', p.id, 'name', ${name('p')}) end, 'notes', n.notes,
                                      'created_at', ${localTimeText('n.created_at', zone)}) order by n.id)
    from shift_note n left join staff p on p.${of} p.id = n.staff_id where n.${of} n.shift_id = s.id) end as notes,
  case when s.site_id is not null then
    (select json_build_object('id', t.id, 'name', t.name) from site t where t.${of} t.id = s.site_id) end as site,
  case when s.series_id is not null then
    (select r.recurrence from shift_series r where r.${of} r.id = s.series_id) end as recurrence`

/** The condition for the shift of a ref: $2 is its id, $3 whether that is an appointment's. */
export const locate = `s.org_id = $1 and s.deleted_at is null and ($3 or s.type <> 'single')
  and s.id = case when $3 then (select shift_id from appointment where org_id = $1 and id = $2) else $2 end`

type Located = [orgId: number, id: number, isAppointment: boolean]

export const find = statement<[...Located, timezone: string], ShiftRow>(
  'shifts.find',
  `select ${shiftColumns('$4::text')} from shift s where ${locate}`,
)
/** By the shift's own id. */
export const findById = statement<[orgId: number, id: number, timezone: string], ShiftRow>(
  'shifts.find_by_id',
  `select ${shiftColumns('$3::text')} from shift s where s.org_id = $1 and s.id = $2 and s.deleted_at is null`,
)
/** `find` for a pipeline. */
export const findShift = ({ orgId, timezone }: Pick<Caller, 'orgId' | 'timezone'>, { id, isAppointment }: Ref) =>
  find.call(orgId, id, isAppointment, timezone)

/** Locks a shift until the end of the transaction. A later statement of the same batch reads it. */
export const lockShift = statement<Located, { id: number }>(
  'shifts.lock',
  `select s.id from shift s where ${locate} for no key update`,
)

/** Only the shift `withNotesId` comes with notes, for the response: a series has hundreds of shifts. */
export const findMany = statement<[orgId: number, ids: number[], withNotesId: number | null], ShiftRow>(
  'shifts.find_many',
  `select ${shiftColumns(undefined, 's.id = $3')} from shift s where s.org_id = $1 and s.id = any ($2::bigint[]) and s.deleted_at is null order by s.id`,
)

/** The part of shifts that their conflicts depend on. */
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

/** The first of the shifts with these ids, as many as fit into one part of a response. */
export const findPart = statement<[orgId: number, ids: number[]], ShiftRow>(
  'shifts.find_part',
  firstChunkSql({
    records: `select ${shiftColumns()} from shift s where s.org_id = $1 and s.id = any ($2::bigint[]) and s.deleted_at is null`,
    order: 'id',
    // Segments and services repeat names of staff. Notes count twice, because a segment repeats its notes.
    large: ['services', 'staff', 'clients', 'segments', 'notes', 'notes'],
    further: 'octet_length(staff::text) * (coalesce(json_array_length(segments), 0) + jsonb_array_length(services))',
  }),
)

/** What clocking in and out needs: the status of a shift and its staff. */
export const attendance = statement<Located, AttendanceRow>(
  'shifts.attendance',
  `select s.id, s.type, s.status, s.ends_at, (select min(a.id) from appointment a where a.org_id = $1 and a.shift_id = s.id) as first_appointment,
     coalesce((select json_agg(json_build_object('id', p.id, 'name', ${name('p')}, 'is_in', ss.check_in is not null, 'is_out', ss.check_out is not null))
       from shift_staff ss join staff p on p.${of} p.id = ss.staff_id where ss.${of} ss.shift_id = s.id), '[]') as staff
   from shift s where ${locate}`,
)
export interface AttendanceRow {
  id: number
  type: ShiftType
  status: ShiftStatus
  ends_at: string
  first_appointment: number
  staff: { id: number; name: string; is_in: boolean; is_out: boolean }[]
}

/** The ids of a page of shifts. The records are large, so the route reads them in parts. */
export const shiftList = keysetList({
  name: 'shifts.list',
  table: 'shift',
  where: 'deleted_at is null',
  counters: 'shifts',
  filters: {
    // An appointment's ref is also one of its shift; a single shift has no other. As `locate` has it.
    refs: {
      sql: `id = any (array(
        select shift_id from appointment where org_id = $1 and id = any (array(select substr(r, 3)::bigint from unnest(?::text[]) r where r like 'a:%'))
        union all
        select id from shift where org_id = $1 and type <> 'single' and id = any (array(select substr(r, 3)::bigint from unnest(?::text[]) r where r like 'g:%'))))`,
      isIndexed: true,
    },
    // A shift lasts at most 7 days, so `from` can use the index by start day too.
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

const sharedColumns = 'type, status, title, address, site_id, series_id, services, overridden, is_short'
const ownColumns = 'id, starts, ends, starts_at, ends_at, occurrence_on'

type SharedValues = [
  ...[orgId: number, type: string, status: ShiftStatus, title: string, address: string | null],
  ...[site_id: number | null, series_id: number | null, services: string, overridden: string[], is_short: boolean],
]
type OwnValues = [id: number, starts: string, ends: string, starts_at: string, ends_at: string, day: string | null]
type Lists<Values extends unknown[]> = { [K in keyof Values]: Values[K][] }

const insertOne = statement<[...SharedValues, ...OwnValues], object>(
  'shifts.insert_one',
  `insert into shift (org_id, ${sharedColumns}, ${ownColumns})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
)

/** Inserts shifts that differ in their times alone. */
const insertMany = statement<[...SharedValues, ...Lists<OwnValues>], object>(
  'shifts.insert_many',
  `insert into shift (org_id, ${sharedColumns}, ${ownColumns})
   select $1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, own.*
   from unnest($11::bigint[], $12::timestamp[], $13::timestamp[], $14::timestamptz[], $15::timestamptz[], $16::date[]) own`,
)

const insertStaff = statement<[orgId: number, shiftIds: readonly number[], staffIds: readonly number[]], object>(
  'shifts.insert_staff',
  `insert into shift_staff (org_id, shift_id, staff_id, place)
   select $1, s.id, p.id, p.place from unnest($2::bigint[]) s (id), unnest($3::bigint[]) with ordinality p (id, place)`,
)

const clientColumns = 'client_id, place, share, funding_type, price_code, claim_type'
/** SQL for the rows of $3, a list of {client_id, share, funding_type, price_code, claim_type}. */
const clientRows = `
  select (c ->> 'client_id')::bigint as client_id, place, (c ->> 'share')::numeric as share, c ->> 'funding_type' as funding_type,
         (c ->> 'price_code')::bigint as price_code, c ->> 'claim_type' as claim_type
  from jsonb_array_elements($3::jsonb) with ordinality list (c, place)`

const insertClients = statement<[orgId: number, shiftIds: readonly number[], clients: string], object>(
  'shifts.insert_clients',
  `insert into shift_client (org_id, shift_id, ${clientColumns})
   select $1, s.id, c.* from unnest($2::bigint[]) s (id), (${clientRows}) c`,
)

/** $2 is a list of {shift_id, place, starts, ends, service, staff_ids}. */
const insertSegments = statement<[orgId: number, segments: string], object>(
  'shifts.insert_segments',
  `insert into shift_segment (org_id, shift_id, starts, ends, service, staff_ids)
   select $1, g.shift_id, g.starts, g.ends, g.service, array(select jsonb_array_elements_text(g.staff_ids)::bigint)
   from jsonb_to_recordset($2::jsonb) g (shift_id bigint, place int, starts timestamp, ends timestamp, service text, staff_ids jsonb)
   order by g.shift_id, g.starts, g.place`,
)

/** Shifts to create, which differ in their times alone. */
export interface NewShifts extends AcceptedConflicts {
  /** Of the shifts, in the order of their occurrences. */
  ids: readonly number[]
  plan: Plan
  occurrences: readonly Occurrence[]
  timezone: string
  series_id: number | null
  status: ShiftStatus
  /** Names of the fields in the request, for the event. */
  fields: string[]
  /** Whether the series left people out because of conflicts. */
  is_short?: boolean
}

/** Inserts shifts with their people, segments, appointments and events. PostgreSQL needs the shifts first. */
export function insertShifts(orgId: number, connectionId: number | null, shifts: NewShifts): Call[] {
  const { ids, plan, occurrences, timezone, series_id, status, fields, overridden, detail, is_short = false } = shifts
  const { staff_ids, client_ids, clients, segments } = plan
  const shared: SharedValues = [
    ...([orgId, plan.type, status, plan.title, plan.address, plan.site_id, series_id] as const),
    ...([JSON.stringify(plan.services), overridden, is_short] as const),
  ]
  const own = occurrences.map(({ day, times: { starts, ends, starts_at, ends_at } }, index): OwnValues => {
    return [ids[index]!, starts, ends, starts_at, ends_at, day]
  })
  const segmentsOf = ({ times }: Occurrence, index: number) =>
    moveSegments(segments, plan, times, timezone).map(({ id: _, ...segment }, place) => {
      return { ...segment, place, shift_id: ids[index]! }
    })
  const pairs = pairsOf(client_ids, staff_ids)
  const calls: (Call | false)[] = [
    own.length === 1 ? insertOne.call(...shared, ...own[0]!) : insertMany.call(...shared, ...listsOf(own)),
    staff_ids.length > 0 && insertStaff.call(orgId, ids, staff_ids),
    clients.length > 0 && insertClients.call(orgId, ids, JSON.stringify(clients)),
    segments.length > 0 && insertSegments.call(orgId, JSON.stringify(occurrences.flatMap(segmentsOf))),
    insertPairs.call(
      ...([orgId, ids, pairs.map(({ client_id }) => client_id), pairs.map(({ employee_id }) => employee_id)] as const),
    ),
    recordShiftEvents.call(orgId, connectionId, 'shift.created', ids, fields, detail),
  ]
  return calls.filter((call) => call !== false)
}

const listsOf = (rows: readonly OwnValues[]) =>
  [0, 1, 2, 3, 4, 5].map((column) => rows.map((values) => values[column])) as Lists<OwnValues>

type Update = [
  ...[
    orgId: number,
    connectionId: number | null,
    id: number,
    title: string,
    address: string | null,
    siteId: number | null,
  ],
  ...[services: string, overridden: string[], starts: string, ends: string, startsAt: string, endsAt: string],
  ...[seriesId: number | null, day: string | null, editedAlone: boolean, fields: string[], detail: string | null],
]

/** Updates a locked shift. The statements below update its people and appointments. */
export const update = statement<Update, object>(
  'shifts.update',
  `with changed as (
     update shift set title = $4, address = $5, site_id = $6, services = $7::jsonb, overridden = $8, starts = $9, ends = $10,
       starts_at = $11, ends_at = $12, series_id = $13, occurrence_on = $14, edited_alone = $15,
       is_short = is_short and not $16::text[] && array['staff_ids', 'client_ids'], updated_at = statement_timestamp()
     where org_id = $1 and id = $3 returning id, type)
   insert into event (org_id, type, subject_id, ref, fields, detail, connection_id)
   select $1, 'shift.updated', id, ${refOfShift('changed')}, $16::text[], $17::jsonb, $2 from changed`,
)

export const setStaff = statement<[orgId: number, id: number, staffIds: readonly number[]], object>(
  'shifts.set_staff',
  `with gone as (delete from shift_staff where org_id = $1 and shift_id = $2 and staff_id <> all ($3::bigint[]))
   insert into shift_staff (org_id, shift_id, staff_id, place)
   select $1, $2, p.id, p.place from unnest($3::bigint[]) with ordinality p (id, place)
   on conflict (org_id, shift_id, staff_id) do update set place = excluded.place`,
)

export const setClients = statement<[orgId: number, id: number, clients: string], object>(
  'shifts.set_clients',
  `with input as materialized (${clientRows}),
   gone as (
     delete from shift_client where org_id = $1 and shift_id = $2 and client_id not in (select client_id from input))
   insert into shift_client (org_id, shift_id, ${clientColumns})
   select $1, $2, ${clientColumns} from input
   on conflict (org_id, shift_id, client_id) do update
     set (place, share, funding_type, price_code, claim_type)
       = row (excluded.place, excluded.share, excluded.funding_type, excluded.price_code, excluded.claim_type)`,
)

/**
 * $3 is a list of {id?, starts, ends, service, staff_ids}. Notes stay with the id of their segment, and those of a
 * segment that is removed stay with the shift.
 */
export const setSegments = statement<[orgId: number, id: number, segments: string], object>(
  'shifts.set_segments',
  `with input as materialized (
     select coalesce(g.id, nextval('shift_segment_id_seq')) as id, g.starts, g.ends, g.service,
            array(select jsonb_array_elements_text(g.staff_ids)::bigint) as staff_ids
     from jsonb_to_recordset($3::jsonb) g (id bigint, starts timestamp, ends timestamp, service text, staff_ids jsonb)),
   detached as (
     update shift_note set segment_id = null
     where org_id = $1 and shift_id = $2 and segment_id is not null and segment_id not in (select id from input)),
   gone as (delete from shift_segment where org_id = $1 and shift_id = $2 and id not in (select id from input))
   insert into shift_segment (org_id, id, shift_id, starts, ends, service, staff_ids)
   select $1, id, $2, starts, ends, service, staff_ids from input
   on conflict (org_id, id) do update
     set (starts, ends, service, staff_ids) = row (excluded.starts, excluded.ends, excluded.service, excluded.staff_ids)
     where shift_segment.shift_id = excluded.shift_id`,
)

type UpdateStatus = [
  ...[orgId: number, ids: readonly number[], status: ShiftStatus, cancellations: string],
  overridden: readonly string[],
]

/** $4 is a list of {id, cancellation}; a shift that is not in it loses its cancellation. */
const updateStatus = statement<UpdateStatus, object>(
  'shifts.set_status',
  `with s as (
     update shift set status = $3, updated_at = statement_timestamp(), overridden = array(select unnest(overridden) union select unnest($5::text[])),
       cancellation = (select c.cancellation from jsonb_to_recordset($4::jsonb) c (id bigint, cancellation jsonb) where c.id = shift.id)
     where org_id = $1 and id = any ($2::bigint[]) returning *)
   ${updateAppointments('s')}`,
)

interface NewStatus {
  ids: readonly number[]
  status: ShiftStatus
  /** The event of each shift, and the fields that change. */
  type: EventType
  fields: readonly string[]
  detail?: object | null
  cancellations?: readonly { id: number; cancellation: Cancellation }[]
  overridden?: readonly ConflictCode[]
}

/** Sets the status of locked shifts, with their events. */
export function setStatus(orgId: number, connectionId: number, change: NewStatus): [Call, Call] {
  const { ids, status, type, fields, detail = null, cancellations = [], overridden = [] } = change
  const inOrder = [...ids].sort((a, b) => a - b)
  return [
    updateStatus.call(orgId, inOrder, status, JSON.stringify(cancellations), overridden),
    recordShiftEvents.call(orgId, connectionId, type, inOrder, fields, detail),
  ]
}

type Clock = [orgId: number, connectionId: number, id: number, staffIds: number[], now: string, status: ShiftStatus]

const clocking = (name: string, set: string, type: string) =>
  statement<Clock, object>(
    name,
    `with before as materialized (select id, type, status from shift where org_id = $1 and id = $3),
     moved as (update shift set status = $6, updated_at = statement_timestamp() where org_id = $1 and id = $3),
     clocked as (
       update shift_staff set ${set} where org_id = $1 and shift_id = $3 and staff_id = any ($4::bigint[]) returning staff_id)
     insert into event (org_id, type, subject_id, ref, fields, detail, connection_id)
     select $1, '${type}', $3, ${refOfShift('before')},
       case when before.status = $6 then array['attendance'] else array['status', 'attendance'] end,
       jsonb_build_object('staff_id', staff_id, 'status', $6::text), $2
     from clocked, before order by staff_id`,
  )
export const clockIn = clocking('shifts.clock_in', 'check_in = $5', 'shift.clocked_in')
/** Never before the clock-in, which may come from a node whose clock is ahead. */
export const clockOut = clocking('shifts.clock_out', 'check_out = greatest(check_in, $5)', 'shift.clocked_out')

type Correct = [
  ...[orgId: number, id: number, staffId: number, checkIn: string | null, checkOut: string | null],
  status: ShiftStatus,
]

/** Sets the clock times of one person of a locked shift, and the status that follows. */
export const correct = statement<Correct, object>(
  'shifts.correct_attendance',
  `with moved as (update shift set status = $6, updated_at = statement_timestamp() where org_id = $1 and id = $2)
   update shift_staff set check_in = $4, check_out = $5, corrected = true where org_id = $1 and shift_id = $2 and staff_id = $3`,
)

/** Marks a locked shift as changed. */
export const touch = statement<[orgId: number, id: number], object>(
  'shifts.touch',
  'update shift set updated_at = statement_timestamp() where org_id = $1 and id = $2',
)

type AddNote = [
  ...[orgId: number, id: number, shiftId: number, staffId: number | null, segmentId: number | null],
  ...[notes: string, now: string, author: string | null],
]

export const addNote = statement<AddNote, object>(
  'shifts.add_note',
  `insert into shift_note (org_id, id, shift_id, staff_id, segment_id, notes, created_at, updated_at, source, author_name)
   values ($1, $2, $3, $4, $5, $6, $7, statement_timestamp(), 'api', $8)`,
)

export const findNote = statement<[orgId: number, id: number, timezone: string], NoteRow>(
  'shifts.find_note',
  `select n.id, n.segment_id, n.notes, ${localTimeText('n.created_at', '$3::text')} as created_at,
     case when p.id is not null then json_build_object('id', p.id, 'name', ${name('p')}) end as staff
   from shift_note n left join staff p on p.${of} p.id = n.staff_id where n.${of} n.id = $2`,
)

/** The shifts of refs, deleted ones too. $2 are ids of appointments, $3 of shifts. */
export const resolve = statement<[orgId: number, appointmentIds: number[], shiftIds: number[]], ResolvedRef>(
  'shifts.resolve',
  `select 'a:' || a.id as ref, a.shift_id, s.series_id from appointment a join shift s on s.org_id = $1 and s.id = a.shift_id
   where a.org_id = $1 and a.id = any ($2::bigint[])
   union all
   select 'g:' || s.id, s.id, s.series_id from shift s where s.org_id = $1 and s.id = any ($3::bigint[]) and s.type <> 'single'`,
)
export interface ResolvedRef {
  ref: string
  shift_id: number
  series_id: number | null
}

/** A shift that the transaction has locked. */
export interface LockedShift {
  id: number
  type: ShiftType
  status: ShiftStatus
  series_id: number | null
  occurrence_on: string | null
  starts: string
  edited_alone: boolean
  is_deleted: boolean
}

/** The most shifts that one request locks. One more in the result means that there are too many. */
export const maxLocked = 5000

/**
 * Locks shifts, and with $3 the later ones of their series. It locks in the order of ids, so that two requests cannot
 * deadlock.
 */
export const lockMany = statement<[orgId: number, ids: number[], withLater: boolean], LockedShift>(
  'shifts.lock_many',
  `select s.id, s.type, s.status, s.series_id, s.occurrence_on, s.starts, s.edited_alone, s.deleted_at is not null as is_deleted
   from shift s where s.org_id = $1 and s.id = any (array(
     select unnest($2::bigint[]) union
     select m.id from shift f join shift m on m.org_id = $1 and m.series_id = f.series_id and m.deleted_at is null
       and coalesce(m.occurrence_on, m.starts::date) > coalesce(f.occurrence_on, f.starts::date)
     where $3 and f.org_id = $1 and f.id = any ($2::bigint[])))
   order by s.id limit ${maxLocked + 1} for update`,
)

/** Hides shifts that happened at least in part. GET /appointments still lists them. */
export const softDelete = statement<[orgId: number, connectionId: number, ids: number[]], object>(
  'shifts.soft_delete',
  `with s as (
     update shift set deleted_at = statement_timestamp(), updated_at = statement_timestamp()
     where org_id = $1 and id = any ($3::bigint[]) returning *),
   flat as (${updateAppointments('s')})
   insert into event (org_id, type, subject_id, ref, connection_id)
   select $1, 'shift.deleted', id, ${refOfShift('s')}, $2 from s order by id`,
)

/**
 * Locks the notes of shifts before `remove`, in a statement of its own: a submission that refers to one and is not committed
 * yet is waited for, and then detached.
 */
export const lockNotes = statement<[orgId: number, ids: number[]], object>(
  'shifts.lock_notes',
  'select id from shift_note where org_id = $1 and shift_id = any ($2::bigint[]) order by id for update',
)

/** Removes shifts that never happened. Their children go by `on delete cascade`; submissions of their notes stay. */
export const remove = statement<[orgId: number, connectionId: number, ids: number[]], object>(
  'shifts.remove',
  `with s as materialized (
     select id, ${refOfShift('shift')} as ref from shift where org_id = $1 and id = any ($3::bigint[])),
   detached as (
     update form_submission set shift_note_id = null, updated_at = statement_timestamp()
     where org_id = $1 and shift_note_id in (select id from shift_note where org_id = $1 and shift_id = any ($3::bigint[]))),
   gone as (delete from shift where org_id = $1 and id = any ($3::bigint[]) returning id)
   insert into event (org_id, type, subject_id, ref, connection_id)
   select $1, 'shift.removed', s.id, s.ref, $2 from s join gone on gone.id = s.id order by s.id`,
)
