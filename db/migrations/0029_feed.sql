-- The feed of events. A sequencer (src/events/sequencer.ts) gives each committed event the next number of its organisation, 1, 2, 3 …
-- without a gap. Readers follow these numbers alone: `id` is taken before a transaction commits, so one that commits late would be skipped.

alter table event
  -- Null until the sequencer has numbered it. Events of tokens are for the command line alone and stay without one.
  add column seq bigint,
  -- The ref of a shift or a note, which cannot be found once a shift is removed.
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

-- Eight random letters and digits. A feed that was restarted has another name, so that readers notice.
alter table organisation add column feed text not null
  default translate(left(encode(decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), 8), '+/', 'Zz');

-- The numbers of the last event and of the oldest one that is stored. The sequencer inserts the row with the first event.
create table feed (
  org_id bigint not null,
  head bigint not null default 0,
  oldest bigint not null default 1,
  constraint feed_pkey primary key (org_id)
) with (fillfactor = 50);

-- The refs of earlier events, as far as their shifts exist.
update event e set ref = 'g:' || e.subject_id::text
from shift s where e.type like 'shift.%' and s.org_id = e.org_id and s.id = e.subject_id and s.type <> 'single';
update event e set ref = 'a:' || a.id::text
from shift s, (select org_id, shift_id, min(id) as id from appointment group by org_id, shift_id) a
where e.type like 'shift.%' and s.org_id = e.org_id and s.id = e.subject_id and s.type = 'single' and a.org_id = e.org_id and a.shift_id = e.subject_id;
update event set ref = 'general:' || subject_id::text where type = 'note.created' or type = 'note.updated' and detail ->> 'kind' = 'General';
update event set ref = 'task:' || subject_id::text where type = 'note.updated' and detail ->> 'kind' = 'Task';

-- Ids in the detail of events are named as those of records.
update event set detail = jsonb_set(detail - 'client', '{client_id}', detail -> 'client') where type = 'note.created' and detail ? 'client';
update event set detail = jsonb_set(detail - 'form', '{form_id}', detail -> 'form') where type = 'form_submission.created' and detail ? 'form';
update event set detail = jsonb_set(detail - 'prospect', '{prospect_id}', detail -> 'prospect') where type = 'form_submission.created' and detail ? 'prospect';
update event set detail = jsonb_set(detail - 'dashboards', '{dashboard_ids}', detail -> 'dashboards') where type = 'insight.deleted' and detail ? 'dashboards';
update event set detail = jsonb_set(detail - 'insight', '{insight_id}', detail -> 'insight') where type = 'dashboard.updated' and detail ? 'insight';
