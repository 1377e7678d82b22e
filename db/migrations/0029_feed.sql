-- The feed of events. A sequencer (src/events/sequencer.ts) gives each committed event the next number of its organisation, 1, 2, 3 …
-- without a gap. Readers follow these numbers alone: `id` is taken before a transaction commits, so one that commits late would be skipped.

alter table event
  -- Null until the sequencer has numbered it. Events of tokens are for the command line alone and stay without one.
  add column seq bigint,
  -- The ref of a shift or a note, which cannot be found once a shift is removed. Earlier events have none.
  add column ref text;

-- What the sequencer has to number: all that a write pays for.
create index event_new on event (org_id, id) where seq is null and type not like 'token.%';
-- Both are filled by the sequencer.
create unique index event_by_seq on event (org_id, seq) where seq is not null;
create index event_by_subject on event (org_id, subject_id, split_part(type, '.', 1), seq) where seq is not null;
-- A removed shift has no row to find its id by.
create index event_of_removed_shift on event (org_id, ref) where type = 'shift.removed';

-- Numbering writes each row a second time: with free space on its page, and vacuumed before much of it is dead.
alter table event set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

-- The numbers of the last event and of the oldest one that is stored. The sequencer inserts the row with the first event.
create table feed (
  org_id bigint not null,
  head bigint not null default 0,
  oldest bigint not null default 1,
  constraint feed_pkey primary key (org_id)
) with (fillfactor = 50);

-- Last, because every request reads this table. Eight random letters and digits. A feed that was restarted has another name, so that readers notice.
alter table organisation add column feed text not null
  default translate(left(encode(decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), 8), '+/', 'Zz');
