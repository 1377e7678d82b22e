-- Webhooks. The feed is their queue: a webhook is a position in it, and only what was tried has a row.

create table webhook (
  org_id bigint not null,
  id bigint generated always as identity not null,
  -- It hears what the valid tokens of this connection may read.
  connection_id bigint not null,
  url text not null,
  -- As sent: `*`, `shift.*` or `shift.cancelled`.
  types text[] not null,
  description text,
  ordered boolean not null default false,
  disabled_reason text constraint webhook_disabled_reason_check check (disabled_reason in ('gone', 'failing', 'request')),
  disabled_at timestamptz,
  -- Every event up to here is delivered, given up, or has a row below.
  position bigint not null,
  -- The first failure since the last success, and until when and for the how manieth time the webhook rests because of failures.
  failing_since timestamptz,
  failures int not null default 0,
  rest_until timestamptz,
  rest_step smallint not null default 0,
  -- The earliest attempt of a pending delivery.
  next_at timestamptz,
  -- A secret is derived from the number of its generation. While a rotation lasts the old one signs too.
  generation int not null default 1,
  old_generation int,
  old_until timestamptz,
  -- The process that sends, by the clock of the database.
  lease_by uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint webhook_pkey primary key (org_id, id),
  constraint webhook_connection_fk foreign key (org_id, connection_id) references connection (org_id, id)
) with (fillfactor = 50);
create index webhook_by_connection on webhook (org_id, connection_id, id);

-- The log of deliveries, and what is to be tried again.
create table webhook_delivery (
  org_id bigint not null,
  webhook_id bigint not null,
  -- The number of the event in the feed.
  event_id bigint not null,
  type text not null,
  subject_id bigint not null,
  ref text,
  status text not null constraint webhook_delivery_status_check check (status in ('pending', 'delivered', 'failed')),
  attempts smallint not null,
  next_at timestamptz,
  last_at timestamptz not null,
  status_code smallint,
  duration_ms int,
  error text,
  response text,
  -- The attempts before the last: [{at, status_code, duration_ms, error, response}].
  earlier jsonb,
  is_replay boolean not null default false,
  constraint webhook_delivery_pkey primary key (org_id, webhook_id, event_id),
  constraint webhook_delivery_webhook_fk foreign key (org_id, webhook_id) references webhook (org_id, id) on delete cascade
) with (fillfactor = 90);
create index webhook_delivery_pending on webhook_delivery (org_id, webhook_id, event_id) where status = 'pending';
create index webhook_delivery_due on webhook_delivery (org_id, webhook_id, next_at, event_id) where status = 'pending';
create index webhook_delivery_pending_by_subject on webhook_delivery (org_id, webhook_id, subject_id) where status = 'pending';
create index webhook_delivery_by_time on webhook_delivery (org_id, webhook_id, last_at desc, event_id desc);
create index webhook_delivery_not_delivered on webhook_delivery (org_id, webhook_id, last_at desc, event_id desc)
  where status <> 'delivered';
create index webhook_delivery_by_age on webhook_delivery (last_at, org_id);
