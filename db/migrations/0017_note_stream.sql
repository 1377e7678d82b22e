-- A client's notes of all kinds as one stream, newest first, that can be searched and filtered without reading it.
--
-- Each note of a client has an ordinal, and every 256 ordinals are a block. When a block is full it is sealed: for each word of
-- its notes, and each value a filter can ask for, a row of bits says which of them have it. A search then reads a few rows
-- for each sealed block, combines their bits by and, or, not, and counts them; notes that are in no sealed block, less than
-- 256 as a rule, it reads. So its cost hangs neither on how many notes match nor on the size of the organisation.
-- An edited note gets a new ordinal: bits stand once they are written. Which ordinals are in use are the bits of the empty word.
--
-- The stream is derived data that no write path may forget, in three areas of the service: triggers keep it, as they keep counts.
-- Sealing can come at any time later; the service and imports do it.
create table client_note (
  org_id bigint not null,
  client_id bigint not null,
  key bigint not null, -- id * 4 + kind, which is 1 General, 2 Task, 3 Appointment: orders the notes of a day as their ids
  date date not null,
  ordinal int not null,
  primary key (org_id, key, client_id)
);
create unique index client_note_by_ordinal on client_note (org_id, client_id, ordinal) include (date, key);
create index client_note_newest on client_note (org_id, client_id, date desc, key desc) include (ordinal);

-- One row for each client with notes. Whoever changes the stream or seals a block holds it.
create table client_note_state (
  org_id bigint not null,
  client_id bigint not null,
  notes bigint not null,
  next_ordinal int not null,
  sealed int not null default 0, -- how many blocks are
  primary key (org_id, client_id)
) with (fillfactor = 50);
create index client_note_state_to_seal on client_note_state (org_id, client_id) where next_ordinal >= (sealed + 1) * 256;

-- The words of sealed blocks. The first letter says of what: w text and title, x what only a search looks at (type, name of a
-- connection), t type, a author's id, n author that is a connection, e employee's id, s source, f name of an attachment,
-- c shift caution, d date, h what a note has.
create table client_note_word (
  org_id bigint not null,
  client_id bigint not null,
  word text collate "C" not null,
  shown text, -- as it was first written, where that matters
  primary key (org_id, client_id, word)
);
create table client_note_bits (
  org_id bigint not null,
  client_id bigint not null,
  word text collate "C" not null,
  block int not null,
  bits bit(256) not null,
  primary key (org_id, client_id, word, block)
);

-- Words as search knows them: what stands between spaces and signs. A list of signs and not a class of letters, because what
-- a letter is depends on the database's locale. Splitting costs 50 µs for a note of 300 characters, looking for one beginning 5.
create function note_signs() returns text language sql immutable parallel safe as $$
  select E'[\\u0001-/:-@\\[-`{-\u00bf×÷\u2000-\u206f\u3000-\u303f€™←→]'
$$;
create function note_words(text text) returns setof text language sql immutable parallel safe as $$
  select left(word, 255) from regexp_split_to_table(lower(text), note_signs() || '+') word where word <> ''
$$;
-- Whether one of its words begins so; `start` is a word, in small letters.
create function has_word(text text, start text) returns boolean language sql immutable parallel safe as $$
  select lower(text) ~ ('(?:^|' || note_signs() || ')' || start)
$$;

-- What a note says, whatever its kind.
create view note_text as
  select 1 as kind, org_id, id, title, note_type, notes, author_id, author_name, employee_id, source, attachments, template_id, shift_cautions
  from note
  union all
  select 2, org_id, id, title, type, notes, author_id, author_name, employee_id, source, attachments, template_id, shift_cautions
  from task_note
  union all
  select 3, org_id, id, title, note_type, notes, staff_id, author_name, coalesce(employee_id, staff_id), source, attachments, template_id, shift_cautions
  from shift_note;

-- Which clients a note belongs to and of which day it is there. Without a date of its own it is of the local day it was written.
create view client_note_place as
  select 1 as kind, n.org_id, n.id, n.client_id, n.date from note n
  union all
  select 2, n.org_id, n.id, t.client_id, coalesce(n.date, (n.created_at at time zone o.timezone)::date)
  from task_note n
    join task t on t.org_id = n.org_id and t.id = n.task_id
    join organisation o on o.id = n.org_id
  where t.client_id is not null
  union all
  select 3, n.org_id, n.id, c.client_id, coalesce(n.date, (n.created_at at time zone o.timezone)::date)
  from shift_note n
    join organisation o on o.id = n.org_id
    cross join lateral (
      select n.client_id where n.client_id is not null
      union all
      select s.client_id from shift_client s where n.client_id is null and s.org_id = n.org_id and s.shift_id = n.shift_id) c;

-- Has the stream follow a table of notes. `changed` are its rows: those that were added, or those that are gone. Clients are
-- held in the order of their ids, so that two writers of several clients do not wait for each other.
create function client_note_watch(watched text, kind int) returns void language plpgsql as $watch$
declare
  enter text := $sql$
    with come as materialized (
      select v.org_id, v.client_id, v.id, v.date from changed c cross join lateral ( -- one by one: joined, all notes there are would be read
        select * from client_note_place where kind = %1$s and org_id = c.org_id and id = c.id offset 0) v),
    held as (
      insert into client_note_state as s (org_id, client_id, notes, next_ordinal)
      select org_id, client_id, count(*), count(*) from come group by org_id, client_id order by org_id, client_id
      on conflict (org_id, client_id) do update set notes = s.notes + excluded.notes, next_ordinal = s.next_ordinal + excluded.next_ordinal
      returning org_id, client_id, next_ordinal)
    insert into client_note (org_id, client_id, key, date, ordinal)
    select org_id, client_id, id * 4 + %1$s, date, next_ordinal - row_number() over (partition by org_id, client_id order by date desc, id desc)
    from come join held using (org_id, client_id) order by org_id, client_id, date, id$sql$;
  leave text := $sql$
    perform from client_note_state s
      where (org_id, client_id) in (select n.org_id, n.client_id from changed c join client_note n on n.org_id = c.org_id and n.key = c.id * 4 + %1$s)
      order by org_id, client_id for update;
    with gone as (
      delete from client_note n using changed c where n.org_id = c.org_id and n.key = c.id * 4 + %1$s
      returning n.org_id, n.client_id, n.ordinal),
    freed as materialized (
      select org_id, client_id, ordinal >> 8 as block, count(*) as notes, bit_or(set_bit(repeat('0', 256)::bit(256), ordinal & 255, 1)) as bits
      from gone group by 1, 2, 3),
    cleared as (
      update client_note_bits b set bits = b.bits & ~f.bits from freed f
      where b.org_id = f.org_id and b.client_id = f.client_id and b.word = '' and b.block = f.block)
    update client_note_state s set notes = s.notes - f.notes
    from (select org_id, client_id, sum(notes) as notes from freed group by 1, 2) f
    where s.org_id = f.org_id and s.client_id = f.client_id$sql$;
  body text := 'create function %I() returns trigger language plpgsql as $body$ begin %s; return null; end $body$';
begin
  enter := format(enter, kind);
  leave := format(leave, kind);
  execute format(body, watched || '_stream_insert', enter);
  execute format(body, watched || '_stream_delete', leave);
  execute format(body, watched || '_stream_update', leave || ';' || enter);
  execute format('create trigger stream_insert after insert on %I referencing new table as changed for each statement execute function %I()', watched, watched || '_stream_insert');
  execute format('create trigger stream_delete after delete on %I referencing old table as changed for each statement execute function %I()', watched, watched || '_stream_delete');
  execute format('create trigger stream_update after update on %I referencing new table as changed for each statement execute function %I()', watched, watched || '_stream_update');
end $watch$;

select client_note_watch('note', 1);
select client_note_watch('task_note', 2);
select client_note_watch('shift_note', 3);

-- What a note belongs to can change its clients. Its notes are then touched, and their own trigger does the rest.
create function task_stream_move() returns trigger language plpgsql as $$ begin
  update task_note set task_id = task_id where org_id = new.org_id and task_id = new.id;
  return null;
end $$;
create trigger stream_move after update on task for each row when (old.client_id is distinct from new.client_id) execute function task_stream_move();

create function shift_client_stream_move() returns trigger language plpgsql as $$ begin
  update shift_note n set shift_id = n.shift_id from changed c where n.org_id = c.org_id and n.shift_id = c.shift_id;
  return null;
end $$;
create trigger stream_insert after insert on shift_client referencing new table as changed for each statement execute function shift_client_stream_move();
create trigger stream_delete after delete on shift_client referencing old table as changed for each statement execute function shift_client_stream_move();

-- Notes that are there already.
update task_note set task_id = task_id;
update shift_note set shift_id = shift_id;

-- Seals blocks of a client that are full, at most so many, and gives how many it has sealed. A word that a filter compares as a
-- whole is cut where an index entry would become too long.
create function seal_client_notes(org bigint, client bigint, most int) returns int language plpgsql as $$
declare
  first int;
  blocks int;
begin
  select sealed, least(most, (next_ordinal >> 8) - sealed) into first, blocks
    from client_note_state where org_id = org and client_id = client for update;
  if blocks is null or blocks <= 0 then return 0; end if;
  with notes as materialized (
    select s.ordinal, s.date, n.* from client_note s cross join lateral (
      select * from note_text t where t.org_id = s.org_id and t.kind = s.key & 3 and t.id = s.key >> 2 offset 0) n
    where s.org_id = org and s.client_id = client and s.ordinal >= first << 8 and s.ordinal < (first + blocks) << 8),
  worded as materialized (
    select ordinal, 'w' || w as word, null as shown from notes, note_words(concat_ws(' ', title, notes.notes)) w
    union all select ordinal, 'x' || w, null from notes, note_words(concat_ws(' ', note_type, author_name)) w
    union all select ordinal, 't' || left(lower(note_type), 255), note_type from notes
    union all select ordinal, 'a' || author_id, null from notes where author_id is not null
    union all select ordinal, 'n' || left(lower(author_name), 255), author_name from notes where author_name is not null
    union all select ordinal, 'e' || employee_id, null from notes where employee_id is not null
    union all select ordinal, 's' || source, null from notes
    union all select ordinal, 'd' || date, null from notes
    union all select ordinal, 'htemplate', null from notes where template_id is not null
    union all select ordinal, 'f' || left(lower(f ->> 'name'), 255), null from notes, jsonb_array_elements(attachments) f where f ->> 'name' is not null
    union all select ordinal, 'c' || left(lower(v), 255), v
      from notes, jsonb_array_elements(shift_cautions) c, lateral (values (c ->> 'code'), (c ->> 'text')) said (v) where v is not null),
  spread as (
    insert into client_note_bits (org_id, client_id, word, block, bits)
    select org, client, word, ordinal >> 8, bit_or(set_bit(repeat('0', 256)::bit(256), ordinal & 255, 1))
    from worded group by 3, 4 order by 3, 4),
  used as (
    insert into client_note_bits (org_id, client_id, word, block, bits)
    select org, client, '', block, coalesce(bit_or(set_bit(repeat('0', 256)::bit(256), n.ordinal & 255, 1)), repeat('0', 256)::bit(256))
    from generate_series(first, first + blocks - 1) block left join notes n on n.ordinal >> 8 = block group by block)
  insert into client_note_word (org_id, client_id, word, shown)
  select org, client, word, min(shown) from worded group by word order by word
  on conflict do nothing;
  update client_note_state set sealed = first + blocks where org_id = org and client_id = client;
  return blocks;
end $$;
