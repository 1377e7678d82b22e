-- The roster as a flat list: one row for each pair of a client and a staff member of a shift. It repeats the shift's own
-- fields so that a page, a window of days and a person's overlaps each are one read of one index; one file
-- (src/roster/appointments.sql.ts) says how they follow from the shift. `updated_at` is when this record changed:
-- clocking in does not touch it. Clients and staff are proved by shift_client and shift_staff.
create sequence appointment_id_seq maxvalue 9007199254740991;
create table appointment (
  org_id bigint not null,
  id bigint not null default nextval('appointment_id_seq') check (id between 1 and 9007199254740991),
  shift_id bigint not null,
  client_id bigint,
  employee_id bigint,
  appointment_title text not null,
  appointment_address text,
  starts timestamp(0) not null,
  ends timestamp(0) not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  start_day int not null generated always as (starts::date - date '1970-01-01') stored, -- local days, counted from 1970
  end_day int not null generated always as (ends::date - date '1970-01-01') stored,
  is_draft smallint not null,
  appointment_cancelled smallint not null,
  is_deleted smallint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint appointment_shift_fk foreign key (org_id, shift_id) references shift (org_id, id) on delete cascade,
  -- A window looks so many days back for what goes on into it. Seven days of 24 hours can touch nine days when the clocks change.
  constraint appointment_times check (ends >= starts and end_day <= start_day + 8)
);
alter sequence appointment_id_seq owned by appointment.id;
create index appointment_by_shift on appointment (org_id, shift_id, id);
create index appointment_by_staff on appointment (org_id, employee_id, starts_at);
create index appointment_by_client on appointment (org_id, client_id, starts_at);
create index appointment_by_update on appointment (org_id, updated_at, id);

-- A window of days in the order of ids: what starts on one of its days, or in one of its blocks of 32 days, and the few
-- that started before it and go on into it. src/db/day-window.ts reads them.
create index appointment_by_start_day on appointment (org_id, start_day, id);
create index appointment_by_start_block on appointment (org_id, (start_day >> 5), id) include (start_day);
create index appointment_by_end_day on appointment (org_id, end_day, start_day, id) where end_day > start_day;

select tally_watch('appointment', 'roster.appointment', $$''$$, $$''$$);

-- Starts counting a table by day, in the table of 0003 and in the same way: `<list>.starts` has how many rows start on a
-- day (width 0) and in a block of 32 days (width 5), `<list>.goes_on` how many started before a day and end on it or
-- later. A window of days then has as many rows as start in it and as go on into its first day. `first_day` and
-- `last_day` are expressions over the row alias r that give numbers of days. Triggers fire in the order of their names: these
-- come after those of tally_watch, as their lists come after its list wherever counts are locked in order.
create function day_tally_watch(watched text, list text, first_day text, last_day text) returns void language plpgsql as $watch$
declare
  upsert text := $sql$
    insert into tally as t (org_id, list, width, bucket, status, kind, slot, n)
    select r.org_id, d.list, d.width, d.bucket, '', '', pg_backend_pid() %% 8, sum(r.sign)
    from (%4$s) r cross join lateral (
      select %1$L || '.starts', w, %2$s >> w from unnest(array[5, 0]) w
      union all select %1$L || '.goes_on', 0, generate_series(%2$s + 1, %3$s)) d (list, width, bucket)
    group by 1, 2, 3, 4 having sum(r.sign) <> 0 order by 1, 2, 3, 4
    on conflict (org_id, list, width, bucket, status, kind, slot) do update set n = t.n + excluded.n$sql$;
  body text := 'create function %I() returns trigger language plpgsql as $body$ begin %s; return null; end $body$';
begin
  execute format(body, watched || '_day_tally_insert', format(upsert, list, first_day, last_day, 'select *, 1 as sign from added'));
  execute format(body, watched || '_day_tally_delete', format(upsert, list, first_day, last_day, 'select *, -1 as sign from removed'));
  execute format(body, watched || '_day_tally_move', format(upsert, list, first_day, last_day, 'select old.*, -1 as sign union all select new.*, 1'));
  execute format('create trigger tally_insert_by_day after insert on %I referencing new table as added for each statement execute function %I()', watched, watched || '_day_tally_insert');
  execute format('create trigger tally_delete_by_day after delete on %I referencing old table as removed for each statement execute function %I()', watched, watched || '_day_tally_delete');
  execute format('create trigger tally_move_by_day after update on %I for each row when ((%s, %s) is distinct from (%s, %s)) execute function %I()', watched,
    replace(first_day, 'r.', 'old.'), replace(last_day, 'r.', 'old.'), replace(first_day, 'r.', 'new.'), replace(last_day, 'r.', 'new.'), watched || '_day_tally_move');
end $watch$;
select day_tally_watch('appointment', 'roster.appointment', 'r.start_day', 'r.end_day');
