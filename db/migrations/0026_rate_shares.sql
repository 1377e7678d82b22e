-- What each node has of a token's minute, by the node's name, in place of one sum. A node says how much it has in all, so
-- a statement whose answer was lost can be repeated: nothing is counted twice. A node of an earlier version finds no
-- function that it knows, and counts for itself until it is replaced.
drop function rate_lease(bigint, bigint, bigint, bigint, boolean, bigint, bigint, bigint);
drop table rate_window;

-- One row for each token that was ever used; nothing removes it. Unlogged: a crash may forget the last minute, and no
-- request should wait for a disk.
create unlogged table rate_window (
  org_id bigint not null,
  token_id bigint not null,
  -- Milliseconds since 1970 by this server's clock, the one that all nodes share; also the name of the minute.
  started bigint not null,
  -- For each node: what it has spent, or holds to spend.
  shares jsonb not null,
  primary key (org_id, token_id)
) with (fillfactor = 50);

-- A node that has `had` requests of the minute `known` gets up to `wanted` more: at most an eighth of what is left, so that
-- portions shrink as the limit comes near and no node holds what another one lacks. A minute ends by this server's
-- clock, or for a node that has seen it end (`past`). Requests of an earlier minute do not count in the one that runs.
create function rate_lease(
  org bigint, token bigint, quota bigint, node text, known bigint, past bigint, had bigint, wanted bigint,
  out started bigint, out share bigint, out others bigint, out elapsed bigint
) language plpgsql as $$
declare
  at bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  lasts constant bigint := 60000;
  spent bigint := had;
  held jsonb;
  rest bigint;
begin
  loop
    select w.started, w.shares into rate_lease.started, held
      from rate_window w where w.org_id = org and w.token_id = token for update;
    exit when found;
    insert into rate_window (org_id, token_id, started, shares) values (org, token, at, '{}') on conflict do nothing;
  end loop;
  if started = past or at - started >= lasts or at < started - lasts then
    started := case when at < started - lasts then at else greatest(at, started + 1) end;
    held := '{}';
  end if;
  if known <> 0 and known <> started then spent := 0; end if;
  others := coalesce((select sum(value::bigint) from jsonb_each_text(held - node)), 0);
  rest := quota - others - spent;
  share := spent + greatest(least(wanted, ceil(rest / 8.0), rest), 0);
  elapsed := greatest(at - started, 0);
  update rate_window w set started = rate_lease.started, shares = held || jsonb_build_object(node, share)
    where w.org_id = org and w.token_id = token;
end $$;
