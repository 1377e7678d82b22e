-- Who may call: organisations, their connections, and the tokens those connections hold.
create table organisation (
  id bigint generated always as identity primary key,
  slug text not null constraint organisation_slug_key unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text not null check (name <> ''),
  timezone text not null default 'Australia/Sydney',
  owner_id bigint,
  integrations_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table connection (
  org_id bigint not null references organisation,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint connection_name_key unique (org_id, name)
);

-- Only the SHA-256 of a token is kept. A request brings the token alone, so the hash is the one key of the
-- schema that does not start with the organisation.
create table access_token (
  org_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  hash bytea not null constraint access_token_hash_key unique,
  last_four text not null,
  access jsonb not null,
  expires_at timestamptz not null,
  disabled boolean not null default false,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, connection_id) references connection (org_id, id)
);
