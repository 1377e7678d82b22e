-- Lists that a mirror of the data reads.

-- `after_id` of form submissions: the matches of a filter in the order of ids.
create index form_submission_by_form_id on form_submission (org_id, form_id, id);
create index form_submission_by_status_id on form_submission (org_id, status, id);
create index form_submission_by_type_id on form_submission (org_id, type, id);

-- `updated_since` of lists that had none.
create index form_submission_by_update on form_submission (org_id, updated_at, id);
create index site_by_update on site (org_id, updated_at, id);
create index price_code_by_update on price_code (org_id, updated_at, id);

-- Notes of all clients in the order of their changes.
create index note_by_update on note (org_id, updated_at, id);
create index task_note_by_update on task_note (org_id, updated_at, id);
create index shift_note_by_update on shift_note (org_id, updated_at, id);

-- A note that gets other clients with its task or shift has changed. The update has the stream follow it.
create or replace function task_stream_move() returns trigger language plpgsql as $$
begin
  update task_note n set updated_at = statement_timestamp() where n.org_id = new.org_id and n.task_id = new.id;
  return null;
end $$;

create or replace function shift_client_stream_move() returns trigger language plpgsql as $$
declare
  org bigint;
  shifts bigint[];
begin
  for org, shifts in select c.org_id, array_agg(distinct c.shift_id) from changed c group by c.org_id order by c.org_id loop
    update shift_note n set updated_at = statement_timestamp()
      where n.org_id = org and n.shift_id = any (shifts) and n.client_id is null;
  end loop;
  return null;
end $$;
