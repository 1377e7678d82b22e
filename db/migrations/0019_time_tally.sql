-- Counts for a list that is read in the order of time: as tally_watch keeps them by id, in buckets of 2^26, 2^21 and 2^16
-- seconds (two years, 24 days, 18 hours). The widest add up to the total; going down the widths finds the 18 hours in
-- which the n-th row stands, and counts what lies before an instant, so a page costs the same wherever it stands and
-- whatever window of time it is of. Narrower ones would hold hardly more than one row each, and so be as many as the rows.
-- A list's name here comes after those of the tables that are written before it in the same transaction, because
-- counts are locked in the order of their lists.
create function time_tally_watch(watched text, list text, status text, kind text, at text) returns void language plpgsql as $watch$
declare
  upsert text := $sql$
    insert into tally as t (org_id, list, width, bucket, status, kind, slot, n)
    select r.org_id, %1$L, w.width, floor(extract(epoch from %4$s))::bigint >> w.width, %2$s, %3$s, pg_backend_pid() %% 8, sum(r.sign)
    from (%5$s) r cross join (values (26::smallint), (21::smallint), (16::smallint)) w (width)
    group by 1, 3, 4, 5, 6 having sum(r.sign) <> 0 order by 1, 3, 4, 5, 6
    on conflict (org_id, list, width, bucket, status, kind, slot) do update set n = t.n + excluded.n$sql$;
  body text := 'create function %I() returns trigger language plpgsql as $body$ begin %s; return null; end $body$';
begin
  execute format(body, watched || '_tally_insert', format(upsert, list, status, kind, at, 'select *, 1 as sign from added'));
  execute format(body, watched || '_tally_delete', format(upsert, list, status, kind, at, 'select *, -1 as sign from removed'));
  -- One statement for all rows of an update, so that an import that changes thousands stays quick.
  execute format(body, watched || '_tally_move', format(upsert, list, status, kind, at, 'select *, -1 as sign from removed union all select *, 1 from added'));
  execute format('create trigger tally_insert after insert on %I referencing new table as added for each statement execute function %I()', watched, watched || '_tally_insert');
  execute format('create trigger tally_delete after delete on %I referencing old table as removed for each statement execute function %I()', watched, watched || '_tally_delete');
  execute format('create trigger tally_move after update on %I referencing old table as removed new table as added for each statement execute function %I()', watched, watched || '_tally_move');
end $watch$;
-- By form too: a submission's type and form are one kind.
select time_tally_watch('form_submission', 'submissions', 'r.status', $$r.type || ':' || r.form_id$$, 'r.submitted_at');
