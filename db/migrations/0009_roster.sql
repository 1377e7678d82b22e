-- The instant of a local time in a zone: one that the clock shows twice is its first, one that it skips moves forward
-- by as much. PostgreSQL's own `at time zone` takes the second of the two, so both are tried: `early` by the offset in
-- force a day before, `late` as PostgreSQL has it.
create function first_instant(local timestamp, zone text) returns timestamptz language sql stable as $$
  select case when early at time zone zone = local or late at time zone zone <> local then early else late end
  from (select (local at time zone 'UTC') - ((before at time zone zone) - (before at time zone 'UTC')) as early, late
        from (select (local - interval '1 day') at time zone zone as before, local at time zone zone as late) a) b
$$;

-- A rule that makes shifts. `starts_on` is its first occurrence, from which `every` and `ends_after` count; `next_on` is
-- the first one not made yet, null when the series has ended. New shifts are made like the latest one of the series
-- that was not edited alone, at the clock times `starts` and `ends`: the times that were asked for, on the day of one of
-- its shifts. A shift on a day that skips one of them shows others, which the next ones must not go on with. Null: as
-- the latest shift has them.
create sequence shift_series_id_seq maxvalue 9007199254740991;
create table shift_series (
  org_id bigint not null references organisation,
  id bigint not null default nextval('shift_series_id_seq') check (id between 1 and 9007199254740991),
  recurrence jsonb not null,
  starts_on date not null,
  next_on date,
  starts timestamp(0),
  ends timestamp(0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
alter sequence shift_series_id_seq owned by shift_series.id;
create index shift_series_by_next_day on shift_series (next_on) where next_on is not null;

-- Local times are what people entered; the instants follow from them and the organisation's zone, and are what
-- overlaps are found by.
create sequence shift_id_seq maxvalue 9007199254740991;
create table shift (
  org_id bigint not null references organisation,
  id bigint not null default nextval('shift_id_seq') check (id between 1 and 9007199254740991),
  type text not null check (type in ('single', 'group', 'site')),
  status text not null check (status in ('draft', 'scheduled', 'started', 'completed', 'cancelled')),
  title text not null,
  starts timestamp(0) not null,
  ends timestamp(0) not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  address text,
  site_id bigint,
  series_id bigint,
  occurrence_on date,                          -- the day of the series that made it, wherever it was moved since
  edited_alone boolean not null default false, -- a change to the series leaves it as it is
  is_short boolean not null default false,     -- made without somebody whom something blocked: the next ones are not like it
  services jsonb not null default '[]',        -- [{staff_id, service}]
  overridden text[] not null default '{}',     -- codes of conflicts that somebody decided to accept
  cancellation jsonb,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint shift_times check (ends_at > starts_at),
  constraint shift_site_fk foreign key (org_id, site_id) references site (org_id, id),
  constraint shift_series_fk foreign key (org_id, series_id) references shift_series (org_id, id),
  constraint shift_occurrence_key unique (org_id, series_id, occurrence_on)
);
alter sequence shift_id_seq owned by shift.id;
create index shift_by_day on shift (org_id, (starts::date), id) where deleted_at is null;
create index shift_by_status on shift (org_id, status, id) where deleted_at is null;
create index shift_by_update on shift (org_id, updated_at, id) where deleted_at is null;
create index shift_by_site on shift (org_id, site_id, starts_at) where site_id is not null and deleted_at is null;
create index shift_by_series on shift (org_id, series_id, starts) where series_id is not null;

-- Writers lock the counts of shifts before those of their appointments, and so does whoever folds counts, by name.
select tally_watch('shift', 'roster', 'r.status', $$case when r.deleted_at is null then 'there' else 'deleted' end$$);

create table shift_staff (
  org_id bigint not null,
  shift_id bigint not null,
  staff_id bigint not null,
  place smallint not null,
  check_in timestamptz,
  check_out timestamptz check (check_out is null or check_in is not null),
  primary key (org_id, shift_id, staff_id),
  constraint shift_staff_shift_fk foreign key (org_id, shift_id) references shift (org_id, id) on delete cascade,
  constraint shift_staff_staff_fk foreign key (org_id, staff_id) references staff (org_id, id)
);

-- `share` is a client's part of the charge, on group and site shifts.
create table shift_client (
  org_id bigint not null,
  shift_id bigint not null,
  client_id bigint not null,
  place smallint not null,
  share numeric(7, 6),
  funding_type text,
  price_code bigint,
  claim_type text,
  primary key (org_id, shift_id, client_id),
  constraint shift_client_shift_fk foreign key (org_id, shift_id) references shift (org_id, id) on delete cascade,
  constraint shift_client_client_fk foreign key (org_id, client_id) references client (org_id, id),
  constraint shift_client_price_code_fk foreign key (org_id, price_code) references price_code (org_id, id)
);

create sequence shift_segment_id_seq maxvalue 9007199254740991;
create table shift_segment (
  org_id bigint not null,
  id bigint not null default nextval('shift_segment_id_seq') check (id between 1 and 9007199254740991),
  shift_id bigint not null,
  starts timestamp(0) not null,
  ends timestamp(0) not null,
  service text not null,
  staff_ids bigint[] not null default '{}', -- of the shift's staff
  primary key (org_id, id),
  constraint shift_segment_shift_fk foreign key (org_id, shift_id) references shift (org_id, id) on delete cascade
);
alter sequence shift_segment_id_seq owned by shift_segment.id;
create index shift_segment_by_shift on shift_segment (org_id, shift_id, starts, id);

create sequence shift_note_id_seq maxvalue 9007199254740991;
create table shift_note (
  org_id bigint not null,
  id bigint not null default nextval('shift_note_id_seq') check (id between 1 and 9007199254740991),
  shift_id bigint not null,
  segment_id bigint,
  staff_id bigint,
  notes text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint shift_note_shift_fk foreign key (org_id, shift_id) references shift (org_id, id) on delete cascade,
  constraint shift_note_segment_fk foreign key (org_id, segment_id) references shift_segment (org_id, id) on delete set null (segment_id),
  constraint shift_note_staff_fk foreign key (org_id, staff_id) references staff (org_id, id)
);
alter sequence shift_note_id_seq owned by shift_note.id;
create index shift_note_by_shift on shift_note (org_id, shift_id, id);
