-- Ids that records have in other systems, such as payroll. A record has at most one in each system, and an id belongs to at most one
-- record of its type. A row refers to exactly one record and goes with it.
create sequence external_id_id_seq maxvalue 9007199254740991;
create table external_id (
  org_id bigint not null,
  id bigint not null default nextval('external_id_id_seq') check (id between 1 and 9007199254740991),
  system text not null,
  external_id text not null,
  client_id bigint,
  staff_id bigint,
  site_id bigint,
  shift_id bigint,
  task_id bigint,
  prospect_id bigint,
  type text not null generated always as (
    case when client_id is not null then 'client' when staff_id is not null then 'staff' when site_id is not null then 'site'
      when shift_id is not null then 'shift' when task_id is not null then 'task' when prospect_id is not null then 'prospect' end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint external_id_key unique (org_id, system, type, external_id),
  constraint external_id_of_one_check check (num_nonnulls(client_id, staff_id, site_id, shift_id, task_id, prospect_id) = 1),
  constraint external_id_client_fk foreign key (org_id, client_id) references client (org_id, id) on delete cascade,
  constraint external_id_staff_fk foreign key (org_id, staff_id) references staff (org_id, id) on delete cascade,
  constraint external_id_site_fk foreign key (org_id, site_id) references site (org_id, id) on delete cascade,
  constraint external_id_shift_fk foreign key (org_id, shift_id) references shift (org_id, id) on delete cascade,
  constraint external_id_task_fk foreign key (org_id, task_id) references task (org_id, id) on delete cascade,
  constraint external_id_prospect_fk foreign key (org_id, prospect_id) references prospect (org_id, id) on delete cascade
);
alter sequence external_id_id_seq owned by external_id.id;
-- Also for the deletion of a record.
create unique index external_id_by_client on external_id (org_id, client_id, system) where client_id is not null;
create unique index external_id_by_staff on external_id (org_id, staff_id, system) where staff_id is not null;
create unique index external_id_by_site on external_id (org_id, site_id, system) where site_id is not null;
create unique index external_id_by_shift on external_id (org_id, shift_id, system) where shift_id is not null;
create unique index external_id_by_task on external_id (org_id, task_id, system) where task_id is not null;
create unique index external_id_by_prospect on external_id (org_id, prospect_id, system) where prospect_id is not null;
