-- What a token has used of its requests in the window that runs, for several nodes to count together. Unlogged: a crash
-- may forget the last minute, and no request should wait for a disk.
create unlogged table rate_window (
  org_id bigint not null,
  token_id bigint not null,
  -- Milliseconds since 1970 by this server's clock, the one that all nodes share; also the window's name.
  started bigint not null,
  -- What nodes have spent or hold to spend.
  used bigint not null,
  primary key (org_id, token_id)
) with (fillfactor = 50);
create index rate_window_by_start on rate_window (started);

-- A node settles what it spent without asking (owed), gives back what it does not need of its last portion (unspent) and
-- takes the next one: at most an eighth of what is left, so that portions shrink as the limit comes near and no node
-- holds what another one lacks. A window ends for the node that knows it and has seen its minute pass, or by this
-- server's clock for one that does not; what belonged to an earlier window is not given back to this one.
create function rate_lease(
  org bigint, token bigint, quota bigint, known bigint, ended boolean, owed bigint, unspent bigint, wanted bigint,
  out started bigint, out used bigint, out granted bigint, out elapsed bigint
) language plpgsql as $$
declare
  at bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  lasts constant bigint := 60000;
begin
  loop
    select w.started, w.used into rate_lease.started, rate_lease.used
      from rate_window w where w.org_id = org and w.token_id = token for update;
    exit when found;
    insert into rate_window (org_id, token_id, started, used) values (org, token, at, 0) on conflict do nothing;
  end loop;
  if (started = known and ended) or at - started >= lasts or at < started - lasts then
    started := case when at < started - lasts then at else greatest(at, started + 1) end;
    used := 0;
  end if;
  if started = known then used := greatest(used - unspent, 0); end if;
  used := used + owed;
  granted := greatest(least(wanted, ceil((quota - used) / 8.0), quota - used), 0);
  used := used + granted;
  elapsed := greatest(at - started, 0);
  update rate_window w set started = rate_lease.started, used = rate_lease.used
    where w.org_id = org and w.token_id = token;
end $$;
