-- Who has read which client. Processes append rows in batches; nothing updates them, and src/access/audit/retention.ts deletes old ones.
create table client_read (
  -- Also so that no row comes after the deletion of its organisation.
  org_id bigint not null constraint client_read_org_id_fkey references organisation,
  -- The first of the requests, and its day in UTC.
  at timestamptz not null,
  day date not null generated always as ((at at time zone 'UTC')::date) stored,
  -- The process, and the number of the row in it.
  node uuid not null,
  n int not null,
  connection_id bigint not null,
  -- Null for a calendar, which is read by its address.
  token_id bigint,
  operation text not null,
  via text not null,
  -- Empty for figures over many clients.
  client_ids bigint[] not null constraint client_read_client_ids_check check (cardinality(client_ids) <= 1000),
  requests int not null,
  constraint client_read_pkey primary key (org_id, at, node, n)
);
create index client_read_by_token on client_read (org_id, token_id, at, node, n);
-- The reads of a client on a day. Not of a client alone: one that is listed every minute has half a million a year. Without the list of
-- pending entries, which each search would read and one insert in many would empty, for a quarter of a second.
create index client_read_by_client on client_read using gin (org_id, day, client_ids) with (fastupdate = off);

-- Events of tokens have no number in the feed.
create index event_of_token on event (org_id, subject_id, id) where type like 'token.%';
