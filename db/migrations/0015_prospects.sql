-- What prospects can be, in the organisation's own words; it comes with an import. An organisation without a row has the
-- usual stages and nothing else. Stages are in their order and `New` is the first.
create table prospect_options (
  org_id bigint primary key references organisation,
  stages jsonb not null, -- [{name, category}]
  sources jsonb not null default '[]', -- [text]
  consultants jsonb not null default '[]', -- [text]
  attributes jsonb not null default '[]', -- [{key, label, type, options}]
  updated_at timestamptz not null default now()
);

-- Stage and consultant are the names of options, judged when they are set. Whoever changes a prospect, its stage or what it
-- became holds its row.
create sequence prospect_id_seq maxvalue 9007199254740991;
create table prospect (
  org_id bigint not null references organisation,
  id bigint not null default nextval('prospect_id_seq') check (id between 1 and 9007199254740991),
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  suburb text,
  date_of_lead date,
  stage text not null default 'New',
  tags text[] not null default '{}',
  source text,
  consultant text,
  funding_type text check (funding_type in ('HCP', 'NDIS', 'CHSP', 'Private')),
  followup_date date,
  initial_comments text,
  attributes jsonb not null default '{}',
  client_id bigint, -- the client it became
  conversion text check (conversion in ('created', 'linked')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint prospect_client_fk foreign key (org_id, client_id) references client (org_id, id),
  constraint prospect_converted_check check ((client_id is null) = (conversion is null))
);
alter sequence prospect_id_seq owned by prospect.id;
create index prospect_by_stage on prospect (org_id, stage, id);
create index prospect_by_consultant on prospect (org_id, consultant, id);
create index prospect_by_source on prospect (org_id, source, id);
create index prospect_by_day on prospect (org_id, date_of_lead, id);
create index prospect_by_update on prospect (org_id, updated_at, id);
create index prospect_by_client on prospect (org_id, client_id) where client_id is not null;
-- What GET /prospects?query= looks in: the name, the email address and the phone number, a line each.
create index prospect_by_text on prospect
  using gin (org_id, (lower(first_name || ' ' || last_name || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, ''))) gin_trgm_ops);
create index prospect_by_tag on prospect using gin (org_id, tags);

select tally_watch('prospect', 'prospects', 'r.stage', $$coalesce(r.consultant, '')$$);

create sequence prospect_note_id_seq maxvalue 9007199254740991;
create table prospect_note (
  org_id bigint not null,
  id bigint not null default nextval('prospect_note_id_seq') check (id between 1 and 9007199254740991),
  prospect_id bigint not null,
  note_type text not null default 'General',
  notes text not null,
  by_name text, -- the connection that wrote it, by the name it had
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint prospect_note_prospect_fk foreign key (org_id, prospect_id) references prospect (org_id, id) on delete cascade
);
alter sequence prospect_note_id_seq owned by prospect_note.id;
create index prospect_note_by_prospect on prospect_note (org_id, prospect_id, id);

-- Every stage a prospect came to, the first one included.
create sequence prospect_stage_change_id_seq maxvalue 9007199254740991;
create table prospect_stage_change (
  org_id bigint not null,
  id bigint not null default nextval('prospect_stage_change_id_seq') check (id between 1 and 9007199254740991),
  prospect_id bigint not null,
  stage text not null,
  by_name text,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint prospect_stage_change_prospect_fk foreign key (org_id, prospect_id) references prospect (org_id, id) on delete cascade
);
alter sequence prospect_stage_change_id_seq owned by prospect_stage_change.id;
create index prospect_stage_change_by_prospect on prospect_stage_change (org_id, prospect_id, id);

-- Who a prospect may be already, besides by name: by email address and by the last nine digits of a phone number.
create index client_by_email on client (org_id, lower(primary_contact_email)) where primary_contact_email is not null;
create index client_by_phone on client (org_id, (right(regexp_replace(primary_contact_number, '\D', '', 'g'), 9)))
  where primary_contact_number is not null;
