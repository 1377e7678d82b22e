create sequence staff_id_seq maxvalue 9007199254740991;
create table staff (
  org_id bigint not null references organisation,
  id bigint not null default nextval('staff_id_seq') check (id between 1 and 9007199254740991),
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  status text not null check (status in ('Active', 'Inactive', 'Pending', 'Non-compliant', 'Archived')),
  supplier boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
alter sequence staff_id_seq owned by staff.id;

-- Suppliers share the id space of staff and are never listed: partial indexes keep them out of the way.
create index staff_by_id on staff (org_id, id) where not supplier;
create index staff_by_status on staff (org_id, status, id) where not supplier;
create index staff_by_update on staff (org_id, updated_at, id) where not supplier;

select tally_watch('staff', 'staff', 'r.status', $$case when r.supplier then 'supplier' else 'staff' end$$);

alter table organisation add constraint organisation_owner_fk foreign key (id, owner_id) references staff (org_id, id);
