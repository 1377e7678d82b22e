-- First answers by Idempotency-Key, written in the transaction of the write they answer.
create table idempotency_key (
  org_id bigint not null,
  token_id bigint not null,
  digest bytea not null,        -- SHA-256 over method, path and key
  body_digest bytea not null,
  status smallint,
  answer text,
  created_at timestamptz not null default now(),
  primary key (org_id, token_id, digest)
);
create index idempotency_key_by_age on idempotency_key (created_at);
