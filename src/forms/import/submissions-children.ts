import { type Child, zone } from '../../bundle/section.ts'

/** A history that is empty says as little as none. */
const isGiven = `(b.row ? 'history' and b.row -> 'history' <> '[]')`
const submittedAt = `
  case when date_trunc('second', held.submitted_at at time zone ${zone}) = (b.row ->> 'submitted_at')::timestamp then held.submitted_at
    else first_instant((b.row ->> 'submitted_at')::timestamp, ${zone}) end`

/**
 * The statuses that a submission came to. Without those of the bundle the stored ones stand, and go on if the status is
 * another than before. One that has none has had its status since it was submitted.
 */
export const history: Child = {
  table: 'form_submission_change',
  parent: 'submission_id',
  key: ['id'],
  columns: ['status', 'by_name', 'note', 'created_at'],
  alike: ['status'],
  rows: `
    select b.id as submission_id, (e.value ->> 'id')::bigint as id, e.value ->> 'status' as status, e.value ->> 'by' as by_name,
      e.value ->> 'note' as note, (e.value ->> 'at')::timestamptz as created_at, e.place
    from bundle_row b cross join lateral jsonb_array_elements(b.row -> 'history') with ordinality e (value, place)
    where b.list = 'form_submissions' and ${isGiven}
    union all
    select c.submission_id, c.id, c.status, c.by_name, c.note, c.created_at, c.id
    from bundle_row b join form_submission_change c on c.org_id = $1 and c.submission_id = b.id
    where b.list = 'form_submissions' and not ${isGiven}
    union all
    select b.id, null, b.row ->> 'status', null, null,
      case when last.id is null then ${submittedAt} else coalesce((b.row ->> 'updated_at')::timestamptz, now()) end,
      ${Number.MAX_SAFE_INTEGER}
    from bundle_row b
      left join bundle_submission held on held.id = b.id
      left join lateral (
        select c.id from form_submission_change c
        where held.id is not null and c.org_id = $1 and c.submission_id = b.id order by c.id desc limit 1) last on true
    where b.list = 'form_submissions' and not ${isGiven} and (last.id is null or held.status <> b.row ->> 'status')`,
}

export const shownTime = `to_char(date_trunc('second', r.submitted_at at time zone ${zone}), 'YYYY-MM-DD HH24:MI:SS')`

const answer = ['key', 'label', 'type', 'value'].map((field) => `'${field}', e.value -> '${field}'`).join(', ')
/** The database keeps the fields of an object in an order of its own. */
export const shownAnswers = `
  (select coalesce(json_agg(
     case when e.value ? 'step' then json_build_object(${answer}, 'step', e.value -> 'step') else json_build_object(${answer}) end
     order by e.place), '[]')
   from jsonb_array_elements(r.answers) with ordinality e (value, place))`

const utc = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A history that a submission would have without it is not shown: one status, the present one, since it was submitted. */
const shownHistory = `
  (select json_agg(json_build_object('id', c.id, 'status', c.status, 'by', c.by_name, 'at', ${utc('c.created_at')}, 'note', c.note) order by c.id)
   from form_submission_change c where c.org_id = r.org_id and c.submission_id = r.id
     and exists (
       select from form_submission_change o
       where o.org_id = r.org_id and o.submission_id = r.id
         and (o.status, o.created_at, o.by_name, o.note) is distinct from (r.status, r.submitted_at, null, null)))`

/** Of what could have come out otherwise all is said; the rest is left out where it has no value. */
export const shownExtras = `
  jsonb_build_object('form_version', r.form_version, 'assignee_id', r.assignee_id) || jsonb_strip_nulls(jsonb_build_object(
    'client_id', r.client_id,
    'prospect_id', r.prospect_id,
    'note_ref', coalesce('general:' || r.note_id, 'task:' || r.task_note_id, 'appointment:' || r.shift_note_id),
    'source', nullif(r.source, 'import'),
    'history', ${shownHistory}))`
