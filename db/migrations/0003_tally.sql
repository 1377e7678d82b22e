-- Exact totals without counting, and far pages without walking.
--
-- A list's rows are counted in buckets of ids at three widths: 2^20, 2^14 and 2^8 ids. The widest buckets add up
-- to the total; going down the widths finds the 256 ids in which the n-th row stands. Each step reads at most 64
-- buckets, so the cost does not depend on the size of the list.
--
-- A count row is locked until its writer commits. Eight slots, picked by backend, keep concurrent writers of one
-- organisation from queueing behind each other; readers add the slots up, and the service folds them into slot 0
-- every few seconds, so that readers find few.
create table tally (
  org_id bigint not null,
  list text not null,
  width smallint not null,
  bucket bigint not null,
  status text not null,
  kind text not null,
  slot smallint not null,
  n bigint not null,
  primary key (org_id, list, width, bucket, status, kind, slot)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index tally_to_fold on tally (org_id, list, width, bucket, status, kind) where slot > 0;

-- Starts counting a table. `status` and `kind` are expressions over the row alias r that a list can filter by.
-- Counts are kept by triggers because they are derived data that no write path may forget; rules never are.
create function tally_watch(watched text, list text, status text, kind text) returns void language plpgsql as $watch$
declare
  upsert text := $sql$
    insert into tally as t (org_id, list, width, bucket, status, kind, slot, n)
    select r.org_id, %1$L, w.width, r.id >> w.width, %2$s, %3$s, pg_backend_pid() %% 8, sum(r.sign)
    from (%4$s) r cross join (values (20::smallint), (14::smallint), (8::smallint)) w (width)
    group by 1, 3, 4, 5, 6 having sum(r.sign) <> 0 order by 1, 3, 4, 5, 6
    on conflict (org_id, list, width, bucket, status, kind, slot) do update set n = t.n + excluded.n$sql$;
  body text := 'create function %I() returns trigger language plpgsql as $body$ begin %s; return null; end $body$';
begin
  execute format(body, watched || '_tally_insert', format(upsert, list, status, kind, 'select *, 1 as sign from added'));
  execute format(body, watched || '_tally_delete', format(upsert, list, status, kind, 'select *, -1 as sign from removed'));
  execute format(body, watched || '_tally_move', format(upsert, list, status, kind, 'select old.*, -1 as sign union all select new.*, 1'));
  execute format('create trigger tally_insert after insert on %I referencing new table as added for each statement execute function %I()', watched, watched || '_tally_insert');
  execute format('create trigger tally_delete after delete on %I referencing old table as removed for each statement execute function %I()', watched, watched || '_tally_delete');
  execute format('create trigger tally_move after update on %I for each row when ((%s, %s) is distinct from (%s, %s)) execute function %I()', watched,
    replace(status, 'r.', 'old.'), replace(kind, 'r.', 'old.'), replace(status, 'r.', 'new.'), replace(kind, 'r.', 'new.'), watched || '_tally_move');
end $watch$;
