-- Calendars of people's rosters, which other programs subscribe to. One belongs to a connection, and works while that has a token which
-- may read roster and staff. Its address has its id, which no later calendar gets.
create sequence calendar_id_seq maxvalue 9007199254740991;
create table calendar (
  org_id bigint not null,
  id bigint not null default nextval('calendar_id_seq') check (id between 1 and 9007199254740991),
  staff_id bigint not null,
  connection_id bigint not null,
  detail text not null check (detail in ('busy', 'shift', 'full')),
  days_back smallint not null check (days_back between 0 and 31),
  days_ahead smallint not null check (days_ahead between 0 and 180),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint calendar_key unique (org_id, staff_id, connection_id),
  constraint calendar_staff_fk foreign key (org_id, staff_id) references staff (org_id, id) on delete cascade,
  constraint calendar_connection_fk foreign key (org_id, connection_id) references connection (org_id, id) on delete cascade
);
alter sequence calendar_id_seq owned by calendar.id;
