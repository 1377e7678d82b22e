-- Lists without filters cost the same however many rows they have: their records are text already, and their counts few.

-- The record of a row as the API shows it, kept as JSON text beside the row, so that a page of a list is read and sent without
-- taking records apart and putting them together again. A generated column cannot be stale: PostgreSQL writes it with the row,
-- whoever writes. It repeats the row's own columns alone; a record that has names of other rows in it cannot be kept so.
--
-- The functions are marked immutable, which is true of what they give and cannot be proved of what they call: to_json depends
-- on settings for other types than these, to_char for words such as names of months. `concat` leaves out what is null, so a
-- field whose name is joined to a null value by || is left out, and one that is shown as null says so by coalesce.
--
-- Rows that are there are written anew, and the table is locked meanwhile: 1,000,000 appointments are 13 seconds of work.
-- A record with a further field gets a new function and a new generated column in place of the old ones.
create function staff_json(id bigint, first_name text, last_name text, email text, phone text, status text, created_at timestamptz, updated_at timestamptz)
returns text language plpgsql immutable parallel safe as $$ begin
  return concat('{"id":', id, ',"first_name":', to_json(first_name), ',"last_name":', to_json(last_name),
    ',"email":' || to_json(email), ',"phone":' || to_json(phone), ',"status":', to_json(status),
    ',"created_at":"', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    '","updated_at":"', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '"}');
end $$;
alter table staff add json text not null
  generated always as (staff_json(id, first_name, last_name, email, phone, status, created_at, updated_at)) stored;

create function client_json(id bigint, first_name text, last_name text, client_type text, business_id bigint, language text, address text,
  primary_contact_email text, primary_contact_number text, status text, created_at timestamptz, updated_at timestamptz)
returns text language plpgsql immutable parallel safe as $$ begin
  return concat('{"id":', id, ',"first_name":', to_json(first_name), ',"last_name":', to_json(last_name),
    ',"client_type":', to_json(client_type), ',"business_id":', business_id, ',"language":', to_json(language),
    ',"address":', coalesce(to_json(address), 'null'), ',"primary_contact_email":', coalesce(to_json(primary_contact_email), 'null'),
    ',"primary_contact_number":', coalesce(to_json(primary_contact_number), 'null'), ',"status":', to_json(status),
    ',"created_at":"', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    '","updated_at":"', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '"}');
end $$;
alter table client add json text not null
  generated always as (client_json(id, first_name, last_name, client_type, business_id, language, address,
    primary_contact_email, primary_contact_number, status, created_at, updated_at)) stored;

create function appointment_json(id bigint, appointment_title text, client_id bigint, employee_id bigint, starts timestamp, ends timestamp,
  appointment_address text, is_draft smallint, appointment_cancelled smallint, is_deleted smallint, created_at timestamptz, updated_at timestamptz)
returns text language plpgsql immutable parallel safe as $$ begin
  return concat('{"id":', id, ',"appointment_title":', to_json(appointment_title),
    ',"client_id":' || client_id, ',"employee_id":' || employee_id,
    ',"start":"', to_char(starts, 'YYYY-MM-DD HH24:MI:SS'), '","end":"', to_char(ends, 'YYYY-MM-DD HH24:MI:SS'),
    '"', ',"appointment_address":' || to_json(appointment_address),
    ',"is_draft":', is_draft, ',"appointment_cancelled":', appointment_cancelled, ',"is_deleted":', is_deleted,
    ',"created_at":"', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    '","updated_at":"', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '"}');
end $$;
alter table appointment add json text not null
  generated always as (appointment_json(id, appointment_title, client_id, employee_id, starts, ends, appointment_address,
    is_draft, appointment_cancelled, is_deleted, created_at, updated_at)) stored;

-- JSON without spaces, as the service itself writes it; PostgreSQL puts one after each comma and colon. What calls a function of this
-- schema keeps its search path: a restore of a dump computes generated columns with an empty one.
create function compact_json(value jsonb) returns text language plpgsql immutable parallel safe set search_path from current as $$ begin
  return case jsonb_typeof(value)
    when 'object' then '{' || coalesce((select string_agg(to_json(key) || ':' || compact_json(e.value), ',') from jsonb_each(value) e), '') || '}'
    when 'array' then '[' || coalesce((select string_agg(compact_json(e), ',' order by place) from jsonb_array_elements(value) with ordinality a (e, place)), '') || ']'
    else value::text end;
end $$;

create function prospect_json(id bigint, first_name text, last_name text, email text, phone text, suburb text, date_of_lead date, stage text,
  tags text[], source text, consultant text, funding_type text, followup_date date, initial_comments text, attributes jsonb, client_id bigint,
  created_at timestamptz, updated_at timestamptz)
returns text language plpgsql immutable parallel safe set search_path from current as $$ begin
  return concat('{"id":', id, ',"name":', to_json(first_name || ' ' || last_name),
    ',"first_name":', to_json(first_name), ',"last_name":', to_json(last_name), ',"email":', coalesce(to_json(email), 'null'),
    ',"phone":', coalesce(to_json(phone), 'null'), ',"suburb":', coalesce(to_json(suburb), 'null'),
    ',"date_of_lead":', coalesce(to_json(to_char(date_of_lead, 'YYYY-MM-DD')), 'null'), ',"stage":', to_json(stage),
    ',"tags":', array_to_json(tags), ',"source":', coalesce(to_json(source), 'null'), ',"consultant":', coalesce(to_json(consultant), 'null'),
    ',"funding_type":', coalesce(to_json(funding_type), 'null'),
    ',"followup_date":', coalesce(to_json(to_char(followup_date, 'YYYY-MM-DD')), 'null'),
    ',"initial_comments":', coalesce(to_json(initial_comments), 'null'),
    ',"attributes":', case when attributes = '{}' then '{}' else compact_json(attributes) end,
    ',"converted":', case when client_id is null then 'false' else 'true' end, ',"client_id":', coalesce(client_id::text, 'null'),
    ',"created_at":"', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    '","updated_at":"', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '"}');
end $$;
alter table prospect add json text not null
  generated always as (prospect_json(id, first_name, last_name, email, phone, suburb, date_of_lead, stage, tags, source, consultant,
    funding_type, followup_date, initial_comments, attributes, client_id, created_at, updated_at)) stored;

-- A submission is listed with its form's name and a time in the organisation's zone, which change by themselves. So what stands
-- before the name and what stands between the two are kept.
create function form_submission_json_start(id bigint, form_id bigint) returns text language plpgsql immutable parallel safe as $$ begin
  return concat('{"id":', id, ',"form_id":', form_id, ',"form":');
end $$;
create function form_submission_json_rest(submitter text, email text, status text, type text) returns text language plpgsql immutable parallel safe as $$ begin
  return concat(',"submitter":' || to_json(submitter), ',"email":' || to_json(email),
    ',"status":', to_json(status), ',"type":', to_json(type), ',"submitted_at":"');
end $$;
alter table form_submission
  add json_start text not null generated always as (form_submission_json_start(id, form_id)) stored,
  add json_rest text not null generated always as (form_submission_json_rest(submitter, email, status, type)) stored;

-- Counts of all rows of a list, whatever their status and kind, under `<list>.all`. The counts of 0003 and 0019 are by status
-- and kind, of which each bucket has a row: five for staff, dozens for submissions, one for each form and status. A page
-- of the list without filters had to add them up, 64 buckets of them at a time. `kind_of_all` keeps apart what the list never
-- shows. `place` is what buckets are of, an id or seconds. The functions of the triggers that are there are replaced, so that a
-- write counts both in one statement; a list's own counts come before those of all, so that counts are locked in one order. What
-- a change leaves as it is adds up to nothing and is not written.
create function tally_all_watch(watched text, list text, status text, kind text, kind_of_all text, place text, widths text, moved text)
returns void language plpgsql as $watch$
declare
  upsert text := $sql$
    insert into tally as t (org_id, list, width, bucket, status, kind, slot, n)
    select r.org_id, c.list, w.width, (%5$s) >> w.width, c.status, c.kind, pg_backend_pid() %% 8, sum(r.sign)
    from (%7$s) r cross join (values %6$s) w (width)
      cross join lateral (values (%1$L, %2$s, %3$s), (%1$L || '.all', '', %4$s)) c (list, status, kind)
    group by 1, 2, 3, 4, 5, 6 having sum(r.sign) <> 0 order by 1, 2, 3, 4, 5, 6
    on conflict (org_id, list, width, bucket, status, kind, slot) do update set n = t.n + excluded.n$sql$;
  body text := 'create or replace function %I() returns trigger language plpgsql as $body$ begin %s; return null; end $body$';
begin
  execute format(body, watched || '_tally_insert', format(upsert, list, status, kind, kind_of_all, place, widths, 'select *, 1 as sign from added'));
  execute format(body, watched || '_tally_delete', format(upsert, list, status, kind, kind_of_all, place, widths, 'select *, -1 as sign from removed'));
  execute format(body, watched || '_tally_move', format(upsert, list, status, kind, kind_of_all, place, widths, moved));
end $watch$;

-- Nobody may write meanwhile, so that nothing is counted twice or missed.
lock table staff, client, prospect, form_submission in share row exclusive mode;
select tally_all_watch(watched, list, status, kind, kind_of_all, 'r.id', '(20::smallint), (14::smallint), (8::smallint)', 'select old.*, -1 as sign union all select new.*, 1')
from (values
  ('staff', 'staff', 'r.status', $$case when r.supplier then 'supplier' else 'staff' end$$, $$case when r.supplier then 'supplier' else 'staff' end$$),
  ('client', 'client', 'r.status', 'r.client_type', $$''$$),
  ('prospect', 'prospects', 'r.stage', $$coalesce(r.consultant, '')$$, $$''$$)) v (watched, list, status, kind, kind_of_all);
select tally_all_watch('form_submission', 'submissions', 'r.status', $$r.type || ':' || r.form_id$$, $$''$$,
  'floor(extract(epoch from r.submitted_at))::bigint', '(26::smallint), (21::smallint), (16::smallint)',
  'select *, -1 as sign from removed union all select *, 1 from added');

-- What is there is counted already.
insert into tally (org_id, list, width, bucket, status, kind, slot, n)
select org_id, list || '.all', width, bucket, '', case when list = 'staff' then kind else '' end, 0, sum(n)
from tally where list in ('staff', 'client', 'prospects', 'submissions')
group by 1, 2, 3, 4, 6 having sum(n) <> 0 order by 1, 2, 3, 4, 6;
