-- What a service costs, by code and date. Shifts name a price code for the funding of each client.
create sequence price_code_id_seq maxvalue 9007199254740991;
create table price_code (
  org_id bigint not null references organisation,
  id bigint not null default nextval('price_code_id_seq') check (id between 1 and 9007199254740991),
  code text not null,
  name text not null,
  unit text not null,
  price numeric(12, 2) not null,
  funding_type text,
  claim_types text[] not null default '{}',
  effective_from date,
  effective_to date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
alter sequence price_code_id_seq owned by price_code.id;
