-- Requests that used a deprecated part of the API, by token: an operation, a parameter or a field. Each process adds its own each minute.
create table deprecated_use (
  org_id bigint not null constraint deprecated_use_org_id_fkey references organisation,
  token_id bigint not null,
  -- As `GET /shifts query.status`.
  part text not null,
  requests bigint not null,
  last_at timestamptz not null,
  constraint deprecated_use_pkey primary key (org_id, token_id, part)
);
