create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create sequence business_location_id_seq maxvalue 9007199254740991;
create table business_location (
  org_id bigint not null references organisation,
  id bigint not null default nextval('business_location_id_seq') check (id between 1 and 9007199254740991),
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
alter sequence business_location_id_seq owned by business_location.id;

create sequence client_id_seq maxvalue 9007199254740991;
create table client (
  org_id bigint not null, -- an organisation's by way of its business location
  id bigint not null default nextval('client_id_seq') check (id between 1 and 9007199254740991),
  first_name text not null,
  last_name text not null,
  client_type text not null check (client_type in ('HCP', 'SaH', 'THCP', 'GHCP', 'NDIS', 'Private')),
  business_id bigint not null,
  language text not null default 'English',
  address text,
  primary_contact_email text,
  primary_contact_number text,
  status text not null default 'Active' check (status in ('Active', 'Archived')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint client_business_fk foreign key (org_id, business_id) references business_location (org_id, id)
);
alter sequence client_id_seq owned by client.id;

create index client_by_status on client (org_id, status, id);
create index client_by_type on client (org_id, client_type, id);
create index client_by_update on client (org_id, updated_at, id);
create index client_by_full_name on client (org_id, lower(last_name), lower(first_name));
create index client_by_part_of_name on client using gin (org_id, (lower(first_name || ' ' || last_name)) gin_trgm_ops);

select tally_watch('client', 'client', 'r.status', 'r.client_type');

-- What POST /clients/bulk answered, for GET /imports/{batch}.
create table import_batch (
  org_id bigint not null references organisation,
  id text not null,
  answer json not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
