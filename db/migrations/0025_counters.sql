-- Exact totals without counting rows, and far pages without walking to them, by counters that no writer ever waits for.
--
-- A write appends a change for each record that enters, leaves or moves within a list. The service compacts changes into
-- counters every second (src/db/counters.ts); a read adds what is not yet compacted, so it is exact at any moment.
-- Appending locks nothing, so writers need no order of locks, and an import of a million records costs a million appends.
-- The counters of before were updated in place: a row changed 30,000 times in one transaction has 30,000 versions to walk, and
-- an import of 30,000 prospects took 92 seconds. They also needed statement triggers with transition tables.
--
-- Triggers, because counters are derived data that no write path may forget. Rules never are.

do $$
declare
  watched text;
  operation text;
begin
  foreach watched in array array['staff', 'client', 'shift', 'appointment', 'price_code', 'task', 'billable', 'prospect', 'form', 'form_submission', 'insight', 'dashboard', 'appointment_day'] loop
    foreach operation in array array['insert', 'delete', 'move'] loop
      execute format('drop function %I() cascade', watched || '_tally_' || operation);
    end loop;
  end loop;
end $$;
drop function tally_watch(text, text, text, text);
drop function day_tally_watch(text, text, text, text);
drop function time_tally_watch(text, text, text, text, text);
drop function tally_all_watch(text, text, text, text, text, text, text, text);
drop table tally;

-- How many records of a list there are in a bucket: those whose place, shifted right by `width` bits, is `bucket`. A place is an
-- id, a second since 1970 or a day since 1970. Lists have several widths: the widest add up to the total, and going down the
-- widths finds the bucket that holds the n-th record. `<list>.all` has the same regardless of status and kind.
-- A change has the width -1, its place as the bucket, and a number of its own. Changes are in the same table, so that PostgreSQL
-- never takes it for an empty one that needs no index.
create table counter (
  org_id bigint not null,
  list text not null,
  width smallint not null,
  bucket bigint not null,
  status text not null,
  kind text not null,
  change bigint not null default 0,
  n int not null,
  primary key (org_id, list, width, bucket, status, kind, change)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index counter_changed on counter (org_id) where width = -1;
create sequence counter_change_seq owned by counter.change;

-- Starts counting the rows of a table for which `member` holds. `place`, `status` and `kind` are expressions over the row, `r`.
create function counter_watch(watched text, list text, widths int[], place text, status text, kind text, member text default 'true')
returns void language plpgsql as $watch$
declare
  name text := 'count_' || replace(list, '.', '_');
  appended text := 'if tg_op <> %L and (%s) then insert into counter values (%s, %L, -1, %s, %s, %s, nextval(''counter_change_seq''), %s); end if;';
  counted text := format('(%s, %s, %s, %s)', member, place, status, kind);
begin
  execute format('create function %I() returns trigger language plpgsql as $body$ begin %s %s return null; end $body$', name,
    replace(format(appended, 'INSERT', member, 'r.org_id', list, place, status, kind, '-1'), 'r.', 'old.'),
    replace(format(appended, 'DELETE', member, 'r.org_id', list, place, status, kind, '1'), 'r.', 'new.'));
  execute format('create trigger %I after insert or delete on %I for each row execute function %I()', name, watched, name);
  execute format('create trigger %I after update on %I for each row when (%s is distinct from %s) execute function %I()',
    name || '_move', watched, replace(counted, 'r.', 'old.'), replace(counted, 'r.', 'new.'), name);
  execute format(
    'insert into counter (org_id, list, width, bucket, status, kind, n)
     select r.org_id, c.list, w, (%s) >> w, c.status, c.kind, count(*)
     from %I r cross join unnest(%L::int[]) w cross join lateral (values (%L, %s, %s), (%L, '''', '''')) c (list, status, kind)
     where %s group by 1, 2, 3, 4, 5, 6', place, watched, widths, list, status, kind, list || '.all', member);
end $watch$;

select counter_watch('staff', 'staff', '{20, 14, 8}', 'r.id', 'r.status', $$''$$, 'not r.supplier');
select counter_watch('client', 'clients', '{20, 14, 8}', 'r.id', 'r.status', 'r.client_type');
select counter_watch('shift', 'shifts', '{20, 14, 8}', 'r.id', 'r.status', $$''$$, 'r.deleted_at is null');
select counter_watch('appointment', 'appointments', '{20, 14, 8}', 'r.id', $$''$$, $$''$$);
select counter_watch('task', 'tasks', '{20, 14, 8}', 'r.id', 'r.completed::text', 'r.billable::text');
select counter_watch('billable', 'billables', '{20, 14, 8}', 'r.id', 'r.status', $$''$$);
select counter_watch('prospect', 'prospects', '{20, 14, 8}', 'r.id', 'r.stage', $$coalesce(r.consultant, '')$$);
select counter_watch('form_submission', 'submissions', '{26, 21, 16}', 'floor(extract(epoch from r.submitted_at))::bigint',
  'r.status', $$r.type || ':' || r.form_id$$);
-- By the day an appointment starts on; its status is how many days it goes on after that.
select counter_watch('appointment', 'appointments.days', '{0}', 'r.start_day', '(r.end_day - r.start_day)::text', $$''$$);

-- A window of days longer than a week reads its rows by the day they start on.
drop index appointment_by_start_day, appointment_by_start_block;
create index appointment_by_start_day on appointment (org_id, start_day, id) include (end_day);
