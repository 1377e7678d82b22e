-- The roster as a flat list: one row for each pair of a client and a staff member of a shift. It repeats the shift's own
-- fields so that a page, a window of days and a person's overlaps each are one read of one index; the one statement
-- that writes it (src/roster/appointments.sql.ts) takes them from the shift. `updated_at` is when this record changed:
-- clocking in does not touch it. Clients and staff are proved by shift_client and shift_staff.
create sequence appointment_id_seq maxvalue 9007199254740991;
create table appointment (
  org_id bigint not null,
  id bigint not null default nextval('appointment_id_seq') check (id between 1 and 9007199254740991),
  shift_id bigint not null,
  client_id bigint,
  employee_id bigint,
  appointment_title text not null,
  appointment_address text,
  starts timestamp(0) not null,
  ends timestamp(0) not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_draft smallint not null,
  appointment_cancelled smallint not null,
  is_deleted smallint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint appointment_shift_fk foreign key (org_id, shift_id) references shift (org_id, id) on delete cascade
);
alter sequence appointment_id_seq owned by appointment.id;
create index appointment_by_shift on appointment (org_id, shift_id, id);
create index appointment_by_staff on appointment (org_id, employee_id, starts_at);
create index appointment_by_client on appointment (org_id, client_id, starts_at);
create index appointment_by_update on appointment (org_id, updated_at, id);
