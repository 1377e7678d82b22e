import type pg from 'pg'
import { isPlainNote, noteStreamTables } from '../../bundle/plain-notes.ts'
import type { Problems } from '../../bundle/problems.ts'
import { type Child, section, zone } from '../../bundle/section.ts'
import { instantText, localTimeText, timestampText } from '../../db/local-time.ts'
import { copiedFromShift } from '../appointments/appointments.sql.ts'
import { checkShift, extraFields, fields, readShift } from './rules.ts'

// The export: SQL over the shift, `r`.
const localOf = (instant: string) => localTimeText(instant, zone)

/** A JSON list of the children. `fields` are names and SQL over a child, `c`. */
const each = (table: string, fields: Record<string, string>, order: string, condition = '') => `
  (select coalesce(json_agg(${object(fields)} order by ${order}), '[]') ${of(table, condition)})`
const object = (fields: Record<string, string>) =>
  `json_build_object(${Object.entries(fields)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`
const of = (table: string, condition = '') => `from ${table} c where c.org_id = $1 and c.shift_id = r.id${condition}`
const idsOf = (table: string, column: string) => `array(select ${column} ${of(table)} order by place)`

const note = { id: 'id', staff_id: 'staff_id', notes: 'notes', created_at: localOf('created_at') }
const segment = {
  id: 'id',
  start: timestampText('starts'),
  end: timestampText('ends'),
  service: 'service',
  staff_ids: 'staff_ids',
}
const notesOfSegment = `(select json_agg(${object(note)} order by id) from shift_note n
   where n.org_id = $1 and n.segment_id = c.id and ${isPlainNote.shift('n')})`

/** Segments without notes have no shift_notes. */
const exportedSegments = `
  (select coalesce(json_agg(case when shift_notes is null then ${object(segment)}
     else ${object({ ...segment, shift_notes: 'shift_notes' })} end order by starts, id), '[]')
   from (select c.*, ${notesOfSegment} as shift_notes ${of('shift_segment')}) s)`

const cancelled = (field: string) => `r.cancellation -> '${field}'`
const cancellation = `
  case when r.cancellation is not null then json_strip_nulls(${object({
    cancelled_at: instantText(`(r.cancellation ->> 'cancelled_at')::timestamptz`),
    ...Object.fromEntries(
      ['cancelled_by', 'reason', 'note', 'short_notice', 'charge_client'].map((field) => [field, cancelled(field)]),
    ),
  })}) end`

/** Services with their fields in a fixed order, which jsonb does not preserve. */
const services = `
  (select coalesce(json_agg(json_build_object('staff_id', e.value -> 'staff_id', 'service', e.value -> 'service') order by e.place), '[]')
   from jsonb_array_elements(r.services) with ordinality e (value, place))`

/** Clock times are whole seconds, so that the minutes are those of the times shown. */
const wholeSecond = (instant: string) => `date_trunc('second', ${instant})`

/** An instant where its local time alone would be imported as another, in an hour that occurs twice. */
const instantIfNeeded = (column: string) => `
  case when first_instant((${localOf(column)})::timestamp, ${zone}) <> ${wholeSecond(column)} then to_json(${instantText(wholeSecond(column))}) end`

/** The first fields are always there, the others where they have a value. */
const exportedAttendance = `
  (select coalesce(json_agg((
     select json_object_agg(name, value order by number)
     from (values (1, 'staff_id', to_json(c.staff_id)), (2, 'check_in', to_json(${localOf('c.check_in')})),
       (3, 'check_out', to_json(${localOf('c.check_out')})), (4, 'check_in_at', ${instantIfNeeded('c.check_in')}),
       (5, 'check_out_at', ${instantIfNeeded('c.check_out')}), (6, 'corrected', case when c.corrected then to_json(true) end)
     ) field (number, name, value)
     where number <= 3 or value is not null) order by c.place), '[]') ${of('shift_staff')})`

const exportedFields = {
  start: 'r.starts',
  end: 'r.ends',
  client_ids: idsOf('shift_client', 'client_id'),
  staff_ids: idsOf('shift_staff', 'staff_id'),
  is_draft: `r.status = 'draft'`,
  deleted: 'r.deleted_at is not null',
  services,
  segments: exportedSegments,
  appointments: each('appointment', { id: 'id', client_id: 'client_id', employee_id: 'employee_id' }, 'id'),
  attendance: exportedAttendance,
  cancellation,
  funding: each(
    'shift_client',
    { client_id: 'client_id', funding_type: 'funding_type', price_code: 'price_code', claim_type: 'claim_type' },
    'place',
    ' and coalesce(funding_type, price_code::text, claim_type) is not null',
  ),
  client_charge_split: each(
    'shift_client',
    { client_id: 'client_id', share: 'share' },
    'place',
    ' and share is not null',
  ),
  notes: each('shift_note', note, 'id', ` and segment_id is null and ${isPlainNote.shift('c')}`),
}

/** A shift of a series always has occurrence_on: null means no day, but without the field the import takes its date. */
const exportedExtras = `
  case when r.series_id is not null then jsonb_build_object('occurrence_on', r.occurrence_on) else '{}' end
  || case when r.edited_alone then jsonb '{"edited_alone": true}' else '{}' end
  || case when r.is_short then jsonb '{"is_short": true}' else '{}' end
  || case when r.overridden <> '{}' then jsonb_build_object('overridden', r.overridden) else '{}' end`

// The import: rows of the child tables from a shift in the bundle.
const elements = (list: string, alias: string) =>
  `cross join lateral jsonb_array_elements(${list}) with ordinality ${alias} (value, place)`

/** A local time that the clock skips moves forward. */
const clockTime = (text: string) => `first_instant((${text})::timestamp, ${zone}) at time zone ${zone}`

/** The instant of a clock time: the given one, or that of the local time. A local time that the person has already keeps its instant. */
const clockInstant = (column: string) => {
  const local = `(a.value ->> '${column}')::timestamp`
  return `coalesce(${wholeSecond(`(a.value ->> '${column}_at')::timestamptz`)},
        case when date_trunc('second', s.${column} at time zone ${zone}) = ${local} then s.${column} else first_instant(${local}, ${zone}) end)`
}

const staff: Child = {
  table: 'shift_staff',
  parent: 'shift_id',
  key: ['staff_id'],
  columns: ['place', 'check_in', 'check_out', 'corrected'],
  rows: `
    select b.org_id, b.id as shift_id, (e.value #>> '{}')::bigint as staff_id, e.place,
      ${clockInstant('check_in')} as check_in, ${clockInstant('check_out')} as check_out,
      coalesce((a.value ->> 'corrected')::boolean, false) as corrected
    from bundle_row b ${elements(`b.row -> 'staff_ids'`, 'e')}
    left join lateral (
      select value from jsonb_array_elements(b.row -> 'attendance') where value -> 'staff_id' = e.value limit 1) a on true
    left join shift_staff s on s.org_id = $1 and s.shift_id = b.id and s.staff_id = (e.value #>> '{}')::bigint
    where b.org_id = $1 and b.list = 'shifts'`,
}

/** Equal shares with six decimals. The first client gets the rounding difference. */
const equalShare = `round(1.0 / n, 6) + case when e.place = 1 then 1 - n * round(1.0 / n, 6) else 0 end`

const clients: Child = {
  table: 'shift_client',
  parent: 'shift_id',
  key: ['client_id'],
  columns: ['place', 'share', 'funding_type', 'price_code', 'claim_type'],
  rows: `
    select b.org_id, b.id as shift_id, (e.value #>> '{}')::bigint as client_id, e.place,
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
    where b.org_id = $1 and b.list = 'shifts'`,
}

const segments: Child = {
  table: 'shift_segment',
  parent: 'shift_id',
  key: ['id'],
  columns: ['starts', 'ends', 'service', 'staff_ids'],
  referredToBy: [{ table: 'shift_note', column: 'segment_id' }],
  matchBy: ['starts', 'ends', 'service', 'staff_ids'],
  rows: `
    select b.org_id, b.id as shift_id, (e.value ->> 'id')::bigint as id, ${clockTime(`e.value ->> 'start'`)} as starts,
      ${clockTime(`e.value ->> 'end'`)} as ends, e.value ->> 'service' as service,
      array(select jsonb_array_elements_text(e.value -> 'staff_ids')::bigint) as staff_ids, e.place
    from bundle_row b ${elements(`b.row -> 'segments'`, 'e')}
    where b.org_id = $1 and b.list = 'shifts'`,
}

const noteColumns = `(n.value ->> 'id')::bigint as id, (n.value ->> 'staff_id')::bigint as staff_id,
  n.value ->> 'notes' as notes, (n.value ->> 'created_at')::timestamp as created_at`

/** Notes of the shift come before those of its segments. The segments have their ids by now. */
const notes: Child = {
  table: 'shift_note',
  parent: 'shift_id',
  key: ['id'],
  columns: ['segment_id', 'staff_id', 'notes', 'created_at'],
  local: ['created_at'],
  matchBy: ['segment_id', 'staff_id', 'notes'],
  alsoIn: { list: 'appointment_notes', unless: isPlainNote.shift('s') },
  referredToBy: [{ table: 'form_submission', column: 'shift_note_id', isShown: true }],
  rows: `
    select b.org_id, b.id as shift_id, null::bigint as segment_id, ${noteColumns}, n.place
    from bundle_row b ${elements(`b.row -> 'notes'`, 'n')}
    where b.org_id = $1 and b.list = 'shifts'
    union all
    select b.org_id, b.id, s.id, ${noteColumns}, e.place * 1000000 + n.place
    from bundle_row b ${elements(`b.row -> 'segments'`, 'e')} ${elements(`e.value -> 'shift_notes'`, 'n')}
    join wanted_shift_segment s on s.org_id = $1 and s.shift_id = b.id and s.place = e.place
    where b.org_id = $1 and b.list = 'shifts'`,
}

/** The appointments of the bundle, or every client with every staff member. A missing side is null. */
const appointments: Child = {
  table: 'appointment',
  parent: 'shift_id',
  key: ['id'],
  columns: ['client_id', 'employee_id'],
  matchBy: ['client_id', 'employee_id'],
  copied: { ...copiedFromShift('p'), created_at: 'p.created_at', updated_at: 'p.updated_at' },
  rows: `
    select b.org_id, b.id as shift_id, (e.value ->> 'id')::bigint as id, (e.value ->> 'client_id')::bigint as client_id,
      (e.value ->> 'employee_id')::bigint as employee_id, e.place
    from bundle_row b ${elements(`coalesce(b.row -> 'appointments', '[]')`, 'e')}
    where b.org_id = $1 and b.list = 'shifts'
    union all
    select b.org_id, b.id, null, c.client_id, s.staff_id, coalesce(c.place, 1) * 1000 + coalesce(s.place, 1)
    from bundle_row b
    left join wanted_shift_client c on c.org_id = $1 and c.shift_id = b.id
    left join wanted_shift_staff s on s.org_id = $1 and s.shift_id = b.id
    where b.org_id = $1 and b.list = 'shifts' and coalesce(b.row -> 'appointments', '[]') = '[]'`,
}

const children = [staff, clients, segments, notes, appointments]

const instantOf = (field: string) => `first_instant((b.row ->> '${field}')::timestamp, ${zone})`
const attended = (condition: string) => `jsonb_path_exists(b.row, '$.attendance[*] ? (${condition})')`

const isIn = '(@.check_in != null || @.check_in_at != null)'

/** The status, from attendance and cancellation. */
const status = `
  case when jsonb_typeof(b.row -> 'cancellation') = 'object' then 'cancelled'
    when ${attended(`${isIn} && @.check_out == null && @.check_out_at == null`)} then 'started'
    when ${attended(isIn)} then 'completed'
    when (b.row ->> 'is_draft')::boolean then 'draft' else 'scheduled' end`

/** One form for equal cancellations with different texts. */
const plainCancellation = (value: string) =>
  `jsonb_strip_nulls(${value} || jsonb_build_object('cancelled_at', ${instantText(`(${value} ->> 'cancelled_at')::timestamptz`)}))`

export const shifts = section({
  list: 'shifts',
  table: 'shift',
  fields,
  extras: { fields: extraFields, exportSql: exportedExtras },
  exportFields: exportedFields,
  read: readShift,
  check: checkShift,
  verify: verifyShifts,
  links: {
    ...{ 'client_ids[]': 'clients', 'staff_ids[]': 'staff', site_id: 'sites', series_id: 'shift_series' },
    ...{
      'services[].staff_id': 'staff',
      'segments[].staff_ids[]': 'staff',
      'segments[].shift_notes[].staff_id': 'staff',
    },
    ...{ 'funding[].price_code': 'price_codes', 'notes[].staff_id': 'staff' },
  },
  ids: {
    'appointments[].id': 'appointment',
    'segments[].id': 'shift_segment',
    'notes[].id': 'shift_note',
    'segments[].shift_notes[].id': 'shift_note',
  },
  // Of several shifts on one day of a series the first gets the day, unless another has it as occurrence_on.
  lookup: {
    table: 'bundle_shift',
    columns: { id: 'bigint', starts_at: 'timestamptz', ends_at: 'timestamptz', day: 'date' },
    rows: `
     select r.org_id, r.id, r.starts_at, r.ends_at, case when is_given or (number = 1 and taken.id is null) then r.day end
     from (
       select *, row_number() over (partition by series_id, day order by is_given desc, id) as number from (
         select b.org_id, b.id, t.*, (row ->> 'series_id')::bigint as series_id, row ? 'occurrence_on' as is_given,
           case when row ->> 'series_id' is null then null
             when row ? 'occurrence_on' then (row ->> 'occurrence_on')::date
             else (t.starts_at at time zone ${zone})::date end as day
         from bundle_row b
         cross join lateral (select ${instantOf('start')} as starts_at, ${instantOf('end')} as ends_at offset 0) t
         where b.org_id = $1 and b.list = 'shifts') g) r
     left join lateral (
       select o.id from shift o left join bundle_row b on b.org_id = $1 and b.list = 'shifts' and b.id = o.id
       where o.org_id = $1 and o.series_id = r.series_id and o.occurrence_on = r.day and b.id is null) taken on not is_given`,
  },
  values: {
    status,
    starts: `found.starts_at at time zone ${zone}`,
    ends: `found.ends_at at time zone ${zone}`,
    starts_at: 'found.starts_at',
    ends_at: 'found.ends_at',
    services: 'sent.services',
    cancellation: plainCancellation('sent.cancellation'),
    occurrence_on: 'found.day',
    deleted_at: `case when (b.row ->> 'deleted')::boolean then coalesce(stored.deleted_at, now()) end`,
  },
  normalised: { cancellation: plainCancellation },
  async before(tx: pg.ClientBase, orgId: number, problems) {
    await checkClockTimes(tx, orgId, problems)
    // Days can move from one shift to another, so all of them are cleared before one is set.
    await tx.query(
      `/* bundle.before shifts */
       update shift s set occurrence_on = null from changed_shift c
       where s.org_id = $1 and c.org_id = $1 and s.id = c.id and s.occurrence_on is not null
         and (s.series_id, s.occurrence_on) is distinct from (c.series_id, c.occurrence_on)`,
      [orgId],
    )
  },
  children,
  triggerTables: noteStreamTables,
  async after(tx: pg.ClientBase, orgId: number, { zone, zoneChanged }) {
    if (zoneChanged) await followZone(tx, orgId, zone)
  },
})

/**
 * Errors that need more than the fields of one row: a start that the clock skips and that moves past the end, and two
 * shifts on one day of a series.
 */
async function verifyShifts(tx: pg.ClientBase, orgId: number, problems: Problems, newZone: string): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify shifts */
     with input as (
       select index, id, (row ->> 'series_id')::bigint as series_id, (row ->> 'occurrence_on')::date as day
       from bundle_row where org_id = $1 and list = 'shifts' and row ->> 'occurrence_on' is not null),
     numbered as (
       select *, first_value(index) over same as first, row_number() over same as number
       from input window same as (partition by series_id, day order by index))
     select format('shifts[%s].end', b.index) as path, 'must be after start also where the clocks go forward.' as message, b.index
     from bundle_row b cross join lateral (select (b.row ->> 'start')::timestamp as start offset 0) t
     where b.org_id = $1 and b.list = 'shifts' and case when (start at time zone ${zone}) at time zone ${zone} = start then false
       else ${instantOf('end')} <= ${instantOf('start')} end
     union all
     select format('shifts[%s].occurrence_on', index), format('%s of the series is already that of shifts[%s].', day, first), index
     from numbered where number > 1
     union all
     select format('shifts[%s].occurrence_on', g.index), format('%s of the series is already that of shifts %s of the organisation.', g.day, s.id), g.index
     from input g join shift s on s.org_id = $1 and s.series_id = g.series_id and s.occurrence_on = g.day
     where not exists (select from bundle_row b where b.org_id = $1 and b.list = 'shifts' and b.id = s.id)
     union all
     select format('shifts[%s].attendance[%s].%s_at', b.index, e.place - 1, name),
       format('must be the instant of %s, which is %s; it is %s in %s. Leave one of them out.', name, e.value ->> name,
         ${timestampText('shown')}, ${zone}), b.index
     from bundle_row b ${elements(`b.row -> 'attendance'`, 'e')}
     cross join (values ('check_in'), ('check_out')) as clock (name)
     cross join lateral (select (e.value ->> (name || '_at'))::timestamptz at time zone ${zone} as shown) at
     where b.org_id = $1 and b.list = 'shifts' and date_trunc('second', shown) <> ${clockTime('e.value ->> name')}
     union all
     select 'organisation.timezone', format('shift %s would end before it starts.', s.id), -1
     from shift s join organisation o on o.id = $1
     where s.org_id = $1 and o.timezone <> ${zone} and first_instant(s.ends, ${zone}) <= first_instant(s.starts, ${zone})
       and not exists (select from bundle_row b where b.org_id = $1 and b.list = 'shifts' and b.id = s.id)
     order by index`,
    [orgId, newZone],
  )
  for (const { path, message } of rows) problems.add(path, message)
}

/** The order of clock times, as instants: local times go back where the clocks do, and skipped ones move forward. */
async function checkClockTimes(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.before clock times */
     select format('shifts[%s].attendance[%s].%s', b.index, e.place - 1,
       case when e.value ->> 'check_out' is null then 'check_out_at' else 'check_out' end) as path
     from wanted_shift_staff w join bundle_row b on b.org_id = $1 and b.list = 'shifts' and b.id = w.shift_id
     ${elements(`b.row -> 'attendance'`, 'e')}
     where w.org_id = $1 and w.check_out < w.check_in and (e.value ->> 'staff_id')::bigint = w.staff_id
     order by b.index, e.place`,
    [orgId],
  )
  for (const { path } of rows) problems.add(path, 'must not be before check_in.')
}

/**
 * Shifts are planned in local time. When the organisation changes its timezone, their instants change. The instants of
 * attendance and notes stay, because those have happened.
 */
async function followZone(tx: pg.ClientBase, orgId: number, newZone: string): Promise<void> {
  // The next statement then reads what edits have committed meanwhile, and no edit comes between.
  await tx.query('/* bundle.zone lock */ select id from shift where org_id = $1 order by id for no key update', [orgId])
  await tx.query(
    `/* bundle.zone shifts */
     with moved as (
       select id, first_instant(starts, ${zone}) as starts_at, first_instant(ends, ${zone}) as ends_at
       from shift where org_id = $1)
     update shift s set starts = m.starts_at at time zone ${zone}, ends = m.ends_at at time zone ${zone},
       starts_at = m.starts_at, ends_at = m.ends_at, updated_at = now()
     from moved m
     where s.org_id = $1 and s.id = m.id and (s.starts_at, s.ends_at) is distinct from (m.starts_at, m.ends_at)`,
    [orgId, newZone],
  )
  await tx.query(
    `/* bundle.zone appointments */
     with moved as (
       select a.id, s.starts, s.ends, s.starts_at, s.ends_at,
         case when (a.starts, a.ends) is distinct from (s.starts, s.ends) then now() else a.updated_at end as updated_at
       from appointment a join shift s on s.org_id = $1 and s.id = a.shift_id where a.org_id = $1)
     update appointment a
     set starts = s.starts, ends = s.ends, starts_at = s.starts_at, ends_at = s.ends_at, updated_at = s.updated_at
     from moved s
     where a.org_id = $1 and s.id = a.id
       and (a.starts, a.ends, a.starts_at, a.ends_at) is distinct from (s.starts, s.ends, s.starts_at, s.ends_at)`,
    [orgId],
  )
}
