-- An organisation has few sites, so they are sorted by name as they are read; an index in Unicode's order would have to
-- be made again with each new version of its rules.
create sequence site_id_seq maxvalue 9007199254740991;
create table site (
  org_id bigint not null references organisation,
  id bigint not null default nextval('site_id_seq') check (id between 1 and 9007199254740991),
  name text not null,
  type text,
  status text not null default 'Active',
  address text,
  client_capacity int check (client_capacity between 0 and 10000),
  manager text,
  tags text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
alter sequence site_id_seq owned by site.id;

-- The people of a site. `place` keeps the order in which they were given.
create table site_participant (
  org_id bigint not null,
  site_id bigint not null,
  client_id bigint not null,
  place smallint not null,
  primary key (org_id, site_id, client_id),
  constraint site_participant_site_fk foreign key (org_id, site_id) references site (org_id, id) on delete cascade,
  constraint site_participant_client_fk foreign key (org_id, client_id) references client (org_id, id)
);
create table site_staff (
  org_id bigint not null,
  site_id bigint not null,
  role text not null check (role in ('support', 'admin')),
  staff_id bigint not null,
  place smallint not null,
  primary key (org_id, site_id, role, staff_id),
  constraint site_staff_site_fk foreign key (org_id, site_id) references site (org_id, id) on delete cascade,
  constraint site_staff_staff_fk foreign key (org_id, staff_id) references staff (org_id, id)
);
