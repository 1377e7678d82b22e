-- Makes the schema distributable over several servers by organisation, with Citus. What Citus refuses is replaced by what works on
-- every PostgreSQL.

-- Citus refuses ON DELETE SET NULL in a key with org_id, also for the other column alone. The statements that delete clear these
-- columns first.
alter table billable
  drop constraint billable_charge_fk,
  drop constraint billable_task_fk,
  add constraint billable_charge_fk foreign key (org_id, charge_id) references task_charge (org_id, id),
  add constraint billable_task_fk foreign key (org_id, task_id) references task (org_id, id);
alter table form_submission
  drop constraint form_submission_note_fk,
  drop constraint form_submission_task_note_fk,
  drop constraint form_submission_shift_note_fk,
  add constraint form_submission_note_fk foreign key (org_id, note_id) references note (org_id, id),
  add constraint form_submission_task_note_fk foreign key (org_id, task_note_id) references task_note (org_id, id),
  add constraint form_submission_shift_note_fk foreign key (org_id, shift_note_id) references shift_note (org_id, id);
alter table shift_note
  drop constraint shift_note_segment_fk,
  add constraint shift_note_segment_fk foreign key (org_id, segment_id) references shift_segment (org_id, id);

-- An exclusion constraint compares org_id itself, by equality.
create extension if not exists btree_gist;
alter table dashboard_card
  drop constraint dashboard_card_overlap,
  add constraint dashboard_card_overlap exclude using gist
    (org_id with =, dashboard_id with =, int4range(x, x + w) with &&, int4range(y, y + h) with &&) deferrable;

-- The stream of a client's notes (0017). A trigger reads the changed rows alone, and the statements after it name one organisation.
drop trigger stream_insert on note;
drop trigger stream_update on note;
drop trigger stream_delete on note;
drop trigger stream_insert on task_note;
drop trigger stream_update on task_note;
drop trigger stream_delete on task_note;
drop trigger stream_insert on shift_note;
drop trigger stream_update on shift_note;
drop trigger stream_delete on shift_note;
drop function note_stream_insert(), note_stream_update(), note_stream_delete(),
  task_note_stream_insert(), task_note_stream_update(), task_note_stream_delete(),
  shift_note_stream_insert(), shift_note_stream_update(), shift_note_stream_delete(),
  client_note_watch(text, int);

-- Which clients a note belongs to, as in 0017, for checks of the stream. Each branch reads tables alone.
create or replace view client_note_place as
  select 1 as kind, n.org_id, n.id, n.client_id, n.date from note n
  union all
  select 2, n.org_id, n.id, t.client_id, coalesce(n.date, (n.created_at at time zone o.timezone)::date)
  from task_note n
    join task t on t.org_id = n.org_id and t.id = n.task_id
    join organisation o on o.id = n.org_id
  where t.client_id is not null
  union all
  select 3, n.org_id, n.id, n.client_id, coalesce(n.date, (n.created_at at time zone o.timezone)::date)
  from shift_note n join organisation o on o.id = n.org_id
  where n.client_id is not null
  union all
  select 3, n.org_id, n.id, s.client_id, coalesce(n.date, (n.created_at at time zone o.timezone)::date)
  from shift_note n
    join shift_client s on s.org_id = n.org_id and s.shift_id = n.shift_id
    join organisation o on o.id = n.org_id
  where n.client_id is null;

-- Adds notes to the streams of their clients. Clients are locked in the order of their ids, so that two writers do not deadlock.
-- Each statement reads one server and inserts one row: on Citus a trigger must not start other connections, as it does for a union
-- or for the rows of a query.
create function client_notes_enter(note_kind int, org bigint, ids bigint[]) returns void language plpgsql as $$
declare
  zone text := (select o.timezone from organisation o where o.id = org);
  clients bigint[];
  note_ids bigint[];
  dates date[];
  client bigint;
  added int;
  next int;
  place int := 0;
begin
  if note_kind = 1 then
    select array_agg(n.client_id order by n.client_id, n.date, n.id), array_agg(n.id order by n.client_id, n.date, n.id),
      array_agg(n.date order by n.client_id, n.date, n.id)
    into clients, note_ids, dates
    from note n where n.org_id = org and n.id = any (ids);
  elsif note_kind = 2 then -- without a date of its own, a note has the local day on which it was written
    select array_agg(t.client_id order by t.client_id, d.date, n.id), array_agg(n.id order by t.client_id, d.date, n.id),
      array_agg(d.date order by t.client_id, d.date, n.id)
    into clients, note_ids, dates
    from task_note n
      join task t on t.org_id = org and t.id = n.task_id
      cross join lateral (select coalesce(n.date, (n.created_at at time zone zone)::date) as date) d
    where n.org_id = org and n.id = any (ids) and t.client_id is not null;
  else -- a note of a shift is of one client, or of all that the shift has
    select array_agg(c.id order by c.id, d.date, n.id), array_agg(n.id order by c.id, d.date, n.id),
      array_agg(d.date order by c.id, d.date, n.id)
    into clients, note_ids, dates
    from shift_note n
      left join shift_client s on n.client_id is null and s.org_id = org and s.shift_id = n.shift_id
      cross join lateral (select coalesce(n.client_id, s.client_id) as id) c
      cross join lateral (select coalesce(n.date, (n.created_at at time zone zone)::date) as date) d
    where n.org_id = org and n.id = any (ids) and c.id is not null;
  end if;
  for client, added in select c, count(*) from unnest(clients) c group by c order by c loop
    insert into client_note_state as s (org_id, client_id, notes, next_ordinal) values (org, client, added, added)
      on conflict (org_id, client_id) do update set notes = s.notes + excluded.notes, next_ordinal = s.next_ordinal + excluded.next_ordinal
      returning next_ordinal into next;
    for ordinal in next - added..next - 1 loop
      place := place + 1;
      insert into client_note (org_id, client_id, key, date, ordinal)
        values (org, client, note_ids[place] * 4 + note_kind, dates[place], ordinal);
    end loop;
  end loop;
end $$;

-- Removes notes from the streams, and their ordinals from those in use.
create function client_notes_leave(note_kind int, org bigint, ids bigint[]) returns void language plpgsql as $$
declare
  keys bigint[] := array(select i * 4 + note_kind from unnest(ids) i);
  client bigint;
  ordinals int[];
begin
  for client in select distinct n.client_id from client_note n where n.org_id = org and n.key = any (keys) order by n.client_id loop
    perform from client_note_state s where s.org_id = org and s.client_id = client for update;
    ordinals := array(select n.ordinal from client_note n where n.org_id = org and n.client_id = client and n.key = any (keys));
    delete from client_note n where n.org_id = org and n.client_id = client and n.key = any (keys);
    update client_note_bits b set bits = b.bits & ~f.bits
      from (select o >> 8 as block, bit_or(set_bit(repeat('0', 256)::bit(256), o & 255, 1)) as bits from unnest(ordinals) o group by 1) f
      where b.org_id = org and b.client_id = client and b.word = '' and b.block = f.block;
    update client_note_state s set notes = s.notes - cardinality(ordinals) where s.org_id = org and s.client_id = client;
  end loop;
end $$;

create function client_notes_follow() returns trigger language plpgsql as $$
declare
  org bigint;
  ids bigint[];
begin
  for org, ids in select c.org_id, array_agg(c.id) from changed c group by c.org_id order by c.org_id loop
    if tg_op <> 'INSERT' then perform client_notes_leave(tg_argv[0]::int, org, ids); end if;
    if tg_op <> 'DELETE' then perform client_notes_enter(tg_argv[0]::int, org, ids); end if;
  end loop;
  return null;
end $$;
create trigger stream_insert after insert on note referencing new table as changed for each statement execute function client_notes_follow(1);
create trigger stream_update after update on note referencing new table as changed for each statement execute function client_notes_follow(1);
create trigger stream_delete after delete on note referencing old table as changed for each statement execute function client_notes_follow(1);
create trigger stream_insert after insert on task_note referencing new table as changed for each statement execute function client_notes_follow(2);
create trigger stream_update after update on task_note referencing new table as changed for each statement execute function client_notes_follow(2);
create trigger stream_delete after delete on task_note referencing old table as changed for each statement execute function client_notes_follow(2);
create trigger stream_insert after insert on shift_note referencing new table as changed for each statement execute function client_notes_follow(3);
create trigger stream_update after update on shift_note referencing new table as changed for each statement execute function client_notes_follow(3);
create trigger stream_delete after delete on shift_note referencing old table as changed for each statement execute function client_notes_follow(3);

-- The clients of notes change with those of their shift or task. On Citus a trigger cannot start another, so these do its work.
create or replace function shift_client_stream_move() returns trigger language plpgsql as $$
declare
  org bigint;
  shifts bigint[];
  ids bigint[];
begin
  for org, shifts in select c.org_id, array_agg(distinct c.shift_id) from changed c group by c.org_id order by c.org_id loop
    ids := array(select n.id from shift_note n where n.org_id = org and n.shift_id = any (shifts));
    perform client_notes_leave(3, org, ids);
    perform client_notes_enter(3, org, ids);
  end loop;
  return null;
end $$;

create or replace function task_stream_move() returns trigger language plpgsql as $$
declare
  ids bigint[] := array(select n.id from task_note n where n.org_id = new.org_id and n.task_id = new.id);
begin
  perform client_notes_leave(2, new.org_id, ids);
  perform client_notes_enter(2, new.org_id, ids);
  return null;
end $$;

create or replace function prospect_tags_follow() returns trigger language plpgsql as $$
declare
  added text;
begin
  if tg_op <> 'INSERT' then
    delete from prospect_tag where org_id = old.org_id and prospect_id = old.id and tag = any (old.tags);
  end if;
  if tg_op <> 'DELETE' then
    for added in select distinct t from unnest(new.tags) t loop
      insert into prospect_tag (org_id, tag, prospect_id) values (new.org_id, added, new.id);
    end loop;
  end if;
  return null;
end $$;

-- Housekeeping finds the organisations with work, and then works on one at a time.
drop index idempotency_key_by_age;
create index idempotency_key_by_age on idempotency_key (created_at, org_id);
