import { saysNoMore } from '../../bundle/plain-notes.ts'
import { zone } from '../../bundle/section.ts'

/** A shift as the bundle shows it: SQL over the record, `r`. */
const local = (time: string) => `to_char(${time}, 'YYYY-MM-DD HH24:MI:SS')`
const localOf = (instant: string) => local(`${instant} at time zone ${zone}`)
/** An instant as text with microseconds, wherever JSON holds one. */
export const utc = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A list of objects made of the children; `fields` are names and SQL over a child, `c`. */
const each = (table: string, fields: Record<string, string>, order: string, condition = '') => `
  (select coalesce(json_agg(${object(fields)} order by ${order}), '[]') ${of(table, condition)})`
const object = (fields: Record<string, string>) =>
  `json_build_object(${Object.entries(fields)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`
const of = (table: string, condition = '') =>
  `from ${table} c where c.org_id = r.org_id and c.shift_id = r.id${condition}`
const idsOf = (table: string, column: string) => `array(select ${column} ${of(table)} order by place)`

const note = { id: 'id', staff_id: 'staff_id', notes: 'notes', created_at: localOf('created_at') }
const segment = { id: 'id', start: local('starts'), end: local('ends'), service: 'service', staff_ids: 'staff_ids' }
const notesOfSegment = `(select json_agg(${object(note)} order by id) from shift_note n
   where n.org_id = r.org_id and n.segment_id = c.id and ${saysNoMore.shift('n')})`

/** A segment has notes of its own only now and then. */
const segments = `
  (select coalesce(json_agg(case when shift_notes is null then ${object(segment)}
     else ${object({ ...segment, shift_notes: 'shift_notes' })} end order by starts, id), '[]')
   from (select c.*, ${notesOfSegment} as shift_notes ${of('shift_segment')}) s)`

const cancelled = (field: string) => `r.cancellation -> '${field}'`
const cancellation = `
  case when r.cancellation is not null then json_strip_nulls(${object({
    cancelled_at: utc(`(r.cancellation ->> 'cancelled_at')::timestamptz`),
    ...Object.fromEntries(
      ['cancelled_by', 'reason', 'note', 'short_notice', 'charge_client'].map((field) => [field, cancelled(field)]),
    ),
  })}) end`

/** A service's fields in one order, whatever order the database keeps them in. */
const services = `
  (select coalesce(json_agg(json_build_object('staff_id', e.value -> 'staff_id', 'service', e.value -> 'service') order by e.place), '[]')
   from jsonb_array_elements(r.services) with ordinality e (value, place))`

export const shown = {
  start: 'r.starts',
  end: 'r.ends',
  client_ids: idsOf('shift_client', 'client_id'),
  staff_ids: idsOf('shift_staff', 'staff_id'),
  is_draft: `r.status = 'draft'`,
  deleted: 'r.deleted_at is not null',
  services,
  segments,
  appointments: each('appointment', { id: 'id', client_id: 'client_id', employee_id: 'employee_id' }, 'id'),
  attendance: each(
    'shift_staff',
    { staff_id: 'staff_id', check_in: localOf('check_in'), check_out: localOf('check_out') },
    'place',
  ),
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
  notes: each('shift_note', note, 'id', ` and segment_id is null and ${saysNoMore.shift('c')}`),
}

/** A shift of a series always tells its day, since one without a day is something else than one that leaves it out. */
export const extras = `
  case when r.series_id is not null then jsonb_build_object('occurrence_on', r.occurrence_on) else '{}' end
  || case when r.edited_alone then jsonb '{"edited_alone": true}' else '{}' end
  || case when r.is_short then jsonb '{"is_short": true}' else '{}' end
  || case when r.overridden <> '{}' then jsonb_build_object('overridden', r.overridden) else '{}' end`
