import type pg from 'pg'
import { noteStream } from '../../bundle/plain-notes.ts'
import { section, zone } from '../../bundle/section.ts'
import { children } from './children.ts'
import { extras, shown, utc } from './export.ts'
import { extraFields, fields } from './fields.ts'
import { checkShift, readShift } from './rules.ts'
import { followZone, verifyShifts } from './verify.ts'

const instantOf = (field: string) => `first_instant((b.row ->> '${field}')::timestamp, ${zone})`
const attended = (condition: string) => `jsonb_path_exists(b.row, '$.attendance[*] ? (${condition})')`

/** A state follows from what happened. */
const status = `
  case when jsonb_typeof(b.row -> 'cancellation') = 'object' then 'cancelled'
    when ${attended('@.check_in != null && @.check_out == null')} then 'started'
    when ${attended('@.check_in != null')} then 'completed'
    when (b.row ->> 'is_draft')::boolean then 'draft' else 'scheduled' end`

/** One form for what two texts say. */
const plainCancellation = (value: string) =>
  `jsonb_strip_nulls(${value} || jsonb_build_object('cancelled_at', ${utc(`(${value} ->> 'cancelled_at')::timestamptz`)}))`

export const shifts = section({
  list: 'shifts',
  table: 'shift',
  fields,
  extras: { fields: extraFields, shown: extras },
  shown,
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
  // Of shifts on one day of a series the first has it, unless another says that it is its own.
  lookup: {
    table: 'bundle_shift',
    columns: 'id bigint primary key, starts_at timestamptz not null, ends_at timestamptz not null, day date',
    rows: `
     select r.id, r.starts_at, r.ends_at, case when is_given or (number = 1 and taken.id is null) then r.day end
     from (
       select *, row_number() over (partition by series_id, day order by is_given desc, id) as number from (
         select b.id, t.*, (row ->> 'series_id')::bigint as series_id, row ? 'occurrence_on' as is_given,
           case when row ->> 'series_id' is null then null
             when row ? 'occurrence_on' then (row ->> 'occurrence_on')::date
             else (t.starts_at at time zone ${zone})::date end as day
         from bundle_row b
         cross join lateral (select ${instantOf('start')} as starts_at, ${instantOf('end')} as ends_at offset 0) t
         where b.list = 'shifts') g) r
     left join lateral (
       select o.id from shift o left join bundle_row b on b.list = 'shifts' and b.id = o.id
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
  alike: { cancellation: plainCancellation },
  // Days can go from one shift to another: they are all given up before one of them is taken.
  async before(tx: pg.ClientBase, orgId: number) {
    await tx.query(
      `/* bundle.before shifts */
       update shift s set occurrence_on = null from changed_shift c
       where s.org_id = $1 and s.id = c.id and s.occurrence_on is not null
         and (s.series_id, s.occurrence_on) is distinct from (c.series_id, c.occurrence_on)`,
      [orgId],
    )
  },
  children,
  kept: noteStream,
  async after(tx: pg.ClientBase, orgId: number, { zoneChanged }) {
    if (zoneChanged) await followZone(tx, orgId)
  },
})
