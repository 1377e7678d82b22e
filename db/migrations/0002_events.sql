-- The outbox: one row for each write, in the write's own transaction. It holds the names of changed fields, not
-- their values; `detail` may hold a status and the reason somebody gave for it, in their own words. No foreign key: each would cost every write a look-up, and
-- the write beside it has proved the organisation.
create table event (
  org_id bigint not null,
  id bigint generated always as identity,
  type text not null,
  subject_id bigint not null,
  fields text[] not null default '{}',
  detail jsonb,
  connection_id bigint,
  at timestamptz not null default now(),
  primary key (org_id, id)
);
